// The parts of the virtual terminal below its tabs, and the price at its side.
import type { KeyboardEvent } from 'react';
import { type FieldErrors, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { formatMoney } from '../../../contract/money.ts';
import { Fold } from '../../kit/fold.tsx';
import { sentenceCase } from '../labels.ts';
import { AmountFields, LevelFields } from './amount-fields.tsx';
import { BankFields, HolderFields, useHolderShown } from './bank-fields.tsx';
import { CardFields } from './card-fields.tsx';
import { ContactFields, contactPeek } from './contact-fields.tsx';
import type { TerminalForm } from './form.ts';
import { Option, OptionFields } from './option-fields.tsx';
import { ChargeButton, chargeLabel, type OpenProblem, PreviewPanel } from './preview-panel.tsx';
import type { TerminalState } from './use-terminal.ts';

/** Enter in a field charges nothing: only the button does, or Ctrl and Enter. */
export function keepEnter(event: KeyboardEvent): void {
  const alone = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
  if (alone && event.target instanceof HTMLInputElement) event.preventDefault();
}

const problem_labels: Readonly<Record<string, string>> = {
  number: 'Card number',
  expiration_date: 'Expiry',
  cvc: 'CVC',
  po_number: 'PO number',
  order_id: 'Order ID',
};

function openProblems(errors: FieldErrors, path = ''): OpenProblem[] {
  return Object.entries(errors).flatMap(([name, error]) => {
    if (error === undefined) return [];
    const full = path === '' ? name : `${path}.${name}`;
    if (typeof error.message === 'string') {
      return [{ name: full, label: problem_labels[name] ?? sentenceCase(name) }];
    }
    return openProblems(error as FieldErrors, full);
  });
}

function useErrors(): FieldErrors<TerminalForm> {
  const { control } = useFormContext<TerminalForm>();
  return useFormState({ control }).errors;
}

export function Method({ terminal }: { terminal: TerminalState }) {
  const { method, card } = terminal;
  if (method === 'cash') return <p className="term-cash">Cash Payment is selected</p>;
  if (method === 'ach') return <BankFields />;
  return <CardFields brand={card.brand} onNumber={card.onNumber} swiped={card.swiped} />;
}

const holder_names = [
  'drivers_license',
  'drivers_license_state',
  'social_security_number_last_4',
  'date_of_birth',
] as const;
const level_names = [
  'national_tax_amount',
  'duty_amount',
  'ship_from_postal_code',
  'summary_commodity_code',
  'merchant_vat_registration_number',
  'customer_vat_registration_number',
] as const;

function HolderFold() {
  const errors = useErrors();
  const shown = useHolderShown();
  if (!shown) return null;
  return (
    <Fold
      title="Account holder"
      peek="driver's license, date of birth"
      forced={holder_names.some((name) => errors[name] !== undefined)}
    >
      <HolderFields />
    </Fold>
  );
}

function ContactFolds() {
  const { control } = useFormContext<TerminalForm>();
  const errors = useErrors();
  const billing = useWatch({ control, name: 'billing_address' });
  const shipping = useWatch({ control, name: 'shipping_address' });
  const differs = useWatch({ control, name: 'shipping_differs' });
  return (
    <>
      <Fold
        title="Billing"
        peek={contactPeek(billing) || 'name, address, email'}
        open_at_start
        forced={errors.billing_address !== undefined}
      >
        <ContactFields side="billing" />
      </Fold>
      <Fold
        title="Shipping"
        peek={differs ? contactPeek(shipping) : 'same as billing'}
        forced={errors.shipping_address !== undefined}
      >
        <Option
          name="shipping_differs"
          label="Ship to another address"
          note="otherwise goods go to the billing address"
        />
        {differs && <ContactFields side="shipping" />}
      </Fold>
    </>
  );
}

interface RestProps {
  terminal: TerminalState;
  levels: boolean;
}

/** Amounts, contacts and options. */
export function Rest({ terminal, levels }: RestProps) {
  const { type, method, currency } = terminal;
  const errors = useErrors();
  const charges = type !== 'verification';
  const tips = type === 'sale' || type === 'authorize';
  return (
    <>
      <div className="term-part">
        <AmountFields currency={currency} charges={charges} tips={tips} />
      </div>
      {method === 'ach' && <HolderFold />}
      <ContactFolds />
      {levels && charges && (
        <Fold
          title="Level 2 and Level 3"
          peek="national tax, duty, commodity code, VAT numbers"
          forced={level_names.some((name) => errors[name] !== undefined)}
        >
          <LevelFields currency={currency} />
        </Fold>
      )}
      <Fold title="Options" open_at_start forced={errors.email_address !== undefined}>
        <OptionFields charges={charges} card={method === 'card'} />
      </Fold>
    </>
  );
}

/** The preview beside the form, and on phones the bar that stays in reach. */
export function Price({ terminal }: { terminal: TerminalState }) {
  const { type, preview, currency, busy, element } = terminal;
  const problems = openProblems(useErrors());
  const jump = (name: string) => {
    element.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  };
  const total = preview?.price.amount ?? 0;
  return (
    <>
      <PreviewPanel
        type={type}
        preview={preview}
        currency={currency}
        busy={busy}
        problems={problems}
        onProblem={jump}
      />
      <div className="term-bar">
        <span>
          <small>Total</small>
          <b>{formatMoney(total, currency)}</b>
        </span>
        <ChargeButton busy={busy} label={chargeLabel(type, total, currency)} />
      </div>
    </>
  );
}
