// A processor set up or changed: the parts all types share, and the settings of its own type.
import { type ReactNode, useState } from 'react';
import { processorType } from '../../../contract/payments/processor-types/catalogue.ts';
import { Banner } from '../../kit/banner.tsx';
import { FormPart } from '../../kit/form-part.tsx';
import { FormScreen } from '../../kit/form-screen.tsx';
import { useTouched } from '../../kit/use-touched.ts';
import { draftOf, type ProcessorDraft, problemsOf } from './draft.ts';
import {
  DefaultsPart,
  FeePart,
  LimitsPart,
  NamePart,
  type PartProps,
  SettlementPart,
} from './processor-fields.tsx';
import { SettingsFields } from './settings-fields.tsx';
import './processors.css';

interface FormProps {
  title: string;
  action: string;
  start: ProcessorDraft;
  /** Secrets that are stored. */
  set: readonly string[];
  busy: boolean;
  /** Above the fields: the choice of the type, or what is known of the processor. */
  head: (change: (draft: ProcessorDraft) => void) => ReactNode;
  onSubmit: (draft: ProcessorDraft) => void;
}

function SettingsPart({ draft, problems, onChange, set }: PartProps & { set: readonly string[] }) {
  const fields = processorType(draft.type)?.credentials ?? [];
  if (fields.length === 0) return null;
  return (
    <FormPart title="Settings of the type" note="Secrets are written once and never shown again.">
      <SettingsFields
        fields={fields}
        draft={draft.settings}
        set={set}
        problems={problems}
        onChange={(name, value) => onChange({ settings: { ...draft.settings, [name]: value } })}
      />
    </FormPart>
  );
}

/** Fields of a change as the form names them: those of settings stand behind a prefix. */
function touchedNames(change: Partial<ProcessorDraft>, before: ProcessorDraft): string[] {
  const { settings, limits, ...rest } = change;
  const changed = (now: object, old: object) =>
    Object.entries(now).flatMap(([name, value]) =>
      (old as Record<string, unknown>)[name] === value ? [] : [name],
    );
  return [
    ...Object.keys(rest),
    ...(settings ? changed(settings, before.settings).map((name) => `settings.${name}`) : []),
    ...(limits ? changed(limits, before.limits) : []),
  ];
}

export function ProcessorForm({ title, action, start, set, busy, head, onSubmit }: FormProps) {
  const [draft, setDraft] = useState(start);
  const touched = useTouched();
  const problems = problemsOf(draft, set);
  const wrong = Object.keys(problems);
  // What cannot be sent yet is typed all the same.
  const changed = JSON.stringify(start) !== JSON.stringify(draft);
  const change = (part: Partial<ProcessorDraft>) => {
    setDraft({ ...draft, ...part });
    touched.touch(touchedNames(part, draft));
  };
  const shown = touched.of(problems);
  const part = { draft, problems: shown, onChange: change };
  return (
    <FormScreen
      title={title}
      action={action}
      errors={shown}
      changed={changed && `${title} has unsaved changes.`}
      busy={busy}
      onSubmit={() => (wrong.length > 0 ? touched.touch(wrong) : onSubmit(draft))}
      onDiscard={() => setDraft(start)}
    >
      {head((next) => setDraft({ ...next, name: draft.name, description: draft.description }))}
      {draft.type !== '' && (
        <>
          <NamePart {...part} />
          <SettingsPart {...part} set={set} />
          <DefaultsPart {...part} />
          <SettlementPart {...part} />
          <FeePart {...part} />
          <LimitsPart {...part} />
        </>
      )}
    </FormScreen>
  );
}

/** Says in plain words that a type is kept and not driven. */
export function Refusal({ text }: { text: string }) {
  if (text === '') return null;
  return <Banner tone="warn">{text}</Banner>;
}

export const emptyDraft = () => draftOf('', null);
