// The state of one payment by hand: form and its checks, card, preview, and the call that takes it.

import { useRef, useState } from 'react';
import { type Control, useForm, useWatch } from 'react-hook-form';
import type { MerchantRecord } from '../../../contract/accounts/merchants.ts';
import type { PaymentType } from '../../../contract/payments/pricing/fee-programs.ts';
import { businessNow } from '../../business-time.ts';
import { environmentBanner } from '../../environment.ts';
import { resolverOf } from '../../kit/form/form-state.ts';
import { focusFirstError } from '../../kit/form/use-first-error.ts';
import { formatDate } from '../../kit/format/moments.ts';
import { announceTabChange } from '../picker/tab-changed.ts';
import type { CardNumberFacts } from '../picker/typing.ts';
import type { QuickEntry } from './card-entry/quick-entry.ts';
import { useCard } from './card-entry/use-card.ts';
import { useFunding } from './card-entry/use-funding.ts';
import { besideToken, problemsOf } from './checks.ts';
import { useCustomer } from './customer/use-customer.ts';
import {
  empty_method,
  statesCustomers,
  type TerminalForm,
  type TerminalMethod,
  type TerminalType,
} from './form.ts';
import { paidByOf, processorsFor, type TerminalProcessor } from './methods.ts';
import { settlesNote } from './notes/notes.ts';
import { useEarlierPayment } from './notes/use-earlier-payment.ts';
import { previewOf } from './preview.ts';
import { type SendingFacts, tooMuchOff, useSending } from './use-sending.ts';

export interface TerminalFacts extends SendingFacts {
  processors: readonly TerminalProcessor[];
  start: TerminalForm;
}

/** The merchant's day: rules of surcharges begin and end on it, as the server has it. */
const today = ({ timezone }: MerchantRecord) =>
  formatDate(businessNow(), { time_zone: timezone || 'UTC', dateformat: 'YYYY-MM-DD' });

/** What is wrong, by the merchant's own settings and the day. */
function rulesOf({ merchant, fields }: TerminalFacts) {
  const facts = {
    settings: merchant.requireds.default,
    today: today(merchant),
    sandbox: environmentBanner() !== '',
    states_customers: statesCustomers(merchant),
    fields,
  };
  return (values: TerminalForm) => problemsOf(values, { ...facts, currency: values.currency });
}

const priced_fields = [
  'type',
  'method',
  'amount',
  'discount_amount',
  'shipping_amount',
  'tip_amount',
  'tax_rate',
  'tax_amount',
  'national_tax_rate',
  'national_tax_amount',
  'duty_amount',
  'payment_adj_type',
  'payment_adj_value',
  'tax_exempt',
  'add_tax_to_total',
  'add_shipping_to_total',
  'calculate_total_from_line_items',
  'line_items',
] as const;
type Watched = Pick<TerminalForm, (typeof priced_fields)[number]>;

const no_card: CardNumberFacts = { brand: 'unknown', first_digits: '', last_four: '' };

type Customer = ReturnType<typeof useCustomer>;

