// The press that takes a payment: one at a time, and of one moment what is checked and priced.
import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { CustomFieldRecord } from '../../../contract/accounts/custom-fields.ts';
import type { MerchantRecord } from '../../../contract/accounts/merchants.ts';
import { formatMessage } from '../../../contract/field-messages.ts';
import { showDialog } from '../../notices.ts';
import type { BodyFacts, Tracks } from './body.ts';
import { statesCustomers, type TerminalForm, takesLevels } from './form.ts';
import { messageLabel } from './labels.ts';
import type { TerminalProcessor } from './methods.ts';
import type { Preview } from './preview.ts';
import { type OnCharged, useCharge } from './result/use-charge.ts';

type Form = UseFormReturn<TerminalForm>;

/** What the page shows of a payment, and the values it was computed from. */
interface Shown {
  of: Partial<TerminalForm>;
  /** The price still depends on a lookup. */
  loading: boolean;
  preview: Preview | null;
  processor: TerminalProcessor | undefined;
  currency: string;
  token_payment_type: BodyFacts['token_payment_type'];
}

/** How long a payment waits for the lookup its price depends on: 40 times 50 ms. */
const lookup_tries = 40;

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

interface Page<N> {
  typed: () => unknown;
  shown: () => N;
  pause?: (ms: number) => Promise<void>;
}

/**
 * What the page shows of the form as it is at this moment, once its price is known, or as it stands
 * after the longest wait; null where the form is changed meanwhile.
 */
export async function shownOfThis<N extends Pick<Shown, 'of' | 'loading'>>(
  values: TerminalForm,
  page: Page<N>,
): Promise<N | null> {
  const { typed, shown, pause: wait = pause } = page;
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const at_first = JSON.stringify(typed());
  const isOfThis = ({ of }: N) =>
    Object.entries(of).every(([name, value]) => same(value, values[name as keyof TerminalForm]));
  for (let tries = 0; tries < lookup_tries; tries += 1) {
    // A quick entry is sent before its price was painted, and a card may still be looked up.
    await wait(tries === 0 ? 0 : 50);
    if (JSON.stringify(typed()) !== at_first) return null;
    if (!shown().loading && isOfThis(shown())) break;
  }
  return shown();
}

/** Runs one at a time: a call while one is under way does nothing. */
export function oneAtATime<V>(run: (of: V) => Promise<void>, onBusy: (busy: boolean) => void) {
  let running = false;
  return async (of: V): Promise<void> => {
    if (running) return;
    running = true;
    onBusy(true);
    try {
      await run(of);
    } finally {
      running = false;
      onBusy(false);
    }
  };
}

/** The only price there is not, once each field is right by itself. */
export function tooMuchOff(form: Form): void {
  const message = formatMessage(messageLabel('discount_amount'));
  form.setError('discount_amount', { type: 'check', message }, { shouldFocus: true });
}

const changed_text = 'Nothing was sent because the form was changed. Check the total, then charge.';

export interface SendingFacts {
  merchant: MerchantRecord;
  fields: readonly CustomFieldRecord[];
  /** Whether this user may save payers. */
  saves: boolean;
  onCharged: OnCharged;
}

interface Sending {
  form: Form;
  facts: SendingFacts;
  tracks: { readonly current: Tracks | null };
  now: Shown;
  /** Shows the first field that is wrong. */
  onInvalid: () => void;
}

/** Checks the form and sends it, busy from then on: while a card is looked up as well. */
export function useSending({ form, facts, tracks, now, onInvalid }: Sending) {
  const take = useCharge(form, facts.onCharged);
  const send = async (values: TerminalForm) => {
    const page = { typed: () => form.getValues(), shown: () => latest.current.now };
    const shown = await shownOfThis(values, page);
    if (shown === null) return showDialog({ tone: 'info', title: 'Not sent', text: changed_text });
    const { preview, processor, currency, token_payment_type } = shown;
    if (preview === null) return tooMuchOff(form);
    if (processor === undefined) return;
    const { merchant, saves, fields } = facts;
    await take(values, {
      price: preview.price,
      currency,
      processor_id: processor.id,
      tracks: tracks.current,
      token_payment_type,
      levels: takesLevels(merchant),
      settings: merchant.requireds.default,
      saves,
      states_customers: statesCustomers(merchant),
      fields,
    });
  };
  const latest = useRef({ now, send });
  latest.current = { now, send };
  const [busy, setBusy] = useState(false);
  const [sendOnce] = useState(() =>
    oneAtATime((values: TerminalForm) => latest.current.send(values), setBusy),
  );
  return { busy, submit: form.handleSubmit(sendOnce, onInvalid) };
}
