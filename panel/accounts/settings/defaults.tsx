// The merchant's default values on one screen: the groups whose room exists (spec 1 §3, §9, Q22).
import { useState } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod';
import {
  type DefaultGroup,
  default_value_changes,
  default_value_entries,
} from '../../../contract/accounts/documents/default-values.ts';
import type { Entries, Entry } from '../../../contract/accounts/documents/entries.ts';
import { isOfferedDefault, isOfferedGroup } from '../../../contract/accounts/documents/offered.ts';
import { type MerchantRecord, merchants } from '../../../contract/accounts/merchants.ts';
import { sentence } from '../../../contract/member-labels.ts';
import { apple_pay } from '../../../contract/payments/wallets/apple-pay.ts';
import { useRecord, useSave } from '../../hooks.ts';
import { useValue } from '../../kit/form/form-context.ts';
import { FormFold } from '../../kit/form/form-part.tsx';
import { FormScreen } from '../../kit/form/form-screen.tsx';
import { useForm, useValues } from '../../kit/form/use-form.ts';
import { TitlePage } from '../../kit/page/page-title.tsx';
import { FindBox, NothingFound } from '../../kit/switches/find-box.tsx';
import { toast } from '../../notices.ts';
import styles from '../accounts.module.css';
import { OriginButton } from '../inspector/origin-button.tsx';
import { settingValueText } from '../value-text.ts';
import { SettingField } from './setting-field.tsx';
import {
  changeOf,
  type Draft,
  draftOf,
  kindOf,
  type SettingKind,
  type SettingValue,
} from './setting-kind.ts';

/** The seven of this screen; the defaults of users have one of their own. */
type Shown = Exclude<DefaultGroup, 'user'>;

const titles: Readonly<Record<Shown, string>> = {
  virtual_terminal: 'Virtual terminal',
  line_items: 'Line items',
  invoices: 'Invoices',
  merchant: 'Payments and taxes',
  recurring: 'Subscriptions',
  vault: 'Account updater',
  reporting: 'Reports',
};
const order = (Object.keys(titles) as Shown[]).filter(isOfferedGroup);

const entriesOf = (group: Shown): Entries =>
  Object.fromEntries(
    Object.entries(default_value_entries[group]).filter(([name]) => isOfferedDefault(group, name)),
  );

type Drafts = Readonly<Record<Shown, Draft>>;

function draftsOf({ default_values }: MerchantRecord): Drafts {
  const rows = order.map((group) => {
    const values = default_values[group] as Readonly<Record<string, SettingValue>>;
    return [group, draftOf(entriesOf(group), values)];
  });
  return Object.fromEntries(rows) as Drafts;
}

type Kinds = Readonly<Record<string, SettingKind>>;

/** A registration is chosen by its name. An ID of none of them stays, to be seen and changed. */
function useKinds(group: Shown, draft: Draft): Kinds {
  const { data } = useRecord(apple_pay.search, undefined, { enabled: group === 'merchant' });
  if (group !== 'merchant' || !data) return {};
  const names = data.rows.map((one) => [one.id, `${one.display_name}, ${one.domain_name}`]);
  const now = String(draft.apple_pay_id ?? '');
  const unknown = now === '' || data.rows.some(({ id }) => id === now) ? [] : [[now, now]];
  const rows: readonly (readonly string[])[] = [['', 'None'], ...names, ...unknown];
  const choices = rows.map(([id]) => id as string);
  return { apple_pay_id: { kind: 'choice', choices, labels: Object.fromEntries(rows) } };
}

/** Of a folded group: how many of its switches are on, and what else is not as it began. */
function peekOf(entries: Entries, draft: Draft, kinds: Kinds): string {
  const initial = draftOf(entries, {});
  const names = Object.keys(entries);
  const switches = names.filter((name) => typeof draft[name] === 'boolean');
  const on = switches.filter((name) => draft[name] === true).length;
  const own = names.filter(
    (name) =>
      typeof draft[name] !== 'boolean' &&
      JSON.stringify(draft[name]) !== JSON.stringify(initial[name]),
  );
  return [
    ...(switches.length > 0 ? [`${on} of ${switches.length} on`] : []),
    ...own.map((name) => {
      const kind = kinds[name];
      const label = kind?.kind === 'choice' && kind.labels?.[String(draft[name])];
      return `${sentence(name)}: ${label || settingValueText(draft[name])}`;
    }),
    ...(switches.length + own.length === 0 ? ['default values'] : []),
  ].join(' · ');
}

