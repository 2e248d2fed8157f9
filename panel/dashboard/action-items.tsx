// Waiting for you: what somebody has to decide or renew, each line with its next step.
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import type { ActionItem } from '../../contract/reports/dashboard.ts';
import { useDisplay } from '../kit/format/display.ts';
import { formatDate } from '../kit/format/moments.ts';
import { icon_16 } from '../kit/icon.ts';
import { Section } from '../kit/parts/section.tsx';
import { PlainButton } from '../kit/plain-button.tsx';
import basics from '../style/basics.module.css';
import styles from './dashboard.module.css';
import { moneyBeside } from './money-beside.ts';
import type { PartProps } from './parts.tsx';
import { action_item_kinds } from './rooms.ts';

interface RowProps {
  one: ActionItem;
  area: AccountType;
  currency: string;
}

function Row({ one, area, currency }: RowProps) {
  const display = useDisplay();
  const { amount, oldest_at } = one;
  const texts = {
    money: amount && one.currency ? moneyBeside(amount, one.currency, currency) : '',
    day: oldest_at === null ? '' : formatDate(oldest_at, display),
  };
  const { icon: Icon, tone, title, note, action, to } = action_item_kinds[one.kind];
  const heading = title(one);
  const name = `${action}: ${heading}`;
  return (
    <li>
      <span className={`${basics.tinted} ${styles.tone}`} data-tone={tone}>
        <Icon {...icon_16} />
      </span>
      <span>
        <b>{heading}</b>
        <small>{note(texts, one)}</small>
      </span>
      {typeof to === 'function' ? (
        <Link className={basics.plainButton} to={to(area, one)} aria-label={name}>
          {action}
        </Link>
      ) : (
        <PlainButton onClick={to.open} aria-label={name}>
          {action}
        </PlainButton>
      )}
    </li>
  );
}

export function ActionItems({ home: { waiting: all, currency }, area }: PartProps) {
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
            <Row key={`${one.kind} ${one.currency}`} {...{ one, area, currency }} />
          ))}
        </ul>
      )}
    </Section>
  );
}
