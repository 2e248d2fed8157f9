// Reading one transaction: its row, the object it is answered as, and whose merchant a path names.
import { type Selectable, sql } from 'kysely';
import { address_fields } from '../../../../contract/addresses.ts';
import { notFound } from '../../../../contract/errors.ts';
import type { DeviceDataRecord } from '../../../../contract/payments/device-data.ts';
import type { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type {
  Address,
  TransactionRecord,
} from '../../../../contract/payments/transactions/record.ts';
import type { Context } from '../../../context.ts';
import { connect, type Tx } from '../../../db/database.ts';
import { scope } from '../../../db/scope.ts';
import type { Transaction } from '../../../db/tables.generated.ts';
import type { Handlers } from '../../../http/serve.ts';
import { shownBody } from '../outcomes/response-body.ts';
import { submittedMembers } from '../paying/form-names.ts';
import { shownLines } from '../paying/lines.ts';
import { pendingOf } from './pending.ts';

export type TransactionRow = Selectable<Transaction>;

/**
 * A transaction as it is now, locked until the commit, so that changes of it wait for each other.
 */
export async function lockRow(tx: Tx, merchant_id: string, id: string): Promise<TransactionRow> {
  return await tx
    .selectFrom('transaction')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Query for the refunds of a transaction, to be narrowed and selected from. */
export function refundsOf(tx: Tx, { merchant_id, id }: Pick<TransactionRow, 'merchant_id' | 'id'>) {
  return tx
    .selectFrom('transaction')
    .where('merchant_id', '=', merchant_id)
    .where('referenced_transaction_id', '=', id)
    .where('type', '=', 'refund');
}

/** All twelve members, empty where nothing was given (gateway-api 3.6). */
function addressOf(stored: Partial<Address>): Address {
  const address = {} as Address;
  for (const field of address_fields) address[field] = stored[field] ?? '';
  return address;
}

function terminalOf({ terminal_id, terminal_description }: TransactionRow) {
  return terminal_id === '' ? {} : { terminal_id, terminal_description };
}

/** The transaction object of a row; amounts in minor units, times RFC 3339 (gateway-api 3.6). */
export function toRecord(row: TransactionRow): TransactionRecord {
  const detail = row.detail;
  return {
    id: row.id,
    user_id: row.user_id,
    user_name: row.user_name,
    merchant_id: row.merchant_id,
    merchant_name: row.merchant_name,
    idempotency_key: row.idempotency_key,
    idempotency_time: row.idempotency_time,
    type: row.type as TransactionRecord['type'],
    status: row.status as TransactionRecord['status'],
    response: row.response as TransactionRecord['response'],
    response_code: row.response_code,
    amount: row.amount,
    base_amount: row.base_amount,
    amount_authorized: row.amount_authorized,
    amount_captured: row.amount_captured,
    amount_settled: row.amount_settled,
    amount_refunded: row.amount_refunded,
    payment_adjustment: row.payment_adjustment,
    tip_amount: row.tip_amount,
    surcharge: row.surcharge,
    service_fee: row.service_fee,
    discount_amount: row.discount_amount,
    ...(detail.payment_type_totals && { payment_type_totals: detail.payment_type_totals }),
    tax_amount: row.tax_amount,
    tax_exempt: row.tax_exempt,
    shipping_amount: row.shipping_amount,
    national_tax_amount: row.national_tax_amount,
    duty_amount: row.duty_amount,
    ship_from_postal_code: detail.ship_from_postal_code ?? '',
    summary_commodity_code: detail.summary_commodity_code ?? '',
    merchant_vat_registration_number: detail.merchant_vat_registration_number ?? '',
    customer_vat_registration_number: detail.customer_vat_registration_number ?? '',
    ...(detail.vendor_id && { vendor_id: detail.vendor_id }),
    processor_id: row.processor_id,
    processor_type: row.processor_type,
    processor_name: row.processor_name,
    ...terminalOf(row),
    payment_method: row.payment_method as TransactionRecord['payment_method'],
    payment_type: row.payment_type as TransactionRecord['payment_type'],
    features: row.features,
    currency: row.currency,
    description: row.description,
    settlement_batch_id: row.settlement_batch_id,
    order_id: row.order_id,
    po_number: row.po_number,
    ip_address: row.ip_address,
    transaction_source: row.transaction_source as TransactionRecord['transaction_source'],
    email_receipt: row.email_receipt,
    email_address: row.email_address,
    customer_id: row.customer_id,
    customer_payment_type: detail.customer_payment_type ?? '',
    customer_payment_id: detail.customer_payment_id ?? '',
    subscription_id: row.subscription_id,
    referenced_transaction_id: row.referenced_transaction_id,
    response_body: shownBody(row),
    custom_fields: row.custom_fields,
    line_items: shownLines(row.line_items),
    billing_address: addressOf(row.billing_address),
    shipping_address: addressOf(row.shipping_address),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    captured_at: row.captured_at?.toISOString() ?? null,
    settled_at: row.settled_at?.toISOString() ?? null,
  };
}

/** The row of one transaction; 404 where there is none or it lies outside the caller's scope. */
export async function getRow(
  context: Context,
  merchant_id: string,
  id: string,
): Promise<TransactionRow> {
  // The most frequent read of all: SQL text is made faster than a query is built.
  const { rows } = await sql<TransactionRow>`select * from transaction
    where merchant_id = ${merchant_id} and id = ${id}
      and ${scope(context, 'transaction.merchant_id')}`.execute(connect(context));
  return rows[0] ?? notFound();
}

type Reads = Pick<Handlers<typeof transactions>, 'get' | 'getOf'>;

/** The record, the members that the form stated, and what it waits for while it is open. */
async function toDetail(context: Context, row: TransactionRow) {
  const pending_on = await pendingOf(context, row);
  const { payment_type, method_digest: cc_digest } = row;
  const card = payment_type === 'card' && cc_digest !== '' && { cc_digest };
  const { bank_link } = row.detail;
  const { device_data } = row.detail as { device_data?: DeviceDataRecord };
  return {
    ...toRecord(row),
    ...submittedMembers(row),
    ...card,
    ...(device_data && { device_data }),
    ...(bank_link && { bank_link }),
    ...(pending_on && { pending_on }),
  };
}

export const transactionRead: Reads = {
  get: async (context, { id }) =>
    toDetail(context, await getRow(context, context.actor.account_id, id)),
  getOf: async (context, { merchantId, id }) =>
    toDetail(context, await getRow(context, merchantId, id)),
};
