// Takes the payment: one call, one idempotency key until the outcome is certain.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { fieldLabel } from '../../../../contract/fields.ts';
import { ApiError } from '../../../api.ts';
import { showDialog, showError } from '../../../notices.ts';
import { isDefinite, newKey } from '../../payment-keys.ts';
import type { BodyFacts } from '../body.ts';
import { type TerminalForm, withoutMethod } from '../form.ts';
import type { ChargeResult } from './send.ts';

/** `again` is the form without its payment method, for another try. */
export type OnCharged = (charge: ChargeResult, again: TerminalForm) => void;

/** What sends is fetched while the form is filled in. */
const sending = () => import('./send.ts');

/** The field a refusal names, `bad request error: invalid Postal Code`, or null. */
export function namedField(message: string, form: TerminalForm): string | null {
  const label = /invalid (.+)$/.exec(message)?.[1];
  if (label === undefined) return null;
  const own = Object.keys(form).find((name) => fieldLabel(name) === label);
  if (own !== undefined) return own;
  for (const side of ['billing', 'shipping'] as const) {
    const labelsOf = (name: string) => [fieldLabel(name), fieldLabel(`${side}_${name}`)];
    const found = Object.keys(form[`${side}_address`]).find((name) =>
      labelsOf(name).includes(label),
    );
    if (found !== undefined) return `${side}_address.${found}`;
  }
  return null;
}

const retry_texts =
  'To try again safely, enter the security code again and change nothing else. ' +
  'The payer is charged once.';

function showUncertain(error: unknown): void {
  const error_text = error instanceof Error ? error.message : String(error);
  showDialog({
    tone: 'warning',
    title: 'No response from the server',
    text: `${error_text} ${retry_texts}`,
    error_id: error instanceof ApiError ? error.correlation_id : '',
    contact_support: true,
  });
}

const not_sent_text = 'Nothing was sent because the page did not load completely. Charge again.';

/** What takes a checked and priced form; it is called once at a time. */
export function useCharge(form: UseFormReturn<TerminalForm>, onCharged: OnCharged) {
  const client = useQueryClient();
  const key = useRef('');

  useEffect(() => void sending().catch(() => undefined), []);

  // A changed form is another payment; a security code typed again is not.
  useEffect(() => {
    const watching = form.watch((_, { name }) => {
      if (name !== 'cvc') key.current = '';
    });
    return () => watching.unsubscribe();
  }, [form]);

  const failed = (error: unknown, values: TerminalForm) => {
    form.setValue('cvc', '');
    if (!isDefinite(error)) return showUncertain(error);
    key.current = '';
    const { message } = error as ApiError;
    const named = namedField(message, values);
    if (named !== null) form.setError(named as 'amount', { type: 'server', message });
    showError(error);
  };

  const take = async (values: TerminalForm, facts: Omit<BodyFacts, 'idempotency_key'>) => {
    const sender = await sending().catch(() => null);
    if (sender === null) {
      return showDialog({ tone: 'error', title: 'Error', text: not_sent_text, try_again: true });
    }
    key.current ||= newKey();
    try {
      const charge = await sender.send(values, { ...facts, idempotency_key: key.current });
      void client.invalidateQueries();
      onCharged(charge, withoutMethod(values));
    } catch (error) {
      failed(error, values);
    }
  };
  return take;
}
