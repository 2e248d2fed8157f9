// One's own passkeys: add one, rename it, remove it.
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { type PasskeyRecord, passkeys } from '../../../contract/identity/passkeys.ts';
import { sessions } from '../../../contract/identity/sessions.ts';
import { two_factor } from '../../../contract/identity/two-factor.ts';
import { useRecord } from '../../hooks.ts';
import { TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { Moment } from '../../kit/format/moment.tsx';
import { icon_16 } from '../../kit/icon.ts';
import { Hint } from '../../kit/page/page-parts.tsx';
import { Section } from '../../kit/parts/section.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import { toast } from '../../notices.ts';
import { passkeysWork } from '../factors/passkey-use.ts';
import styles from '../identity.module.css';
import { NewPasskey } from './new-passkey.tsx';

const stales = [passkeys.search, sessions.get, two_factor.get];

type OpenDialog = { what: 'add' } | { what: 'rename' | 'remove'; one: PasskeyRecord } | null;

export function OwnPasskeys({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const { data } = useRecord(passkeys.search, { input: { limit: 100, offset: 0 } });
  const [doing, setDoing] = useState<OpenDialog>(null);
  const close = () => setDoing(null);
  const rows = data?.rows ?? [];
  return (
    <Section title="Passkeys" aside={data && String(rows.length)}>
      <Hint>
        Use a passkey with or instead of your password. Your device asks for your fingerprint, face
        or PIN.
      </Hint>
      {rows.length > 0 && (
        <ul className={styles.sessionList}>
          {rows.map((one) => (
            <Line key={one.id} one={one} onDo={(what) => setDoing({ what, one })} />
          ))}
        </ul>
      )}
      {passkeysWork() ? (
        <PlainButton onClick={() => setDoing({ what: 'add' })}>
          <IconFingerprint {...icon_16} /> Add a passkey
        </PlainButton>
      ) : (
        <p className={styles.notice}>
          Passkeys require a domain name. Open the panel at its public address, or on this machine
          as <code>localhost</code>.
        </p>
      )}
      {doing?.what === 'add' && <NewPasskey onCodes={onCodes} onClose={close} />}
      {doing?.what === 'rename' && <Rename one={doing.one} onClose={close} />}
      {doing?.what === 'remove' && <Remove one={doing.one} onClose={close} />}
    </Section>
  );
}

interface LineProps {
  one: PasskeyRecord;
  onDo: (what: 'rename' | 'remove') => void;
}

function Line({ one, onDo }: LineProps) {
  return (
    <li>
      <span>
        <b>{one.name}</b>
        <small>
          {one.domain}, {one.last_used_at ? 'last used ' : 'added '}
          <Moment at={one.last_used_at ?? one.created_at} />
        </small>
      </span>
      <span className={styles.passkeyActions}>
        {(['Rename', 'Remove'] as const).map((label) => (
          <PlainButton
            key={label}
            aria-label={`${label} ${one.name}`}
            onClick={() => onDo(label === 'Rename' ? 'rename' : 'remove')}
          >
            {label}
          </PlainButton>
        ))}
      </span>
    </li>
  );
}

interface OneProps {
  one: PasskeyRecord;
  onClose: () => void;
}

function Rename({ one, onClose }: OneProps) {
  const form = useForm(passkeys.update, {
    initial: { name: one.name },
    params: { id: one.id },
    stales,
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title="Rename the passkey" action="Rename" onClose={onClose}>
      <TextField name="name" />
    </FormDialog>
  );
}

function Remove({ one, onClose }: OneProps) {
  const form = useForm(passkeys.remove, {
    initial: { current_password: '' },
    params: { id: one.id },
    stales,
    tell: () => toast('Passkey removed. Your other sessions have ended.'),
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`Remove ${one.name}`}
      action="Remove passkey"
      destructive
      onClose={onClose}
    >
      <p>You can no longer log in with it. Your device keeps its copy until you delete it there.</p>
      <TextField name="current_password" />
    </FormDialog>
  );
}