/** The settings of a group that are looked for: by name, help, key or the group's title. */
function foundOf(group: Shown, find: string): Entries {
  const entries = entriesOf(group);
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  const found = Object.entries(entries).filter(([name, { meaning }]) => {
    const text = `${titles[group]} ${sentence(name)} ${meaning} ${name}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return Object.fromEntries(found);
}

/** What is filled in first, then what is switched. */
function inOrder(entries: Entries): readonly (readonly [string, Entry])[] {
  const is_switch = ([name, entry]: [string, Entry]) => kindOf(name, entry).kind === 'switch';
  const all = Object.entries(entries);
  return [...all.filter((one) => !is_switch(one)), ...all.filter(is_switch)];
}

interface GroupProps {
  group: Shown;
  merchant_id: string;
  /** What is looked for; '' shows all. */
  find: string;
}

function Group({ group, merchant_id, find }: GroupProps) {
  const draft = useValue<Draft>(group);
  const { hash } = useLocation();
  const kinds = useKinds(group, draft);
  const entries = foundOf(group, find);
  if (Object.keys(entries).length === 0) return null;
  return (
    <FormFold
      title={titles[group]}
      peek={peekOf(entriesOf(group), draft, kinds)}
      open_at_start={group === (hash.slice(1) || 'virtual_terminal')}
      forced={find.trim() !== ''}
      names={group}
    >
      <div className={styles.settingGrid}>
        {inOrder(entries).map(([name, entry]) => (
          <SettingField
            key={name}
            name={`${group}.${name}`}
            label={sentence(name)}
            meaning={entry.meaning}
            kind={kinds[name] ?? kindOf(name, entry)}
            origin={
              <OriginButton
                of={{ kind: 'default', groups: [group], name, account_id: merchant_id }}
                label={sentence(name)}
              />
            }
          />
        ))}
      </div>
    </FormFold>
  );
}

/** What is sent for each group that differs. */
function changesOf(stored: Drafts, drafts: Drafts) {
  return order
    .map((group) => {
      const input = changeOf(entriesOf(group), stored[group], drafts[group]);
      return { group, input };
    })
    .filter(({ input }) => Object.keys(input).length > 0);
}

/** Every group by its own rules: the call takes one at a time. */
const schema = z.object(
  Object.fromEntries(order.map((group) => [group, default_value_changes[group].optional()])),
);

function Loaded({ merchant }: { merchant: MerchantRecord }) {
  const [find, setFind] = useState('');
  const initial = draftsOf(merchant);
  const save = useSave(merchants.updateDefaults, {
    stales: [merchants.getOwn, merchants.get, merchants.getDefaults],
  });
  const form = useForm(merchants.updateDefaults, {
    initial,
    schema,
    of: merchant,
    input: (now) =>
      Object.fromEntries(changesOf(initial, now).map(({ group, input }) => [group, input])),
    // The dialog of a refused group has said why; the groups before it are saved.
    send: async (now) => {
      for (const { group, input } of changesOf(initial, now)) {
        await save.mutateAsync({ params: { id: merchant.id, group }, input });
      }
      toast('Defaults saved');
    },
  });
  const changes = changesOf(initial, useValues(form));
  const named = changes.map(({ group }) => titles[group]).join(', ');
  return (
    <FormScreen
      form={form}
      title="Defaults"
      action="Save defaults"
      note={`Unsaved changes: ${named}. New forms use them.`}
    >
      <FindBox label="Find a setting" value={find} onFind={setFind} />
      {order.every((group) => Object.keys(foundOf(group, find)).length === 0) && (
        <NothingFound find={find} />
      )}
      {order.map((group) => (
        <Group key={group} group={group} merchant_id={merchant.id} find={find} />
      ))}
    </FormScreen>
  );
}

export function Defaults() {
  const { data } = useRecord(merchants.getOwn);
  if (!data) return <TitlePage title="Defaults" />;
  return <Loaded key={data.id} merchant={data} />;
}
