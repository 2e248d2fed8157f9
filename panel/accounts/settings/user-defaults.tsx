// What new users of the account start with (spec 1 §2, §7: the group `user`).
import {
  default_value_changes,
  user_entries,
} from '../../../contract/accounts/documents/default-values.ts';
import type { Entries, Entry } from '../../../contract/accounts/documents/entries.ts';
import { merchants } from '../../../contract/accounts/merchants.ts';
import { partners } from '../../../contract/accounts/partners.ts';
import { account_settings } from '../../../contract/accounts/settings.ts';
import { sentence } from '../../../contract/member-labels.ts';
import { processors } from '../../../contract/payments/processors.ts';
import { useRecord } from '../../hooks.ts';
import { editTexts, FormScreen } from '../../kit/form/form-screen.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { defaultZone, timezones } from '../../kit/format/timezones.ts';
import { SectionBody } from '../../kit/page/page-parts.tsx';
import { TitlePage } from '../../kit/page/page-title.tsx';
import { toast } from '../../notices.ts';
import styles from '../accounts.module.css';
import { OriginButton } from '../inspector/origin-button.tsx';
import type { SettingsArea as Area } from '../paths.ts';
import { useViewer } from '../use-account.ts';
import { SettingField } from './setting-field.tsx';
import { changeOf, draftOf, kindOf, type SettingKind, type SettingValue } from './setting-kind.ts';

type Values = Readonly<Record<string, SettingValue>>;

const labels: Readonly<Record<string, string>> = {
  processor_id: 'Processor',
  dateformat: 'Date format',
  timezone: 'Time zone',
  supress_email_notification: 'Turn off notification emails',
};

function useGroup(area: Area, id: string) {
  const request = { params: { id, group: 'user' } };
  const merchant = useRecord(merchants.getDefaults, request, { enabled: area === 'merchant' });
  const partner = useRecord(partners.getDefaults, request, { enabled: area === 'partner' });
  return area === 'merchant' ? merchant : partner;
}

/** The fields of this account: a partner has no processors of its own. */
function useEntries(
  area: Area,
  id: string,
  zone: string,
): { entries: Entries; kinds: Record<string, SettingKind> } {
  const request = { params: { mid: id } };
  const { data } = useRecord(processors.search, request, { enabled: area === 'merchant' });
  const { processor_id, ...rest } = user_entries;
  const entries: Entries = area === 'merchant' ? { processor_id, ...rest } : rest;
  const zones = timezones('');
  const choice = (rows: readonly (readonly [string, string])[], none: string): SettingKind => ({
    kind: 'choice',
    choices: ['', ...rows.map(([value]) => value)],
    labels: { ...Object.fromEntries(rows), '': none },
  });
  const standard = data?.rows.find((one) => one.default_card);
  const own = (data?.rows ?? []).map((one) => [one.id, one.name] as const);
  const kinds = {
    ...Object.fromEntries(
      Object.entries(entries).map(([name, entry]) => [name, kindOf(name, entry as Entry)]),
    ),
    timezone: choice(
      zones.map(({ value, label }) => [value, label]),
      defaultZone(zone),
    ),
    processor_id: choice(own, standard ? `Default: ${standard.name}` : 'Default'),
  };
  return { entries, kinds };
}

interface LoadedProps {
  area: Area;
  id: string;
  /** Time zone of the account. */
  zone: string;
  values: Values;
}

function Loaded({ area, id, zone, values }: LoadedProps) {
  const { entries, kinds } = useEntries(area, id, zone);
  const form = useForm(area === 'merchant' ? merchants.updateDefaults : partners.updateDefaults, {
    initial: draftOf(entries, values),
    of: values,
    schema: default_value_changes.user,
    input: (now, begun) => changeOf(entries, begun, now),
    params: { id, group: 'user' },
    stales: [merchants.getDefaults, partners.getDefaults, account_settings.effective],
    tell: () => toast('User defaults saved'),
  });
  return (
    <FormScreen
      form={form}
      {...editTexts('user defaults', 'User defaults')}
      note="They apply to new users. Existing users keep their settings."
    >
      <SectionBody>
        <div className={styles.settingGrid}>
          {Object.entries(entries).map(([name, entry]) => (
            <SettingField
              key={name}
              name={name}
              label={labels[name] ?? sentence(name)}
              meaning={entry.meaning}
              kind={kinds[name] ?? kindOf(name, entry)}
              origin={
                <OriginButton
                  of={{ kind: 'default', groups: ['user'], name, account_id: id }}
                  label={labels[name] ?? sentence(name)}
                />
              }
            />
          ))}
        </div>
      </SectionBody>
    </FormScreen>
  );
}

export function UserDefaults({ area }: { area: Area }) {
  const viewer = useViewer();
  if (!viewer) return null;
  return <OfAccount area={area} id={viewer.account_type_id} zone={viewer.account_timezone} />;
}

function OfAccount({ area, id, zone }: Omit<LoadedProps, 'values'>) {
  const { data } = useGroup(area, id);
  if (!data) return <TitlePage title="User defaults" />;
  return <Loaded key={id} {...{ area, id, zone }} values={data} />;
}
