// The first steps of a new merchant, in place of charts without anything on them.
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { HomeRecord } from '../../contract/reports/dashboard.ts';
import { supportName } from '../brand.ts';
import { keysPath, usersPath } from '../identity/paths.ts';
import { icon_16 } from '../kit/icon.ts';
import { Section } from '../kit/parts/section.tsx';
import { terminal_path } from '../payments/paths.ts';
import basics from '../style/basics.module.css';
import styles from './dashboard.module.css';

type Step = NonNullable<HomeRecord['set_up']>[number];

interface StepText {
  title: string;
  note: string | (() => string);
  /** Absent where somebody else has to do it. */
  action?: { label: string; to: string };
}

const steps: Readonly<Record<string, StepText>> = {
  processor: {
    title: 'Connect a processor',
    note: () => `${supportName('merchant')} sets it up. Contact them if it is missing.`,
    action: { label: 'View processors', to: '/merchant/processors' },
  },
  payment: {
    title: 'Take your first payment',
    note: 'Enter a card in the virtual terminal.',
    action: { label: 'Take payment', to: terminal_path },
  },
  users: {
    title: 'Invite your team',
    note: 'Each person gets their own login and permissions.',
    action: { label: 'Add user', to: usersPath('merchant') },
  },
  api_key: {
    title: 'Create an API key',
    note: 'For payments from your website or app.',
    action: { label: 'Create key', to: keysPath('merchant') },
  },
};

/** Where the terminal is off, payments come by the API alone. */
const by_api = { title: 'Take your first payment', note: 'Send it through the API.' };

function Row({ step, done, takes }: Step & { takes: boolean }) {
  const text = step === 'payment' && !takes ? by_api : steps[step];
  if (text === undefined) return null;
  const { title, note, action }: StepText = text;
  const Icon = done ? IconCircleCheck : IconCircleDashed;
  return (
    <li data-done={done || undefined}>
      <span className={`${basics.tinted} ${styles.tone}`} data-tone={done ? 'ok' : undefined}>
        <Icon {...icon_16} />
      </span>
      <span>
        <b>{title}</b>
        <small>{done ? 'Done' : typeof note === 'string' ? note : note()}</small>
      </span>
      {!done && action && (
        <Link className={basics.plainButton} to={action.to}>
          {action.label}
        </Link>
      )}
    </li>
  );
}

export function SetUp({ all, takes }: { all: readonly Step[]; takes: boolean }) {
  const done = all.filter((one) => one.done).length;
  return (
    <Section title="Get started" flush aside={`${done} of ${all.length} done`}>
      <ul className={styles.lines} data-part="set-up">
        {all.map((one) => (
          <Row key={one.step} {...one} takes={takes} />
        ))}
      </ul>
    </Section>
  );
}
