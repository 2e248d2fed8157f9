// Beside the permissions: why one cannot be given, and what saving does.
import { IconCheck, IconKey, IconLock, IconMinus, IconPlus, IconX } from '@tabler/icons-react';
import {
  shown_rights,
  type UserPermission,
  user_permission_entries,
} from '../../../contract/accounts/documents/user-permissions.ts';
import { type GrantStep, grantSteps } from '../../../contract/identity/rights.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { midSentence } from '../../kit/format/sentence.ts';
import { icon_14, icon_16 } from '../../kit/icon.ts';
import { Hint } from '../../kit/page/page-parts.tsx';
import { Section } from '../../kit/parts/section.tsx';
import basics from '../../style/basics.module.css';
import type { ChangedUser } from './rights-draft.ts';
import type { Cell } from './rights-table.tsx';
import styles from './users.module.css';

const step_looks = {
  passes: { icon: IconCheck, tone: 'ok' },
  fails: { icon: IconX, tone: 'bad' },
  not_checked: { icon: IconMinus, tone: 'mute' },
} as const;

function Step({ step }: { step: GrantStep }) {
  const { icon: Icon, tone } = step_looks[step.verdict];
  return (
    <li data-tone={tone}>
      <Icon {...icon_16} />
      <span>
        {step.says}
        <small className={styles.rightNote}>
          {step.verdict === 'not_checked' ? 'not checked' : step.note}
        </small>
      </span>
    </li>
  );
}

/** The right under the cursor: what it means, and each question asked before it is changed. */
export function WhyNot({ viewer, cell }: { viewer: CallerRecord; cell: Cell | null }) {
  if (cell === null) return null;
  const { user, right } = cell;
  const steps = grantSteps(viewer, user, right);
  const blocked = steps.some((step) => step.verdict === 'fails');
  const has = user.permissions[right];
  return (
    <Section
      title={blocked ? 'Why not' : 'This permission'}
      aside={blocked && <IconLock {...icon_14} />}
    >
      <p>
        You {blocked ? 'cannot' : 'can'} {has ? 'remove' : 'give'}{' '}
        <span className={basics.mono}>{right}</span> {has ? 'from' : 'to'}{' '}
        <b>{user.name || user.username}</b>.
      </p>
      <Hint>{user_permission_entries[right].meaning}</Hint>
      {blocked && (
        <ol className={styles.rightSteps}>
          {steps.map((step) => (
            <Step key={step.says} step={step} />
          ))}
        </ol>
      )}
    </Section>
  );
}

const labels = new Map(
  shown_rights.flatMap(({ rights }) => rights.map(({ name, label }) => [name, label] as const)),
);

function changesText(names: readonly UserPermission[]): string {
  return names.map((name) => midSentence(labels.get(name) ?? name)).join(', ');
}

export function AfterSaving({ changed_users: changed }: { changed_users: readonly ChangedUser[] }) {
  if (changed.length === 0) return null;
  return (
    <Section title="After saving">
      <ul className={styles.rightSteps}>
        {changed.flatMap(({ user, gains, loses }) => [
          gains.length > 0 && (
            <li key={`${user.id}+`} data-tone="ok">
              <IconPlus {...icon_16} />
              <span>
                <b>{user.name || user.username}</b> can {changesText(gains)}
              </span>
            </li>
          ),
          loses.length > 0 && (
            <li key={`${user.id}-`} data-tone="bad">
              <IconMinus {...icon_16} />
              <span>
                <b>{user.name || user.username}</b> can no longer {changesText(loses)}
              </span>
            </li>
          ),
        ])}
        <li data-tone="mute">
          <IconKey {...icon_16} />
          <span>The same changes apply to their API keys. The audit log records your name.</span>
        </li>
      </ul>
    </Section>
  );
}

const key_boxes = [
  { label: 'on', on: true },
  { label: 'off' },
  { label: 'cannot be added', locked: true },
  { label: 'added, not saved', changed: 'gain' },
  { label: 'removed, not saved', changed: 'loss' },
];

export function RightsKey() {
  return (
    <Section title="Key">
      <ul className={styles.rightKey}>
        {key_boxes.map(({ label, on, locked, changed }) => (
          <li key={label}>
            <span
              className={styles.rightBox}
              data-on={on}
              data-locked={locked}
              data-changed={changed}
            >
              {locked ? <IconLock {...icon_14} /> : on && <IconCheck {...icon_14} />}
            </span>
            {label}
          </li>
        ))}
      </ul>
    </Section>
  );
}
