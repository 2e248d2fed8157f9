// Waiting for you: what somebody has to decide or renew, each line with its next step.
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import type { WaitingRecord } from '../../contract/reports/dashboard.ts';
import { useDisplay } from '../kit/format/display.ts';
import { formatDate } from '../kit/format/moments.ts';
import { icon_16 } from '../kit/icon.ts';
import { Section } from '../kit/parts/section.tsx';
import basics from '../style/basics.module.css';
import styles from './dashboard.module.css';
import { waiting_kinds } from './rooms.ts';

function Row({ one, area }: { one: WaitingRecord; area: AccountType }) {
  const display = useDisplay();
  const { icon: Icon, tone, title, note, action, to } = waiting_kinds[one.kind];
  const heading = title(one);
  return (
    <li>
      <span className={styles.tone} data-tone={tone}>
        <Icon {...icon_16} />
      </span>
      <span>
        <b>{heading}</b>
        <small>{note(one, (at) => formatDate(at, display))}</small>
      </span>
      <Link className={basics.plainButton} to={to(area, one)} aria-label={`${action}: ${heading}`}>
        {action}
      </Link>
    </li>
  );
}

export function Waiting({ all, area }: { all: readonly WaitingRecord[]; area: AccountType }) {
  return (
    <Section
      title="Waiting for you"
      flush
      {...(all.length > 0 && { aside: <span className={styles.count}>{all.length}</span> })}
    >
      {all.length === 0 ? (
        <p className={styles.nothing}>
          <IconCircleCheck {...icon_16} />
          Nothing needs your attention.
        </p>
      ) : (
        <ul className={styles.lines} data-part="waiting">
          {all.map((one) => (
            <Row key={`${one.kind} ${one.currency}`} one={one} area={area} />
          ))}
        </ul>
      )}
    </Section>
  );
}
