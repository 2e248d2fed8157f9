// The merchant's default values on one screen: the groups whose room exists (spec 1 §3, §9, Q22).
import { useState } from 'react';
import {
  type DefaultGroup,
  default_value_entries,
} from '../../../contract/accounts/documents/default-values.ts';
import type { Entries, Entry } from '../../../contract/accounts/documents/entries.ts';
import { isOfferedDefault, isOfferedGroup } from '../../../contract/accounts/documents/offered.ts';
import { type MerchantRecord, merchants } from '../../../contract/accounts/merchants.ts';
import { useRecord, useSave } from '../../hooks.ts';
import { Fold } from '../../kit/fold.tsx';
import { FormScreen } from '../../kit/form-screen.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { toast } from '../../notices.ts';
import { OriginButton } from '../inspector/origin-button.tsx';
import { sentence, spokenValue } from '../words.ts';
import { SettingField } from './setting-field.tsx';
import {
  changeOf,
  type Draft,
  draftOf,
  kindOf,
  problemsOf,
  type SettingValue,
} from './setting-kind.ts';
import '../accounts.css';

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

/** What of a folded group differs from what everybody starts with. */
function peekOf(entries: Entries, draft: Draft): string {
  const initial = draftOf(entries, {});
  const own = Object.keys(entries).filter(
    (name) => JSON.stringify(draft[name]) !== JSON.stringify(initial[name]),
  );
  if (own.length === 0) return 'as everybody starts';
  return own.map((name) => `${sentence(name)}: ${spokenValue(draft[name])}`).join(' · ');
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
  draft: Draft;
  problems: Readonly<Record<string, string>>;
  onChange: (draft: Draft) => void;
}

function Group({ group, merchant_id, draft, problems, onChange }: GroupProps) {
  const entries = entriesOf(group);
  return (
    <Fold
      title={titles[group]}
      peek={peekOf(entries, draft)}
      open_at_start={group === 'virtual_terminal'}
      forced={Object.keys(problems).length > 0}
    >
      <div className="setting-grid">
        {inOrder(entries).map(([name, entry]) => (
          <SettingField
            key={name}
            name={`${group}.${name}`}
            label={sentence(name)}
            meaning={entry.meaning}
            kind={kindOf(name, entry)}
            value={draft[name] ?? ''}
            error={problems[name] ?? ''}
            onChange={(value) => onChange({ ...draft, [name]: value })}
            origin={
              <OriginButton
                of={{ kind: 'default', groups: [group], name, account_id: merchant_id }}
                label={sentence(name)}
              />
            }
          />
        ))}
      </div>
    </Fold>
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

function Loaded({ merchant }: { merchant: MerchantRecord }) {
  const stored = draftsOf(merchant);
  const [drafts, setDrafts] = useState(stored);
  const save = useSave(merchants.updateDefaults, {
    stales: [merchants.getOwn, merchants.get, merchants.getDefaults],
  });
  const problems = Object.fromEntries(
    order.map((group) => [group, problemsOf(entriesOf(group), drafts[group])]),
  ) as Record<Shown, Record<string, string>>;
  const changes = changesOf(stored, drafts);
  const submit = async () => {
    for (const { group, input } of changes) {
      await save.mutateAsync({ params: { id: merchant.id, group }, input });
    }
    toast('Defaults saved');
  };
  const named = changes.map(({ group }) => titles[group]).join(', ');
  return (
    <FormScreen
      title="Defaults"
      action="Save defaults"
      errors={Object.assign({}, ...order.map((group) => problems[group]))}
      changed={changes.length > 0 && `Unsaved changes: ${named}. New forms start with them.`}
      busy={save.isPending}
      // The dialog of a refused group has said why; the groups before it are saved.
      onSubmit={() => void submit().catch(() => undefined)}
      onDiscard={() => setDrafts(stored)}
    >
      {order.map((group) => (
        <Group
          key={group}
          group={group}
          merchant_id={merchant.id}
          draft={drafts[group]}
          problems={problems[group]}
          onChange={(draft) => setDrafts({ ...drafts, [group]: draft })}
        />
      ))}
    </FormScreen>
  );
}

export function Defaults() {
  const { data, isError } = useRecord(merchants.getOwn);
  if (!data) return <div className="page">{isError && <PageTitle title="Defaults" />}</div>;
  return <Loaded key={data.updated_at} merchant={data} />;
}
