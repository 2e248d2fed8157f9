// Every searchable field and operator finds the row that matches and leaves out the other.
import type { Insertable } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  transaction_fields,
  transaction_search,
} from '../../../../contract/payments/transactions/search.ts';
import type { FieldGroup, SearchField, SearchFields } from '../../../../contract/search/search.ts';
import type { Transaction } from '../../../db/tables.generated.ts';
import { openSearchWorld, tree } from '../../../testing/worlds/search-world.ts';
import { searchTransactions } from './search.ts';

type Row = Partial<Insertable<Transaction>>;
type Body = Record<string, unknown>;

const world = openSearchWorld();

async function found(body: Body): Promise<string[]> {
  const search = transaction_search.parse({ limit: 100, ...body });
  const { rows } = await searchTransactions(world.as('merchant', tree.merchant), search);
  return rows.map((row) => row.id);
}

/** The matching row is found, the other is not. */
async function tellsApart(match: Row, other: Row, body: Body): Promise<void> {
  const wanted = await world.add(match);
  const unwanted = await world.add(other);
  const ids = await found(body);
  expect(ids).toContain(wanted);
  expect(ids).not.toContain(unwanted);
}

const id_a = 'aaaaaaaaaaaaaaaaaaaa';
const id_b = 'bbbbbbbbbbbbbbbbbbbb';

/** Two values of a field; the first holds a part that the second does not. */
interface Sample {
  column: keyof Row;
  values: [string | number, string | number];
  part?: string;
}

const samples: Record<string, Sample> = {
  cc_digest: { column: 'method_digest', values: ['d1'.repeat(32), 'd2'.repeat(32)] },
  user_id: { column: 'user_id', values: [id_a, id_b] },
  user_name: { column: 'user_name', values: ['Anna_100%', 'Anna1100 '], part: 'NA_100%' },
  customer_id: { column: 'customer_id', values: ['cust.1', 'cust.2'] },
  subscription_id: { column: 'subscription_id', values: [id_a, id_b] },
  type: { column: 'type', values: ['refund', 'sale'] },
  transaction_source: { column: 'transaction_source', values: ['cart', 'api'] },
  ip_address: { column: 'ip_address', values: ['10.0.0.1', '10.0.0.2'] },
  amount: { column: 'amount', values: [700, 701] },
  amount_authorized: { column: 'amount_authorized', values: [700, 701] },
  amount_captured: { column: 'amount_captured', values: [700, 701] },
  amount_settled: { column: 'amount_settled', values: [700, 701] },
  tax_amount: { column: 'tax_amount', values: [0, 1] },
  po_number: { column: 'po_number', values: ['PO1', 'PO2'] },
  order_id: { column: 'order_id', values: ['O_1%', 'OX1x'], part: 'o_1%' },
  currency_iso_code: { column: 'currency', values: ['eur', 'usd'] },
  settlement_batch_id: { column: 'settlement_batch_id', values: [id_a, id_b] },
  referenced_transaction_id: { column: 'referenced_transaction_id', values: [id_a, id_b] },
  payment_method: { column: 'payment_method', values: ['token', 'card'] },
  payment_type: { column: 'payment_type', values: ['ach', 'card'] },
  status: { column: 'status', values: ['flagged', 'settled'] },
  state: { column: 'status', values: ['voided', 'settled'] },
  response_code: { column: 'response_code', values: [200, 202] },
  processor_name: { column: 'processor_name', values: ['Main', 'Other'], part: 'aiN' },
  terminal_id: { column: 'terminal_id', values: [id_a, id_b] },
  terminal_description: { column: 'terminal_description', values: ['Desk', 'Till'], part: 'ESK' },
  cc_last_four: { column: 'card_last_four', values: ['1111', '1112'] },
  cc_first_six: { column: 'card_first_six', values: ['411111', '411112'] },
  card_type: { column: 'card_funding', values: ['debit', 'credit'] },
  group: { column: 'group_name', values: ['donors', 'default'] },
};

