// The state of one payment by hand: form and its checks, card, preview, and the call that takes it.

import { useRef, useState } from 'react';
import {
  type Control,
  type FieldErrors,
  type Resolver,
  set,
  useForm,
  useWatch,
} from 'react-hook-form';
import type { MerchantRecord } from '../../../contract/accounts/merchants.ts';
import type { CardType } from '../../../contract/payments/cards.ts';
import type { PaymentType } from '../../../contract/payments/fee-programs.ts';
import { businessNow } from '../../business-time.ts';
import { environmentBanner } from '../../environment.ts';
import { problemsOf } from './checks.ts';
import {
  processorsFor,
  secret_fields,
  type TerminalForm,
  type TerminalProcessor,
  type TerminalType,
} from './form.ts';
import { previewOf } from './preview.ts';
import { useCard } from './use-card.ts';
import { useFunding } from './use-funding.ts';
import { type OnTaken, useTaking } from './use-taking.ts';

export interface TerminalFacts {
  merchant: MerchantRecord;
  processors: readonly TerminalProcessor[];
  start: TerminalForm;
  onTaken: OnTaken;
}

const today = () => businessNow().toISOString().slice(0, 10);

/** The rules of the form as its library asks for them. */
function resolverOf({ merchant }: TerminalFacts): Resolver<TerminalForm> {
  const facts = {
    settings: merchant.requireds.default,
    currency: merchant.default_values.merchant.currency,
    today: today(),
    sandbox: environmentBanner() !== '',
  };
  return (values) => {
    const found = Object.entries(problemsOf(values, facts));
    const errors: FieldErrors<TerminalForm> = {};
    for (const [path, message] of found) set(errors, path, { type: 'check', message });
    return found.length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}

const priced_fields = [
  'amount',
  'discount_amount',
  'shipping_amount',
  'tip_amount',
  'tax_rate',
  'national_tax_amount',
  'duty_amount',
] as const;

interface SeenCard {
  brand: CardType;
  first_digits: string;
}

/** What is watched is what an amount depends on: card digits are never among it. */
function usePreview(control: Control<TerminalForm>, facts: TerminalFacts, seen: SeenCard) {
  const { merchant, processors } = facts;
  const amounts = useWatch({ control, name: priced_fields });
  const [type, method, chosen] = useWatch({ control, name: ['type', 'method', 'processor_id'] });
  const tax_exempt = useWatch({ control, name: 'tax_exempt' });
  const state = useWatch({ control, name: 'billing_address.state' });
  const country = useWatch({ control, name: 'billing_address.country' });
  const usable = processorsFor(processors, method);
  const processor = usable.find(({ id }) => id === chosen) ?? usable[0];
  const currency = merchant.default_values.merchant.currency;
  const funding = useFunding(seen.first_digits, merchant);
  const typed = Object.fromEntries(
    priced_fields.map((name, index) => [name, amounts[index] ?? '']),
  );
  const preview = previewOf(
    {
      ...(typed as Record<(typeof priced_fields)[number], string>),
      type,
      method,
      tax_exempt,
      state,
      country,
    },
    {
      merchant,
      processor,
      currency,
      today: today(),
      ...(method === 'card' && funding && { card: { funding, brand: seen.brand } }),
    },
  );
  return { type, method, currency, usable, processor, preview };
}

export function useTerminal(facts: TerminalFacts) {
  const [resolver] = useState(() => resolverOf(facts));
  const form = useForm<TerminalForm>({
    defaultValues: facts.start,
    mode: 'onChange',
    shouldFocusError: false,
    resolver,
  });
  const element = useRef<HTMLFormElement>(null);
  const card = useCard(form);
  const now = usePreview(form.control, facts, card);
  const { busy, take } = useTaking(form, facts.onTaken);

  const send = async (values: TerminalForm) => {
    if (now.preview === null || now.processor === undefined) return;
    await take(values, {
      price: now.preview.price,
      currency: now.currency,
      processor_id: now.processor.id,
      tracks: card.tracks.current,
      levels: facts.merchant.permissions.allow_advanced_fields,
    });
  };
  const focusFirst = () => {
    requestAnimationFrame(() => {
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  };
  /** Another tab begins with an empty method (spec 2 §3). */
  const changeMethod = (method: PaymentType, type: TerminalType) => {
    for (const name of secret_fields) form.resetField(name, { defaultValue: '' });
    card.clear();
    form.setValue('processor_id', '');
    form.setValue('type', type);
    form.setValue('method', method);
  };
  return {
    ...now,
    form,
    element,
    busy,
    card,
    submit: form.handleSubmit(send, focusFirst),
    changeMethod,
  };
}

export type TerminalState = ReturnType<typeof useTerminal>;
