// The parts of the virtual terminal below its tabs, and the price at its side.

import { type ComponentType, type KeyboardEvent, lazy, Suspense } from 'react';
import { type FieldErrors, useFormContext, useFormState, useWatch } from 'react-hook-form';
import {
  holder_keys,
  level_keys,
} from '../../../contract/accounts/documents/field-requirements.ts';
import { formatMoney } from '../../../contract/money.ts';
import { sentenceCase } from '../../kit/format/sentence.ts';
import { Fold } from '../../kit/parts/fold.tsx';
import basics from '../../style/basics.module.css';
import { CashTab } from '../picker/plain-tabs.tsx';
import { isNewMethod } from './body.ts';
import { CardFields } from './card-entry/card-fields.tsx';
import { AmountFields, LevelFields } from './fields/amount-fields.tsx';
import { BankTab, HolderFields, useHolderShown } from './fields/bank-fields.tsx';
import { ContactFields, contactNames, contactPeek } from './fields/contact-fields.tsx';
import { CustomFields } from './fields/custom-fields.tsx';
import { useAnyRequired, useIsShown } from './fields/field.tsx';
import { Option, OptionFields, option_names } from './fields/option-fields.tsx';
import { statesCustomers, type TerminalForm, takesLevels } from './form.ts';
import { terminal_labels } from './labels.ts';
import { LineItems } from './lines/line-items.tsx';
import {
  ChargeButton,
  chargeLabel,
  type OpenProblem,
  PreviewPanel,
  totalLabel,
} from './preview-panel.tsx';
import styles from './terminal.module.css';
import type { TerminalState } from './use-terminal.ts';

/** Enter in a field charges nothing: only the button does, or Ctrl and Enter. */
export function blockEnter(event: KeyboardEvent): void {
  const alone = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
  if (alone && event.target instanceof HTMLInputElement) event.preventDefault();
}

type Labels = Readonly<Record<string, string>>;

function openProblems(errors: FieldErrors, labels: Labels, path = ''): OpenProblem[] {
  return Object.entries(errors).flatMap(([name, error]) => {
    if (error === undefined) return [];
    const full = path === '' ? name : `${path}.${name}`;
    if (typeof error.message === 'string') {
      return [{ name: full, label: labels[full] ?? labels[name] ?? sentenceCase(name) }];
    }
    return openProblems(error as FieldErrors, labels, full);
  });
}

function useErrors(): FieldErrors<TerminalForm> {
  const { control } = useFormContext<TerminalForm>();
  return useFormState({ control }).errors;
}

// Fetched by whoever opens the tab.
const CustomerTab = lazy(async () => ({
  default: (await import('./customer/customer-tab.tsx')).CustomerTab,
}));

const ReaderTab = lazy(async () => ({
  default: (await import('./counter/reader-tab.tsx')).ReaderTab,
}));
const TerminalTab = lazy(async () => ({
  default: (await import('./counter/terminal-tab.tsx')).TerminalTab,
}));

const PayTab = lazy(async () => ({
  default: (await import('./counter/apple-pay-tab.tsx')).PayTab,
}));

const TerminalActivity = lazy(async () => ({
  default: (await import('./counter/terminal-wait.tsx')).TerminalActivity,
}));

/** The method of the open tab; where a terminal takes the card, what that is doing. */
export function Method({ terminal }: { terminal: TerminalState }) {
  const { paid_by, processor, busy } = terminal;
  const counter = paid_by === 'terminal' ? processor?.terminal : undefined;
  return (
    <>
      {/* What was chosen stays chosen where the payment is refused. */}
      <div hidden={counter !== undefined && busy}>
        <MethodFields terminal={terminal} />
      </div>
      {counter && (
        <Suspense>
          <TerminalActivity terminal={counter} busy={busy} />
        </Suspense>
      )}
    </>
  );
}

const late_tabs: Partial<
  Record<TerminalState['method'], ComponentType<{ terminal: TerminalState }>>
> = {
  customer: CustomerTab,
  terminal: TerminalTab,
  apple_pay_token: PayTab,
};

function MethodFields({ terminal }: { terminal: TerminalState }) {
  const { method, card, funding } = terminal;
  if (method === 'cash') return <CashTab />;
  const Tab = late_tabs[method];
  if (Tab) {
    return (
      <Suspense>
        <Tab terminal={terminal} />
      </Suspense>
    );
  }
  if (method === 'cardReader') {
    return (
      <Suspense>
        <ReaderTab busy={terminal.busy} />
      </Suspense>
    );
  }
  if (method === 'ach') return <BankTab allowed_codes={terminal.processor?.sec_codes ?? []} />;
  const { brand, swiped, onNumber } = card;
  return <CardFields {...{ brand, swiped, onNumber, funding }} />;
}

const level_names = ['national_tax_rate', ...level_keys] as const;