/** What is watched is what an amount depends on: card digits are never among it. */
function usePreview(
  control: Control<TerminalForm>,
  facts: TerminalFacts,
  typed_card: CardNumberFacts,
  customer: Customer,
) {
  const { merchant, processors } = facts;
  const watched = useWatch({ control, name: priced_fields });
  const [chosen, currency] = useWatch({ control, name: ['processor_id', 'currency'] });
  const state = useWatch({ control, name: 'billing_address.state' });
  const country = useWatch({ control, name: 'billing_address.country' });
  const typed = Object.fromEntries(
    priced_fields.map((name, index) => [name, watched[index]]),
  ) as unknown as Watched;
  const { type, method } = typed;
  const by_customer = method === 'customer' && customer.paid_by;
  const paid_by = by_customer || paidByOf(method);
  const payment_type: PaymentType = paid_by === 'terminal' ? 'card' : paid_by;
  const seen = method === 'customer' ? (customer.seen ?? no_card) : typed_card;
  const exempt = method === 'customer' && customer.is_exempt;
  const usable = processorsFor(processors, paid_by);
  const wanted = (method === 'customer' && customer.terminal_id) || chosen;
  const processor = usable.find(({ id }) => id === wanted) ?? usable[0];
  const { funding, loading } = useFunding(seen.first_digits, merchant);
  const preview = previewOf(
    { ...typed, method: payment_type, state, country },
    {
      merchant,
      processor,
      default_card: processors.find((one) => one.default_card && one.status === 'active'),
      currency,
      today: today(merchant),
      ...(payment_type === 'card' && funding && { card: { funding, brand: seen.brand, exempt } }),
    },
  );
  const earlier = useEarlierPayment({
    type,
    amount: preview?.price.amount ?? 0,
    currency,
    first_six: seen.first_digits.slice(0, 6),
    last_four: payment_type === 'card' ? seen.last_four : '',
  });
  const settles = processor && settlesNote(type, payment_type, processor, businessNow());
  const notes = [...(preview?.notes ?? []), earlier, settles].filter((one) => !!one);
  return {
    of: { ...typed, processor_id: chosen, currency },
    type,
    method,
    paid_by,
    payment_type,
    token_payment_type: by_customer === 'terminal' ? undefined : by_customer || undefined,
    currency,
    usable,
    processor,
    preview,
    notes,
    loading,
    funding,
  };
}

export function useTerminal(facts: TerminalFacts) {
  const [rules] = useState(() => rulesOf(facts));
  const [resolver] = useState(() => resolverOf(rules));
  const form = useForm<TerminalForm>({
    defaultValues: facts.start,
    mode: 'onChange',
    shouldFocusError: false,
    resolver,
  });
  const element = useRef<HTMLFormElement>(null);
  const card = useCard(form);
  const customer = useCustomer(form, facts);
  const now = usePreview(form.control, facts, card, customer);
  const focusFirst = () => {
    requestAnimationFrame(() => void focusFirstError(element.current));
  };
  const { tracks } = card;
  const { busy, submit } = useSending({ form, facts, tracks, now, onInvalid: focusFirst });
  /** Another tab begins with an empty method (spec 2 §3). */
  const changeMethod = (method: TerminalMethod, type: TerminalType) => {
    const before = form.getValues('method');
    for (const [name, value] of Object.entries(empty_method)) {
      form.resetField(name as keyof typeof empty_method, { defaultValue: value });
    }
    card.clear();
    if (before === 'customer') customer.forget();
    form.setValue('processor_id', '');
    form.setValue('type', type);
    form.setValue('method', method);
    announceTabChange(element.current, before, method);
  };
  /** At once, within the press that is to open the payer's sheet; says what is not right. */
  const mayAuthorize = (): boolean => {
    const names = besideToken(rules(form.getValues()));
    if (names.length > 0) void form.trigger(names).then(focusFirst);
    else if (now.preview === null) tooMuchOff(form);
    return names.length === 0 && now.preview !== null;
  };
  /** A quick entry fills only what it states, and is checked at once. */
  const fill = (entry: QuickEntry, charge: boolean) => {
    card.onEntry(entry);
    for (const name of ['amount', 'order_id'] as const) {
      if (entry[name] !== '') form.setValue(name, entry[name], { shouldDirty: true });
    }
    if (entry.postal_code !== '') form.setValue('billing_address.postal_code', entry.postal_code);
    if (charge) return void submit();
    requestAnimationFrame(async () => {
      if (!(await form.trigger())) return focusFirst();
      // The one beside the form or, on phones, the one in the bar: whichever is to be seen.
      const buttons = document.querySelectorAll<HTMLElement>('[data-charge]');
      [...buttons].find((button) => button.checkVisibility())?.focus();
    });
  };
  return {
    ...now,
    fields: facts.fields,
    saves: facts.saves,
    merchant: facts.merchant,
    processors: facts.processors,
    form,
    element,
    busy,
    card,
    customer,
    submit,
    mayAuthorize,
    fill,
    changeMethod,
  };
}

export type TerminalState = ReturnType<typeof useTerminal>;