/** Fields that a sample row cannot show: each has tests of its own below. */
const apart = [
  'transaction_or_order_id',
  'transaction_id',
  'processor_id',
  'created_at_duration',
  'created_at',
  'updated_at',
  'captured_at',
  'settled_at',
  'card_brand',
  'full_cc_number',
  'partner_id',
  'custom_fields',
  'billing_address',
  'shipping_address',
];

function isField(field: SearchField | FieldGroup): field is SearchField {
  return typeof field.label === 'string';
}

describe('a search of transactions', () => {
  it('has a test for every field', () => {
    const tested = [...Object.keys(samples), ...apart].sort();
    expect(tested).toEqual(Object.keys(transaction_fields).sort());
  });

  for (const [name, { column, values, part }] of Object.entries(samples)) {
    const [one, two] = values;
    const field = (transaction_fields as SearchFields)[name];
    if (!field || !isField(field)) throw new Error(`${name} is no field`);
    for (const operator of field.operators) {
      it(`tells rows apart by ${name} ${operator}`, async () => {
        const [match, other] = operator === '=' || operator === '%' ? [one, two] : [two, one];
        const matches = operator === '<' ? one : match;
        const differs = operator === '<' ? two : other;
        const value = operator === '%' ? (part ?? one) : operator === '<' ? two : one;
        const filter = { [name]: { operator, value } };
        await tellsApart({ [column]: matches }, { [column]: differs }, filter);
      });
    }
  }

  it('compares amounts with an empty value as with 0', async () => {
    await tellsApart(
      { tax_amount: 5 },
      { tax_amount: 0 },
      { tax_amount: { operator: '>', value: '' } },
    );
  });

  for (const document of ['billing_address', 'shipping_address'] as const) {
    const members = transaction_fields[document] as FieldGroup;
    for (const [name, field] of Object.entries(members)) {
      const pair: Record<string, [string, string]> = {
        address_id: [id_a, id_b],
        country: ['CA', 'US'],
        phone: ['8005551234', '8005559999'],
        fax: ['8005551234', '8005559999'],
      };
      const [one, two] = pair[name] ?? ['Main_Street', 'MainXStree'];
      for (const operator of field.operators) {
        it(`tells rows apart by ${document}.${name} ${operator}`, async () => {
          const held = (value: string) => ({ [document]: JSON.stringify({ [name]: value }) });
          const [match, other] = operator === '!=' ? [two, one] : [one, two];
          const value = operator === '%' ? one.slice(1).toLowerCase() : one;
          const body = { [document]: { [name]: { operator, value } } };
          await tellsApart(held(match), held(other), body);
        });
      }
    }
  }

  it('reads formatted phones as digits', async () => {
    const held = (phone: string) => ({ billing_address: JSON.stringify({ phone }) });
    const filter = { phone: { operator: '=', value: '(800) 555-0101' } };
    const body = { billing_address: filter };
    await tellsApart(held('8005550101'), held('8005550102'), body);
  });

  const field_id = 'fieldfieldfieldfield';
  const custom = (...texts: string[]) => ({ custom_fields: JSON.stringify({ [field_id]: texts }) });
  it.each([
    ['=', 'red', custom('blue', 'red'), custom('reddish')],
    ['!=', 'red', custom('reddish'), custom('blue', 'red')],
    ['!=', 'red', {}, custom('red')],
    ['%', 'DISH', custom('reddish'), custom('red')],
    ['like', '50%', custom('at 50% off'), custom('at 500 off')],
  ])('tells rows apart by a custom field %s %s', async (operator, value, match, other) => {
    await tellsApart(match, other, { custom_fields: { [field_id]: { operator, value } } });
  });

  it('refuses an operator that custom fields do not have', async () => {
    const body = { custom_fields: { [field_id]: { operator: '>', value: '1' } } };
    await expect(found(body)).rejects.toThrow('bad request error: invalid Custom Fields');
  });
});
