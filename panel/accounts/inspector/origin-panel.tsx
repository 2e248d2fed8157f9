// Where a setting in force comes from: each level with its value, who gave it, and which one wins.
import { IconCheck, IconPoint } from '@tabler/icons-react';
import {
  account_settings,
  type EffectiveSetting,
  type SettingLevel,
  type SettingStep,
} from '../../../contract/accounts/settings.ts';
import { useRecord } from '../../hooks.ts';
import { SidePanel } from '../../kit/dialog/side-panel.tsx';
import { Moment } from '../../kit/format/moment.tsx';
import { icon_16 } from '../../kit/icon.ts';
import { Hint, Skeleton } from '../../kit/page/page-parts.tsx';
import { settingText } from '../value-text.ts';
import styles from './origin.module.css';
import type { SettingOf } from './origin-button.tsx';

const level_texts: Readonly<Record<SettingLevel, string>> = {
  system: 'System default',
  partner: 'Partner',
  merchant: 'Merchant',
  user: 'User',
};

interface StepProps {
  setting: EffectiveSetting;
  step: SettingStep;
  wins: boolean;
}

function Step({ setting, step, wins }: StepProps) {
  const Icon = wins ? IconCheck : IconPoint;
  const textOf = (value: SettingStep['value']) => settingText(setting.name, value);
  return (
    <li data-wins={wins || undefined}>
      <Icon {...icon_16} />
      <div>
        <b>{step.name || level_texts[step.level]}</b>
        {step.name !== '' && <small>{level_texts[step.level]}</small>}
        <p>
          {step.is_set ? textOf(step.value) : 'not set'}
          {wins && <em>in effect</em>}
        </p>
        {step.is_set && step.set_by !== '' && (
          <Hint>
            by {step.set_by}
            {step.set_at && (
              <>
                , <Moment at={step.set_at} />
              </>
            )}
          </Hint>
        )}
        {step.is_set && step.level !== 'system' && step.without !== null && (
          <Hint>Without it: {textOf(step.without)}</Hint>
        )}
        {step.note !== '' && <Hint>{step.note}</Hint>}
      </div>
    </li>
  );
}

function Chain({ of, group, title }: { of: SettingOf; group?: string; title?: string }) {
  const { kind, name, account_id } = of;
  const input = { kind, name, account_id, ...(group !== undefined && { group }) };
  const { data, isError } = useRecord(account_settings.effective, { input }, { quiet: true });
  const setting = data?.rows[0];
  if (isError || (data && !setting)) {
    return <Hint>The origin of this setting could not be loaded.</Hint>;
  }
  if (!setting) return <Skeleton />;
  return (
    <section className={styles.origin}>
      {title && <h3>{title}</h3>}
      <ol>
        {setting.chain.map((step, at) => (
          <Step
            key={`${step.level}-${step.id}`}
            setting={setting}
            step={step}
            wins={at === setting.decided_by}
          />
        ))}
      </ol>
    </section>
  );
}

const group_titles: Readonly<Record<string, string>> = { default: 'Payments', invoice: 'Invoices' };

interface PanelProps {
  of: SettingOf;
  label: string;
  onClose: () => void;
}

export function OriginPanel({ of, label, onClose }: PanelProps) {
  const groups = of.groups ?? [];
  return (
    <SidePanel title={label} onClose={onClose}>
      <Hint>Where does this come from? The last level that sets a value wins.</Hint>
      {groups.length === 0 ? (
        <Chain of={of} />
      ) : (
        groups.map((group) => (
          <Chain
            key={group}
            of={of}
            group={group}
            title={groups.length > 1 ? group_titles[group] : undefined}
          />
        ))
      )}
    </SidePanel>
  );
}
