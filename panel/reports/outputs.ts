// Which output the reader is shown: one's own default, else the account's, else the standard.

import { type CustomOutput, custom_outputs } from '../../contract/reports/custom-outputs.ts';
import type { TotalsField } from '../../contract/reports/output-fields.ts';
import {
  type OutputType,
  offered_fields,
  standard_fields,
} from '../../contract/reports/output-fields.ts';
import { useRecord } from '../hooks.ts';
import type { Choice } from '../kit/form/controls.tsx';
import { sentenceCase } from '../kit/format/sentence.ts';

const stale_after_ms = 600_000;
const max_outputs = 100;

/** The outputs that the reader sees; `waiting` until it is known, standard ones after a failure. */
export function useOutputs(): { outputs: readonly CustomOutput[]; waiting: boolean } {
  const request = { input: { limit: max_outputs } };
  const { data, isPending } = useRecord(custom_outputs.search, request, {
    quiet: true,
    stale_ms: stale_after_ms,
  });
  return { outputs: data?.rows ?? [], waiting: isPending };
}

/** The default of the type: one's own before the account's. */
export function defaultOutput(
  outputs: readonly CustomOutput[],
  type: OutputType,
): CustomOutput | undefined {
  const all = outputs.filter((one) => one.type === type);
  return all.find((one) => one.default_for_user) ?? all.find((one) => one.default_for_account);
}

/** Fields of the default, or null where nobody has chosen any. */
export function chosenFields(
  outputs: readonly CustomOutput[],
  type: OutputType,
): readonly string[] | null {
  return defaultOutput(outputs, type)?.field_list ?? null;
}

const totals_labels: Readonly<Record<TotalsField, string>> = {
  base_amount: 'Base',
  authorized_amount: 'Authorized',
  captured_amount: 'Captured',
  net_amount: 'Net',
  surcharge_amount: 'Surcharge',
  tax_amount: 'Tax',
  service_fee_amount: 'Service fee',
  shipping_amount: 'Shipping',
  tip_amount: 'Tip',
  discount_amount: 'Discount',
  duty_amount: 'Duty',
};

/** Figures of the strip in their order, with their words. */
export function totalsLabels(fields: readonly string[] | null): [TotalsField, string][] {
  const names = (fields ?? standard_fields['transaction-totals']) as readonly TotalsField[];
  return names.map((name) => [name, totals_labels[name]]);
}

const words: Readonly<Record<string, string>> = {
  id: 'ID',
  merchant_id: 'Merchant ID',
  user_id: 'User ID',
  processor_id: 'Processor ID',
  customer_id: 'Customer ID',
  subscription_id: 'Subscription ID',
  order_id: 'Order ID',
  referenced_transaction_id: 'Referenced transaction ID',
  settlement_batch_id: 'Settlement batch ID',
  terminal_id: 'Terminal ID',
  po_number: 'PO number',
  ip_address: 'IP address',
  avs_response_code: 'AVS response code',
  cvv_response_code: 'CVV response code',
  created_at: 'Created date',
  updated_at: 'Updated date',
  captured_at: 'Captured date',
  settled_at: 'Settled date',
  email_address: 'Email address',
};

/** `billing_city` reads Billing city. */
export function fieldText(type: OutputType, name: string): string {
  if (type === 'transaction-totals') return totals_labels[name as TotalsField] ?? name;
  return words[name] ?? sentenceCase(name);
}

export function offeredChoices(type: OutputType): Choice[] {
  return offered_fields[type].map((value) => ({ value, label: fieldText(type, value) }));
}

export const type_labels: Readonly<Record<OutputType, string>> = {
  transaction: 'Export',
  'transaction-table': 'Table',
  'transaction-totals': 'Totals',
};
