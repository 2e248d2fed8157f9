// The reporting configuration: columns of the table, of exports, and the totals (spec 2 §2).
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { may } from '../../../contract/access/may.ts';
import { type CustomOutput, custom_outputs } from '../../../contract/reports/custom-outputs.ts';
import type { OutputType } from '../../../contract/reports/output-fields.ts';
import { useRemove, useSave } from '../../hooks.ts';
import { ActionDialog } from '../../kit/action-dialog.tsx';
import { SelectField } from '../../kit/fields.tsx';
import { icon_14 } from '../../kit/icon.ts';
import { toast } from '../../notices.ts';
import { session } from '../../session.ts';
import { useStore } from '../../store.ts';
import { config_paths, configPath, list_paths, outputPath } from '../paths.ts';
import { accountMay, useOwnMerchant } from '../use-reader.ts';
import {
  mayChange,
  newOutput,
  type OutputDraft,
  outputChange,
  outputDraft,
  outputErrors,
  sentOf,
} from './output-draft.ts';
import { OutputFields } from './output-fields.tsx';
import { defaultOutput, type_words, useOutputs } from './outputs.ts';
import '../../kit/page-tabs.css';
import './reports.css';

const tab_order: readonly OutputType[] = ['transaction-table', 'transaction', 'transaction-totals'];

/** Closing it leads back to the search as it was, whichever way it was opened. */
export function OutputDialog({ area }: { area: AccountType }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const merchant = useOwnMerchant(area);
  const me = useStore(session);
  const { outputs, waiting } = useOutputs();
  const type = tab_order.find((one) => pathname.endsWith(config_paths[one]));
  const back = `${list_paths[area]}${search}`;
  if (type === undefined) return null;
  if (waiting || (area === 'merchant' && merchant === undefined)) return null;
  const totals = accountMay(may.see_totals, merchant);
  // They stand among the settings, which not every user of a merchant may open.
  const shut = area === 'merchant' && me?.role !== may.change_settings.merchant_role;
  if (type === 'transaction-totals' && !totals) return <Navigate to={back} replace />;
  const tabs = tab_order.filter((one) => totals || one !== 'transaction-totals');
  const links = (
    <nav className="page-tabs config-tabs" aria-label="Configuration">
      {tabs.map((one) => (
        <Link
          key={one}
          to={`${configPath(area, one)}${search}`}
          replace
          aria-current={one === type ? 'page' : undefined}
        >
          {type_words[one]}
        </Link>
      ))}
      {!shut && (
        <Link to={outputPath(area)} className="all-formats">
          All formats
        </Link>
      )}
    </nav>
  );
  const own = outputs.filter((one) => one.type === type);
  return (
    <Configuration {...{ area, type, links }} outputs={own} onClose={() => void navigate(back)} />
  );
}

interface ConfigurationProps {
  area: AccountType;
  type: OutputType;
  links: React.ReactNode;
  outputs: readonly CustomOutput[];
  onClose: () => void;
}

/** `Month end · default`. */
function choiceLabel({ name, default_for_user, default_for_account }: CustomOutput): string {
  if (default_for_user) return `${name} · my default`;
  return default_for_account ? `${name} · default of the account` : name;
}

const stales = [custom_outputs.search, custom_outputs.get];

/** What is being edited, of which output; another tab begins anew. */
function useEdited(area: AccountType, type: OutputType, outputs: readonly CustomOutput[]) {
  const first = defaultOutput(outputs, type);
  const [edited, setEdited] = useState<{ type: OutputType; id: string; draft?: OutputDraft }>({
    type,
    id: first?.id ?? '',
  });
  const fresh = edited.type === type ? edited : { type, id: first?.id ?? '' };
  const of = outputs.find(({ id }) => id === fresh.id);
  const begun = outputDraft(area, type, of);
  return {
    of,
    begun,
    draft: ('draft' in fresh ? fresh.draft : undefined) ?? begun,
    choose: (id: string) => setEdited({ type, id }),
    edit: (draft: OutputDraft) => setEdited({ type, id: fresh.id, draft }),
  };
}

function Configuration({ area, type, links, outputs, onClose }: ConfigurationProps) {
  const me = useStore(session);
  const { of, begun, draft, choose, edit } = useEdited(area, type, outputs);
  const [tried, setTried] = useState(false);
  const done = (text: string) => () => {
    toast(text);
    onClose();
  };
  const options = { quiet: true, stales };
  const create = useSave(custom_outputs.create, { ...options, onSaved: done('Format created') });
  const update = useSave(custom_outputs.update, { ...options, onSaved: done('Format saved') });
  const own_default = outputs.find((one) => one.default_for_user);
  const change = outputChange(begun, draft);
  const untouched = Object.keys(change).length === 0;
  // The standard cannot be changed, only gone back to.
  const to_standard = of === undefined && untouched;
  const errors = to_standard ? {} : outputErrors(draft);
  const submit = () => {
    setTried(true);
    if (Object.keys(errors).length > 0) return;
    if (of) return untouched ? onClose() : update.mutate({ params: of, input: sentOf(change) });
    if (to_standard) {
      if (!own_default) return onClose();
      return update.mutate({ params: own_default, input: { default_for_user: false } });
    }
    create.mutate({ input: newOutput(type, draft) });
  };
  return (
    <ActionDialog
      title="Configure"
      action={of ? 'Save format' : to_standard ? 'Use the standard' : 'Create format'}
      busy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {links}
      <SelectField
        name="output"
        label="Format"
        value={of?.id ?? ''}
        none="Standard"
        choices={outputs.map((one) => ({ value: one.id, label: choiceLabel(one) }))}
        onChange={choose}
      />
      <OutputFields
        type={type}
        draft={draft}
        onChange={edit}
        errors={tried ? errors : {}}
        changeable={mayChange(of, me?.role)}
      />
      {of && mayChange(of, me?.role) && <Removal of={of} onRemoved={() => choose('')} />}
    </ActionDialog>
  );
}

/** Nothing else hangs on a format, so no second question is asked. */
function Removal({ of, onRemoved }: { of: CustomOutput; onRemoved: () => void }) {
  const remove = useRemove(custom_outputs.remove, {
    stales,
    onSaved: () => {
      toast('Format deleted');
      onRemoved();
    },
  });
  return (
    <button
      type="button"
      className="plain-button output-removal"
      data-tone="bad"
      aria-disabled={remove.isPending}
      onClick={() => !remove.isPending && remove.mutate({ params: { id: of.id } })}
    >
      <IconTrash {...icon_14} />
      Delete {of.name}
    </button>
  );
}
