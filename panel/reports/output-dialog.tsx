// The reporting configuration: columns of the table, of exports, and the totals (spec 2 §2).
import { IconTrash } from '@tabler/icons-react';
import { useLayoutEffect, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { may } from '../../contract/access/may.ts';
import { type CustomOutput, custom_outputs } from '../../contract/reports/custom-outputs.ts';
import type { OutputType } from '../../contract/reports/output-fields.ts';
import { useSave } from '../hooks.ts';
import { SelectControl } from '../kit/form/controls.tsx';
import { differing } from '../kit/form/differing.ts';
import { FormDialog } from '../kit/form/form-dialog.tsx';
import { useForm } from '../kit/form/use-form.ts';
import { icon_14 } from '../kit/icon.ts';
import pageStyles from '../kit/page/page.module.css';
import pageTabsStyles from '../kit/page/page-tabs.module.css';
import { toast } from '../notices.ts';
import { config_paths, configPath, list_paths, outputPath } from '../payments/paths.ts';
import { accountMay, useOwnMerchant } from '../session/own-merchant.ts';
import { session } from '../session/session.ts';
import { useStore } from '../store.ts';
import basics from '../style/basics.module.css';
import { useStanding } from '../use-standing.ts';
import {
  mayChange,
  newOutput,
  type OutputDraft,
  outputDraft,
  outputRules,
  sentOf,
} from './output-draft.ts';
import { OutputFields } from './output-fields.tsx';
import { defaultOutput, type_labels, useOutputs } from './outputs.ts';
import styles from './reports.module.css';

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
  const shut = area === 'merchant' && me?.role !== may.see_settings.merchant_role;
  if (type === 'transaction-totals' && !totals) return <Navigate to={back} replace />;
  const tabs = tab_order.filter((one) => totals || one !== 'transaction-totals');
  const links = (
    <nav
      className={`${pageStyles.tabRow} ${pageTabsStyles.pageTabs} ${styles.configTabs}`}
      aria-label="Configuration"
    >
      {tabs.map((one) => (
        <Link
          key={one}
          to={`${configPath(area, one)}${search}`}
          replace
          aria-current={one === type ? 'page' : undefined}
        >
          {type_labels[one]}
        </Link>
      ))}
      {!shut && (
        <Link to={outputPath(area)} className={styles.allFormats}>
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

/** Which output is chosen; another tab begins with its own default. */
function useChosen(type: OutputType, outputs: readonly CustomOutput[]) {
  const first = defaultOutput(outputs, type)?.id ?? '';
  const [chosen, setChosen] = useState({ type, id: first });
  const id = chosen.type === type ? chosen.id : first;
  return {
    of: outputs.find((one) => one.id === id),
    choose: (next: string) => setChosen({ type, id: next }),
  };
}

/** A format begins anew wherever another one is chosen. */
function useConfiguration(props: ConfigurationProps, of: CustomOutput | undefined) {
  const { area, type, outputs, onClose } = props;
  const create = useSave(custom_outputs.create, { quiet: true, stales });
  const update = useSave(custom_outputs.update, { quiet: true, stales });
  const standing = useStanding();
  const initial = outputDraft(area, type, of);
  const isUntouched = (now: OutputDraft) => Object.keys(differing(initial, now)).length === 0;
  const own_default = outputs.find((one) => one.default_for_user);
  const save = async (now: OutputDraft) => {
    const done = (text: string) => toast(text);
    if (of === undefined && !isUntouched(now)) {
      await create.mutateAsync({ input: newOutput(type, now) }).then(() => done('Format created'));
    } else if (of === undefined && own_default) {
      // The standard cannot be changed, only gone back to.
      const input = { default_for_user: false };
      await update.mutateAsync({ params: { id: own_default.id }, input });
      done('Format saved');
    } else if (of && !isUntouched(now)) {
      const input = sentOf(differing(initial, now));
      await update.mutateAsync({ params: { id: of.id }, input }).then(() => done('Format saved'));
    }
    if (standing.current) onClose();
  };
  const form = useForm(custom_outputs.create, {
    initial,
    // The standard has no name and needs none.
    input: (now) => newOutput(type, isUntouched(now) ? { ...now, name: type } : now),
    rules: outputRules,
    send: save,
  });
  const at = `${type} ${of?.id}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is chosen
  useLayoutEffect(() => form.reset(initial), [at]);
  return { form, to_standard: of === undefined && !form.dirty };
}

function Configuration(props: ConfigurationProps) {
  const { type, links, outputs, onClose } = props;
  const me = useStore(session);
  const { of, choose } = useChosen(type, outputs);
  const { form, to_standard } = useConfiguration(props, of);
  return (
    <FormDialog
      form={form}
      title="Configure"
      action={of ? 'Save format' : to_standard ? 'Use the standard format' : 'Create format'}
      onClose={onClose}
    >
      {links}
      <SelectControl
        name="output"
        label="Format"
        value={of?.id ?? ''}
        none="Standard"
        choices={outputs.map((one) => ({ value: one.id, label: choiceLabel(one) }))}
        onChange={choose}
      />
      <OutputFields type={type} changeable={mayChange(of, me?.role)} />
      {of && mayChange(of, me?.role) && <Removal of={of} onRemoved={() => choose('')} />}
    </FormDialog>
  );
}

/** Nothing else depends on a format, so no second confirmation is needed. */
function Removal({ of, onRemoved }: { of: CustomOutput; onRemoved: () => void }) {
  const remove = useSave(custom_outputs.remove, {
    stales,
    tell: () => toast('Format deleted'),
    onSaved: onRemoved,
  });
  return (
    <button
      type="button"
      className={`${basics.plainButton} ${styles.outputRemoval}`}
      data-tone="bad"
      aria-disabled={remove.isPending}
      onClick={() => !remove.isPending && remove.mutate({ params: { id: of.id } })}
    >
      <IconTrash {...icon_14} />
      Delete {of.name}
    </button>
  );
}
