// Where one is signed in: device, place, last use; end one, or all but this.
import { type SessionRecord, sessions } from '../../../contract/identity/sessions.ts';
import { useRecord, useSave } from '../../hooks.ts';
import { Moment } from '../../kit/format/moment.tsx';
import { SectionBody } from '../../kit/page/page-parts.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import { toast } from '../../notices.ts';
import { useWhyNot } from '../../use-why-not.ts';
import styles from '../identity.module.css';
import { deviceName } from './device-name.ts';

const countries = new Intl.DisplayNames('en', { type: 'region' });

/** `Germany, 203.0.113.7`; the address alone where nobody knows the country. */
function placeOf({ country, ip_address }: SessionRecord): string {
  return country === '' ? ip_address : `${countries.of(country)}, ${ip_address}`;
}

function SessionLine({ one, onEnd }: { one: SessionRecord; onEnd: (() => void) | undefined }) {
  return (
    <li>
      <span>
        <b>{deviceName(one.user_agent)}</b>
        {one.is_current && <em> this session</em>}
        {one.acting_user_name !== '' && <em> {one.acting_user_name} acting as you</em>}
        <small>
          {placeOf(one)}, last used <Moment at={one.seen_at} />
        </small>
      </span>
      {onEnd && !one.is_current && <PlainButton onClick={onEnd}>End</PlainButton>}
    </li>
  );
}

export function OwnSessions() {
  const { data } = useRecord(sessions.search, { input: { limit: 100, offset: 0 } });
  const stales = [sessions.search];
  const end = useSave(sessions.removeOne, { stales, tell: () => toast('Session ended') });
  const others = useSave(sessions.removeOthers, {
    stales,
    tell: () => toast('All other sessions ended'),
  });
  const may_end = useWhyNot(sessions.removeOne.access) === '';
  const rows = data?.rows ?? [];
  return (
    <SectionBody>
      <h2>Sessions</h2>
      <ul className={styles.sessionList}>
        {rows.map((one) => (
          <SessionLine
            key={one.id}
            one={one}
            onEnd={may_end ? () => end.mutate({ params: { id: one.id } }) : undefined}
          />
        ))}
      </ul>
      {may_end && rows.length > 1 && (
        <PlainButton onClick={() => others.mutate({})}>End all other sessions</PlainButton>
      )}
    </SectionBody>
  );
}
