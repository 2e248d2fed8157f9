// The columns a custom output may put into the transaction table, beside the standard ones.
import type { AccountType } from '../../../../contract/access/access.ts';
import {
  cardBody,
  entryOf,
  methodBody,
} from '../../../../contract/payments/transactions/method-body.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import { Moment } from '../../../kit/format/moment.tsx';
import { Money } from '../../../kit/format/money.tsx';
import { RecordId } from '../../../kit/format/record-id.tsx';
import { sentenceCase } from '../../../kit/format/sentence.ts';
import type { Column } from '../../../kit/list/list-types.ts';
import { fieldText } from '../../../reports/outputs.ts';
import { brandLabel, methodLabel } from '../../labels.ts';
import { sourceLabel } from '../../search-labels.ts';
import { isSortable, merchant_columns, transactionColumns } from './columns.tsx';

type Row = TransactionRecord;
type Cells = readonly [
  string,
  (t: Row) => Column<Row>['cell'] extends (row: Row) => infer R ? R : never,
][];

/** Card, terminal or bank account: whichever answered. */
const answer = (t: Row) => methodBody(t.response_body);
const card = (t: Row) => cardBody(t.response_body);

const ids: Cells = (
  ['id', 'order_id', 'customer_id', 'referenced_transaction_id', 'settlement_batch_id'] as const
).map((name) => [
  name,
  (t) =>
    t[name] === '' ? '' : <RecordId id={t[name]} label={fieldText('transaction', name)} plain />,
]);

const texts: Cells = (
  [
    'po_number',
    'description',
    'processor_name',
    'user_name',
    'ip_address',
    'email_address',
  ] as const
).map((name) => [name, (t) => t[name]]);

const coded: Cells = [
  ['response', (t) => sentenceCase(t.response)],
  ['payment_type', (t) => methodLabel(t.payment_type)],
  ['transaction_source', (t) => sourceLabel(t.transaction_source)],
];

const moments: Cells = (['captured_at', 'settled_at', 'updated_at'] as const).map((name) => [
  name,
  (t) => (t[name] === null ? '' : <Moment at={t[name]} />),
]);

const answered: Cells = [
  ['currency', (t) => t.currency.toUpperCase()],
  ['response_code', (t) => t.response_code],
  ['card_holder_name', (t) => card(t)?.cardholder_name],
  ['card_type', (t) => sentenceCase(t.response_body.card?.type ?? '')],
  ['card_brand', (t) => card(t) && brandLabel(card(t)?.card_type ?? '')],
  ['entry_type', (t) => sentenceCase(entryOf(t.response_body))],
  ['auth_code', (t) => answer(t)?.auth_code],
  ['processor_response_code', (t) => answer(t)?.processor_response_code],
  ['processor_response_text', (t) => answer(t)?.processor_response_text],
];

const amounts = [
  ...(['base_amount', 'amount_authorized', 'amount_captured', 'amount_settled'] as const),
  ...(['amount_refunded', 'tip_amount', 'surcharge', 'service_fee'] as const),
  ...(['payment_adjustment', 'discount_amount', 'tax_amount', 'shipping_amount'] as const),
] as const;

function moreColumns(currency: string | null): Column<Row>[] {
  const words = (key: string) => ({ key, label: fieldText('transaction-table', key) });
  const plain = [...ids, ...texts, ...coded, ...answered, ...moments];
  return [
    ...plain.map(([key, cell]) => ({ ...words(key), cell })),
    ...amounts.map(
      (key): Column<Row> => ({
        ...words(key),
        numeric: true,
        cell: (t) => <Money amount={t[key]} currency={t.currency} with_code={currency === null} />,
      }),
    ),
  ];
}

/**
 * The table's columns: those of the output in its order, else the standard ones of the area.
 * `currency` is the one of all rows, or null.
 */
export function outputColumns(
  area: AccountType,
  currency: string | null,
  fields: readonly string[] | null,
): Column<Row>[] {
  const standard = transactionColumns(area, currency);
  if (fields === null) return standard;
  const all = [...standard, ...merchant_columns, ...moreColumns(currency)];
  const chosen = fields.flatMap((name) => all.find(({ key }) => key === name) ?? []);
  if (chosen.length === 0) return standard;
  // One cell has to carry the link that opens the row.
  const opener = chosen.find(({ name }) => name) ?? chosen[0];
  return chosen.map((column) => ({
    ...column,
    sortable: isSortable(column.key),
    name: column === opener,
  }));
}
