// A labelled field of the virtual terminal: uncontrolled, with its message under it.
import { IconAlertCircle, IconChevronDown } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useId, useMemo } from 'react';
import { type FieldPath, get, useFormContext, useFormState } from 'react-hook-form';
import type {
  RequiredFields,
  RequiredKey,
  Requirement,
} from '../../../../contract/accounts/documents/field-requirements.ts';
import { icon_14 } from '../../../kit/icon.ts';
import basics from '../../../style/basics.module.css';
import { requirementOf, type TerminalForm } from '../form.ts';
import { ModeContext } from '../use-mode.ts';
import styles from './fields.module.css';
import { select_frame } from './named-select.tsx';

/** Custom fields have a form of their own. */
export type FieldName = Exclude<FieldPath<TerminalForm>, `custom_fields${string}`>;

const RequiredFieldsContext = createContext<RequiredFields>({} as RequiredFields);
export const RequiredFieldsProvider = RequiredFieldsContext.Provider;

const governing: Partial<Record<FieldName, RequiredKey>> = {
  cvc: 'payment_method_card_cvc',
  tax_rate: 'tax_amount',
  national_tax_rate: 'national_tax_amount',
  payment_adj_value: 'payment_adjustment',
  payment_adj_type: 'payment_adjustment',
};

/** The setting that governs a field: `billing_address.city` → billing_city. */
export function requiredKey(name: FieldName): RequiredKey {
  const other = governing[name];
  if (other !== undefined) return other;
  return name.replace('_address.', '_') as RequiredKey;
}

/** Without these there would be nothing to take, or nothing to take it from. */
const always_asked: ReadonlySet<FieldName> = new Set<FieldName>([
  'amount',
  'number',
  'expiration_date',
  'routing_number',
  'account_number',
  'check_number',
]);

function settingOf(settings: RequiredFields, name: FieldName): Requirement {
  return always_asked.has(name) ? 'required' : requirementOf(settings, requiredKey(name));
}

export function useIsHidden(name: FieldName): boolean {
  return settingOf(useContext(RequiredFieldsContext), name) === 'hidden';
}

export function useIsRequired(name: FieldName): boolean {
  return settingOf(useContext(RequiredFieldsContext), name) === 'required';
}

/** Whether the merchant requires any of these: their section is then open. */
export function useAnyRequired(names: readonly FieldName[]): boolean {
  const settings = useContext(RequiredFieldsContext);
  return names.some((name) => settingOf(settings, name) === 'required');
}

/**
 * Whether there is something to show under any of these names. A field of the advanced mode stays
 * in the simple one where it is required, holds a value or has an error: nothing is charged unseen.
 */
export function useIsShown(names: readonly FieldName[], advanced: boolean): boolean {
  const settings = useContext(RequiredFieldsContext);
  const mode = useContext(ModeContext);
  const { control, getValues } = useFormContext<TerminalForm>();
  const { errors } = useFormState({ control });
  const wanted = names.filter((name) => settingOf(settings, name) !== 'hidden');
  // Read once a mode: a field must not leave while somebody empties it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values of the moment
  const held = useMemo(
    () => wanted.some((name) => !['', false].includes(getValues(name) as string | boolean)),
    [mode],
  );
  if (wanted.length === 0 || !advanced || mode === 'advanced' || held) return wanted.length > 0;
  return wanted.some(
    (name) => settingOf(settings, name) === 'required' || get(errors, name) !== undefined,
  );
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
  /** Not among the fields of the simple mode. */
  advanced?: boolean;
  children: (attributes: {
    id: string;
    /** What a reader of the screen is described of the field. */
    described: {
      'aria-required': true | undefined;
      'aria-invalid': true | undefined;
      'aria-describedby': string | undefined;
    };
  }) => ReactNode;
}

/** Label, field and message; absent where the merchant hides the field. */
export function FieldFrame(props: FrameProps) {
  const { name, label, span, half, aside, advanced = false, children } = props;
  const id = useId();
  const problem = useProblem(name);
  const required = useIsRequired(name);
  if (!useIsShown([name], advanced)) return null;
  const invalid = problem !== '';
  // Fields that every payment needs have no mark; those that the merchant requires do.
  const wished = required && !always_asked.has(name);
  const described = {
    'aria-required': required || undefined,
    'aria-invalid': invalid || undefined,
    'aria-describedby': invalid ? `${id}-problem` : undefined,
  } as const;
  return (
    <div className={styles.field} data-span={span} data-phone={half ? 6 : undefined}>
      <label htmlFor={id}>
        <span>
          {label}
          {wished && (
            <b aria-hidden="true" title="required">
              *
            </b>
          )}
        </span>
        {aside && <em>{aside}</em>}
      </label>
      {children({ id, described: described })}
      {invalid && (
        <p className={styles.problem} id={`${id}-problem`}>
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
      {({ id, described }) => (
        <div
          className={`${basics.textInput} ${basics.inputFrame} ${styles.input}`}
          data-invalid={described['aria-invalid']}
        >
          {before}
          <input
            id={id}
            type="text"
            autoComplete="off"
            spellCheck={false}
            {...described}
            {...input}
            {...registered}
            onChange={(event) => {
              arrange?.(event.currentTarget);
              void onChange(event);
            }}
          />
          {after !== undefined && <span className={styles.after}>{after}</span>}
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
      {({ id, described }) => (
        <div className={select_frame} data-invalid={described['aria-invalid']}>
          <select id={id} {...described} {...register(frame.name)}>
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
