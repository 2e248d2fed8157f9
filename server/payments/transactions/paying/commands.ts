// The command a payment's own attempt sends: amounts, method and address as adapters take them.
import assert from 'node:assert/strict';
import type { ProcessorConfig } from '../../merchant-config.ts';
import type { StoredCredential } from '../../processors/stored-credential.ts';
import type {
  AchMethod,
  CardMethod,
  MoneyCommand,
  TerminalMethod,
} from '../../processors/types.ts';
import type { Attempt } from '../attempts/attempts.ts';
import type { TransactionRow } from '../reading/read.ts';
import type { PaidWith } from './payment-method/payment-source.ts';

/** Cash has no numbers to open; its driver needs none. */
const nothing_to_open: CardMethod = {
  kind: 'card',
  entry: 'keyed',
  sensitive: {
    open: () => assert.fail('cash has no card'),
    wipe: () => undefined,
    masked: '',
    first_six: '',
    last_four: '',
    brand: 'unknown',
  },
};

function methodOf(method: PaidWith): CardMethod | AchMethod | TerminalMethod {
  if (method.kind === 'terminal') return method.presented;
  if (method.kind === 'cash') return nothing_to_open;
  if (method.kind === 'card') {
    return { kind: 'card', sensitive: method.sensitive, entry: method.entry };
  }
  const { sensitive, sec_code, account_type, check_number } = method;
  return { kind: 'ach', sensitive, sec_code, account_type, check_number };
}

/**
 * What the card network is sent about a stored credential; nothing for a card that is not stored.
 */
function storedCredentialOf({ detail }: TransactionRow): StoredCredential | undefined {
  const { stored_credential_indicator: indicator, billing_method, original_network_id } = detail;
  const is_first = indicator === 'stored' || (!indicator && billing_method === 'initial_recurring');
  const repeats = billing_method === 'recurring' || detail.initial_transaction_id !== undefined;
  if (!is_first && indicator !== 'used' && !repeats) return undefined;
  const is_recurring =
    billing_method === 'initial_recurring' ||
    billing_method === 'recurring' ||
    detail.card_on_file_indicator === 'R';
  return {
    initiated_by: detail.initiated_by ?? 'customer',
    use: is_first ? 'first' : 'later',
    reason: is_recurring ? 'recurring' : 'unscheduled',
    network_transaction_id: is_first ? '' : (original_network_id ?? ''),
  };
}

/** The command of a sale, authorization, credit or verification. */
export function commandOf(
  processor: ProcessorConfig,
  attempt: Attempt,
  row: TransactionRow,
  method: PaidWith,
): MoneyCommand {
  const address = row.billing_address;
  const billing = {
    line_1: address.address_line_1 ?? '',
    postal_code: address.postal_code ?? '',
  };
  const { reference, currency, operation } = attempt;
  const { descriptor, iias_status } = row.detail;
  const shown = descriptor ? { descriptor } : {};
  const stored_credential = operation === 'credit' ? undefined : storedCredentialOf(row);
  const credential = stored_credential && { stored_credential };
  const common = {
    reference,
    account: processor.account,
    currency,
    billing,
    ...shown,
    ...credential,
  };
  const by = methodOf(method);
  if (operation === 'verify') {
    assert(by.kind === 'card', 'only a card is verified');
    return { ...common, operation, method: by };
  }
  assert(operation === 'sale' || operation === 'authorize' || operation === 'credit');
  return {
    ...common,
    operation,
    amount: attempt.amount,
    parts: {
      tip: row.tip_amount,
      tax: row.tax_amount,
      shipping: row.shipping_amount,
      discount: row.discount_amount,
      surcharge: row.surcharge,
      service_fee: row.service_fee,
    },
    method: by,
    order_id: row.order_id,
    po_number: row.po_number,
    allow_partial: attempt.context.allow_partial ?? false,
    ...(iias_status && { iias_status }),
  };
}
