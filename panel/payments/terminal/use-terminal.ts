// The life of one payment by hand: form, checks, preview, swipe, and the one call that takes it.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type FieldErrors, type Resolver, set, useForm, useWatch } from 'react-hook-form';
import type { MerchantRecord } from '../../../contract/accounts/merchants.ts';
import { fieldLabel } from '../../../contract/fields.ts';
import type { CardType } from '../../../contract/payments/cards.ts';
import type { PaymentType } from '../../../contract/payments/fee-programs.ts';
import { transactions } from '../../../contract/payments/transactions/endpoints.ts';
import { ApiError, call } from '../../api.ts';
import { environmentBanner } from '../../environment.ts';
import { showError } from '../../notices.ts';
import { bodyOf, type Tracks } from './body.ts';
import { problemsOf } from './checks.ts';
import {
  processorsFor,
  secret_fields,
  type TerminalForm,
  type TerminalProcessor,
  withoutMethod,
} from './form.ts';
import { previewOf } from './preview.ts';
import type { TakenPayment } from './result.tsx';
import { useFunding } from './use-funding.ts';

export interface TerminalFacts {
  merchant: MerchantRecord;
  processors: readonly TerminalProcessor[];
  start: TerminalForm;
  /** `again` is the form without its payment method, for another try. */
  onTaken: (taken: TakenPayment, again: TerminalForm) => void;
}

const today = () => new Date().toISOString().slice(0, 10);

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
  'type',
  'method',
  'amount',
  'discount_amount',
  'shipping_amount',
  'tip_amount',
  'tax_rate',
  'tax_exempt',
  'national_tax_amount',
  'duty_amount',
  'billing_address.state',
  'billing_address.country',
  'processor_id',
] as const;

/** What is watched is what an amount depends on: card digits are never among it. */
function usePreview(
  control: ReturnType<typeof useForm<TerminalForm>>['control'],
  facts: TerminalFacts,
  brand: CardType,
  first_digits: string,
) {
  const watched = useWatch({ control, name: priced_fields });
  const [type, method, amount, discount_amount, shipping_amount, tip_amount, tax_rate] = watched;
  const [tax_exempt, national_tax_amount, duty_amount, state, country, chosen] = watched.slice(7) as [
    boolean,
    string,
    string,
    string,
    string,
    string,
  ];
  const usable = processorsFor(facts.processors, method);
  const processor = usable.find(({ id }) => id === chosen) ?? usable[0];
  const currency = facts.merchant.default_values.merchant.currency;
  const funding = useFunding(first_digits);
  const card = method === 'card' && funding ? { funding, brand } : undefined;
  const parts = { type, method, amount, discount_amount, shipping_amount, tip_amount, tax_rate };
  const preview = previewOf(
    { ...parts, tax_exempt, national_tax_amount, duty_amount, state, country },
    { merchant: facts.merchant, processor, currency, today: today(), ...(card && { card }) },
  );
  return { type, method, currency, usable, processor, preview };
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The field a refusal names, `bad request error: invalid Postal Code`, or null. */
function namedField(message: string, form: TerminalForm): string | null {
  const label = /invalid (.+)$/.exec(message)?.[1];
  if (label === undefined) return null;
  const own = Object.keys(form).find((name) => fieldLabel(name) === label);
  if (own !== undefined) return own;
  const inner = Object.keys(form.billing_address).find(
    (name) => fieldLabel(name) === label || `Billing ${fieldLabel(name)}` === label,
  );
  return inner === undefined ? null : `billing_address.${inner}`;
}

/** Whether the server surely did not act: only then may the next press be a new payment. */
function isDefinite(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

export function useTerminal(facts: TerminalFacts) {
  const [resolver] = useState(() => resolverOf(facts));
  const form = useForm<TerminalForm>({
    defaultValues: facts.start,
    mode: 'onChange',
    shouldFocusError: false,
    resolver,
  });
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [card, setCard] = useState<{ brand: CardType; first_digits: string }>({
    brand: 'unknown',
    first_digits: '',
  });
  const tracks = useRef<Tracks | null>(null);
  const key = useRef('');
  const element = useRef<HTMLFormElement>(null);
  const now = usePreview(form.control, facts, card.brand, card.first_digits);

  // A changed form is another payment; a CVC typed again is not.
  useEffect(() => {
    const watching = form.watch((_, { name }) => {
      if (name !== 'cvc') key.current = '';
    });
    return () => watching.unsubscribe();
  }, [form]);

  const take = async (values: TerminalForm) => {
    if (busy || now.preview === null || now.processor === undefined) return;
    setBusy(true);
    key.current ||= newKey();
    const started = performance.now();
    try {
      const input = bodyOf(values, {
        price: now.preview.price,
        currency: now.currency,
        processor_id: now.processor.id,
        tracks: tracks.current,
        idempotency_key: key.current,
        levels: facts.merchant.permissions.allow_advanced_fields,
      });
      const transaction = await call(transactions.create, { input });
      tracks.current = null;
      void client.invalidateQueries();
      const seconds = (performance.now() - started) / 1000;
      facts.onTaken({ transaction, seconds }, withoutMethod(values));
    } catch (error) {
      failed(error, values);
    } finally {
      setBusy(false);
    }
  };

  const failed = (error: unknown, values: TerminalForm) => {
    if (isDefinite(error)) key.current = '';
    form.setValue('cvc', '');
    const named = error instanceof ApiError ? namedField(error.message, values) : null;
    if (named !== null) {
      form.setError(named as 'amount', { type: 'server', message: (error as ApiError).message });
    }
    showError(error);
  };

  const focusFirst = () => {
    requestAnimationFrame(() => {
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  };

  const changeMethod = (method: PaymentType, type: TerminalForm['type']) => {
    for (const name of secret_fields) form.resetField(name, { defaultValue: '' });
    tracks.current = null;
    setCard({ brand: 'unknown', first_digits: '' });
    form.setValue('processor_id', '');
    form.setValue('type', type);
    form.setValue('method', method);
  };

  return {
    ...now,
    form,
    element,
    busy,
    brand: card.brand,
    swiped: tracks,
    submit: form.handleSubmit(take, focusFirst),
    changeMethod,
    /** A number typed by hand takes the place of a swipe. */
    onNumber: (brand: CardType, first_digits: string) => {
      tracks.current = null;
      setCard({ brand, first_digits });
    },
  };
}
