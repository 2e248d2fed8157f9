// Saved customers of the demo world: regulars with cards and bank accounts, some of which have
// expired or soon will, and two who share a card.
import type { Context } from '../context.ts';
import { inTransaction } from '../db/database.ts';
import { newAddress } from '../vault/customers/addresses.ts';
import { type NumberKeys, numberKeys } from '../vault/customers/methods/method-columns.ts';
import { newMethod } from '../vault/customers/methods/methods.ts';
import type { AddressRow, MethodRow } from '../vault/customers/records.ts';
import { wordsOf } from '../vault/customers/search-words.ts';
import type { SeededMerchant } from './accounts.ts';
import { insertMany } from './bulk.ts';
import { first_names, last_names, streets } from './demo-merchants.ts';
import { type Dice, makeDice } from './seeded-random.ts';

const customer_count = 24;
const day_ms = 86_400_000;
const years_ahead = 4;

const card_numbers = [
  '4005519200000004',
  '4012000077777777',
  '4217651111111119',
  '5555555555554444',
  '2223000048400011',
  '378282246310005',
  '6011111111111117',
] as const;
const descriptions = ['', '', '', 'Regular', 'Phone orders', 'Wholesale', 'Pays monthly'] as const;

type Row = Record<string, unknown>;

interface Rows {
  customers: Row[];
  addresses: Row[];
  methods: Row[];
  words: Row[];
}

/** `MM/YY`, so many months from `now`. */
function monthAhead(now: Date, months: number): string {
  const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  const month = String(at.getUTCMonth() + 1).padStart(2, '0');
  return `${month}/${String(at.getUTCFullYear()).slice(-2)}`;
}

/** The last day of the month before `now`: of a card that has expired. */
function lastMonth(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)).toISOString().slice(0, 10);
}

interface Seed {
  context: Context;
  keys: NumberKeys;
  dice: Dice;
  merchant: SeededMerchant;
}

function cardOf(seed: Seed, number: number, customer: { merchant_id: string; id: string }): Row {
  const { context, keys, dice } = seed;
  const now = context.clock.now();
  // Every eighth card ends this month, and the one after it has ended.
  const months = number % 8 < 2 ? 0 : dice.between(2, 12 * years_ahead);
  // The second customer is there twice, by the same card.
  const card = number === 2 ? card_numbers[1] : card_numbers[number % card_numbers.length];
  const input = { number: card as string, expiration_date: monthAhead(now, months) };
  const row = newMethod(context, keys, customer, { type: 'card', input } as never) as Row;
  return number % 8 === 1 ? { ...row, expires_on: lastMonth(now) } : row;
}

function accountOf({ context, keys, dice }: Seed, customer: { merchant_id: string; id: string }) {
  const input = {
    routing_number: '490000018',
    account_number: String(dice.between(100_000_000, 999_999_999)),
    account_type: dice.pick(['checking', 'savings'] as const),
    sec_code: 'ppd',
  };
  return newMethod(context, keys, customer, { type: 'ach', input } as never) as Row;
}

function addCustomer(rows: Rows, seed: Seed, number: number): void {
  const { context, dice, merchant } = seed;
  const key = { merchant_id: merchant.id, id: context.ids.next() };
  const first_name = dice.pick(first_names);
  const last_name = dice.pick(last_names);
  const created_at = new Date(context.clock.now().getTime() - dice.between(3, 500) * day_ms);
  const times = { created_at, updated_at: created_at };
  const address = newAddress(context, key, {
    first_name,
    last_name,
    line_1: `${dice.between(10, 990)} ${dice.pick(streets)}`,
    city: merchant.trade.city,
    state: merchant.trade.state,
    postal_code: merchant.trade.postal_code,
    country: 'US',
    email: `${first_name}.${last_name}@example.com`.toLowerCase(),
    phone: `503555${String(2000 + number)}`,
  } as never);
  const methods = [
    ...(number % 6 === 5 ? [] : [cardOf(seed, number, key)]),
    ...(number % 3 === 2 ? [accountOf(seed, key)] : []),
  ].map((row) => ({ ...row, flags: [], ...times }) as Row);
  const [first] = methods;
  const customer = {
    ...key,
    description: dice.pick(descriptions),
    payment_method_id: first?.id ?? '',
    payment_method_type: first?.type ?? '',
    billing_address_id: address.id,
    shipping_address_id: address.id,
    ...times,
  };
  const found = {
    row: customer,
    addresses: [address as AddressRow],
    methods: methods as unknown as MethodRow[],
  };
  rows.customers.push(customer);
  rows.addresses.push({ ...address, ...times });
  rows.methods.push(...methods);
  const words = wordsOf(found);
  rows.words.push(
    ...words.map((word) => ({ merchant_id: key.merchant_id, word, customer_id: key.id })),
  );
}

/** Writes the customers of a demo merchant; its own dice leave the payments as they were. */
export async function seedCustomers(
  context: Context,
  merchant: SeededMerchant,
  seed: number,
): Promise<void> {
  const own = { ...context, actor: { ...context.actor, account_id: merchant.id } };
  const keys = await numberKeys(own);
  const dice = makeDice(1_000 + seed);
  const rows: Rows = { customers: [], addresses: [], methods: [], words: [] };
  for (let number = 0; number < customer_count; number += 1) {
    addCustomer(rows, { context: own, keys, dice, merchant }, number);
  }
  await inTransaction(own, merchant.id, async (tx) => {
    await insertMany(tx, 'customer', rows.customers);
    await insertMany(tx, 'customer_address', rows.addresses);
    await insertMany(tx, 'saved_method', rows.methods);
    await insertMany(tx, 'customer_word', rows.words);
  });
}