function HolderFold() {
  const errors = useErrors();
  const shown = useHolderShown();
  const required = useAnyRequired(holder_keys);
  if (!shown) return null;
  return (
    <Fold
      title="Account holder"
      peek="driver's license, date of birth"
      open_at_start={required}
      forced={holder_keys.some((name) => errors[name] !== undefined)}
    >
      <HolderFields />
    </Fold>
  );
}

function ContactFolds() {
  const { control, getValues, setValue } = useFormContext<TerminalForm>();
  const copy = () => setValue('shipping_address', { ...getValues('billing_address') });
  const errors = useErrors();
  const billing = useWatch({ control, name: 'billing_address' });
  const shipping = useWatch({ control, name: 'shipping_address' });
  const differs = useWatch({ control, name: 'shipping_differs' });
  const bills = useIsShown(contactNames('billing'), false);
  const sends = useIsShown(contactNames('shipping'), false);
  const ships = useIsShown(['shipping_differs'], true) && sends;
  return (
    <>
      {bills && (
        <Fold
          title="Billing"
          peek={contactPeek(billing) || 'name, address, email'}
          open_at_start
          forced={errors.billing_address !== undefined}
        >
          <ContactFields side="billing" />
        </Fold>
      )}
      {ships && (
        <Fold
          title="Shipping"
          peek={differs ? contactPeek(shipping) : 'same as billing'}
          forced={errors.shipping_address !== undefined}
        >
          <Option
            name="shipping_differs"
            label="Ship to another address"
            note="if off, the billing address is used"
          />
          {differs && (
            <>
              <button
                type="button"
                className={`${basics.plainButton} ${styles.copy}`}
                onClick={copy}
              >
                Copy from billing
              </button>
              <ContactFields side="shipping" />
            </>
          )}
        </Fold>
      )}
    </>
  );
}

/** Level 2 and 3 are open where the merchant's defaults say so. */
function LevelFold({ terminal: { merchant, currency } }: { terminal: TerminalState }) {
  const errors = useErrors();
  const shown = useIsShown(level_names, true);
  const required = useAnyRequired(level_names);
  const opens = merchant.default_values.virtual_terminal.enable_advanced_fields;
  if (!shown) return null;
  return (
    <Fold
      title="Level 2 and Level 3"
      peek="national tax, duty, commodity code, VAT numbers"
      open_at_start={opens || required}
      forced={level_names.some((name) => errors[name] !== undefined)}
    >
      <LevelFields currency={currency} />
    </Fold>
  );
}

/** Amounts, contacts and options. */
export function Rest({ terminal }: { terminal: TerminalState }) {
  const { type, method, currency } = terminal;
  const errors = useErrors();
  const charges = type !== 'verification';
  const tips = type === 'sale' || type === 'authorize';
  const options = useIsShown(option_names, false);
  return (
    <>
      <div className={styles.part}>
        <AmountFields
          currency={currency}
          currencies={terminal.processor?.currencies ?? []}
          charges={charges}
          tips={tips}
        />
      </div>
      {method === 'ach' && <HolderFold />}
      <ContactFolds />
      {charges && <LineItems merchant={terminal.merchant} currency={currency} />}
      {charges && takesLevels(terminal.merchant) && <LevelFold terminal={terminal} />}
      <CustomFields fields={terminal.fields} />
      {options && (
        <Fold
          title="Options"
          open_at_start
          forced={errors.email_address !== undefined || errors.vault_record_custom_id !== undefined}
        >
          <OptionFields
            charges={charges}
            card={terminal.paid_by === 'card'}
            saves={terminal.saves && isNewMethod(method)}
            states_customers={statesCustomers(terminal.merchant) && method !== 'customer'}
          />
        </Fold>
      )}
    </>
  );
}

function waitedFor({ method, paid_by }: TerminalState) {
  if (paid_by === 'terminal') return 'terminal';
  return method === 'cardReader' ? 'card' : 'bank';
}

/** The preview beside the form, and on phones the bar that stays in reach. */
export function Price({ terminal }: { terminal: TerminalState }) {
  const { type, preview, notes, currency, busy, element, payment_type } = terminal;
  const waits_for = busy ? waitedFor(terminal) : '';
  const named = Object.fromEntries(terminal.fields.map(({ id, name }) => [id, name]));
  const problems = openProblems(useErrors(), { ...terminal_labels, ...named });
  const jump = (name: string) => {
    element.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  };
  const total = preview?.price.amount ?? 0;
  return (
    <>
      <PreviewPanel
        {...{ type, preview, notes, currency, waits_for, problems }}
        method={payment_type}
        onProblem={jump}
      />
      <div className={styles.bar}>
        <span>
          <small>{totalLabel(type)}</small>
          <b>{formatMoney(total, currency)}</b>
        </span>
        <ChargeButton waits_for={waits_for} label={chargeLabel(type, total, currency)} />
      </div>
    </>
  );
}
