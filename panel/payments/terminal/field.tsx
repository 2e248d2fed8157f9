// A labelled field of the virtual terminal: uncontrolled, with its message under it.
import { IconAlertCircle, IconChevronDown } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { type FieldPath, useFormContext, useFormState } from 'react-hook-form';
import type {
  RequiredFields,
  RequiredKey,
} from '../../../contract/accounts/documents/requireds.ts';
import { icon_14 } from '../../kit/icon.ts';
import { requirementOf, type TerminalForm } from './form.ts';

export type FieldName = FieldPath<TerminalForm>;

const RequiredsContext = createContext<RequiredFields>({} as RequiredFields);
export const RequiredsProvider = RequiredsContext.Provider;

/** The setting that governs a field: `billing_address.city` → billing_city. */
export function requiredKey(name: FieldName): RequiredKey {
  if (name === 'tax_rate') return 'tax_amount';
  return name.replace('_address.', '_') as RequiredKey;
}

export function useIsHidden(name: FieldName): boolean {
  return requirementOf(useContext(RequiredsContext), requiredKey(name)) === 'hidden';
}

/** Message of one field, and what ties it to the field. */
export function useProblem(name: FieldName): string {
  const { control, getFieldState } = useFormContext<TerminalForm>();
  const state = useFormState({ control, name });
  return getFieldState(name, state).error?.message ?? '';
}

interface FrameProps {
  name: FieldName;
  label: string;
  /** Columns of twelve; on phones a half or the whole row. */
  span: 2 | 3 | 4 | 5 | 6 | 12;
  half?: boolean;
  /** Beside the label, in a quieter tone. */
  aside?: string;
  children: (given: {
    id: string;
    invalid: boolean;
    described_by: string | undefined;
  }) => ReactNode;
}

/** Label, field and message; absent where the merchant hides the field. */
export function FieldFrame({ name, label, span, half, aside, children }: FrameProps) {
  const id = useId();
  const problem = useProblem(name);
  if (useIsHidden(name)) return null;
  const invalid = problem !== '';
  return (
    <div className="term-field" data-span={span} data-phone={half ? 6 : undefined}>
      <label htmlFor={id}>
        {label}
        {aside && <em>{aside}</em>}
      </label>
      {children({ id, invalid, described_by: invalid ? `${id}-problem` : undefined })}
      {invalid && (
        <p className="term-problem" id={`${id}-problem`}>
          <IconAlertCircle {...icon_14} />
          <span>{problem}</span>
        </p>
      )}
    </div>
  );
}

interface FieldProps extends Omit<FrameProps, 'children'> {
  before?: ReactNode;
  after?: ReactNode;
  input?: React.InputHTMLAttributes<HTMLInputElement>;
  /** Arranges what was typed before the form reads it. */
  arrange?: (element: HTMLInputElement) => void;
}

/** A line of text. */
export function Field({ before, after, input, arrange, ...frame }: FieldProps) {
  const { register } = useFormContext<TerminalForm>();
  const { onChange, ...registered } = register(frame.name);
  return (
    <FieldFrame {...frame}>
      {({ id, invalid, described_by }) => (
        <div className="term-input" data-invalid={invalid || undefined}>
          {before}
          <input
            id={id}
            type="text"
            autoComplete="off"
            spellCheck={false}
            aria-invalid={invalid || undefined}
            aria-describedby={described_by}
            {...input}
            {...registered}
            onChange={(event) => {
              arrange?.(event.currentTarget);
              void onChange(event);
            }}
          />
          {after !== undefined && <span className="term-after">{after}</span>}
        </div>
      )}
    </FieldFrame>
  );
}

interface SelectFieldProps extends Omit<FrameProps, 'children'> {
  options: readonly { value: string; label: string }[];
}

export function SelectField({ options, ...frame }: SelectFieldProps) {
  const { register } = useFormContext<TerminalForm>();
  return (
    <FieldFrame {...frame}>
      {({ id, invalid, described_by }) => (
        <div className="term-input term-select" data-invalid={invalid || undefined}>
          <select
            id={id}
            aria-invalid={invalid || undefined}
            aria-describedby={described_by}
            {...register(frame.name)}
          >
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <IconChevronDown {...icon_14} />
        </div>
      )}
    </FieldFrame>
  );
}
