// Payments of every kind at random moments, written as bare rows: for figures that add them up.
import { card_brands } from '../../contract/payments/cards/cards.ts';
import type { Dice } from '../seed/seeded-random.ts';
import { insertTransaction, type MerchantTenant } from './tenants.ts';
import type { World } from './worlds/world.ts';

const hour_ms = 3_600_000;

const types = [
  ...['sale', 'sale', 'sale', 'sale', 'authorize', 'refund', 'refund', 'credit'],
  ...['verification', 'capture'],
] as const;
const statuses = [
  ...['settled', 'settled', 'settled', 'pending_settlement', 'authorized', 'declined', 'voided'],
  ...['refunded', 'partially_refunded', 'returned', 'late_return', 'pending', 'unknown'],
  ...['flagged', 'flagged_partner'],
] as const;

function parts(dice: Dice) {
  const some = () => (dice.chance(0.3) ? dice.between(1, 200) : 0);
  return {
    ...{ tax_amount: some(), national_tax_amount: some(), shipping_amount: some() },
    ...{ duty_amount: some(), tip_amount: some(), surcharge: some(), service_fee: some() },
    discount_amount: some(),
  };
}

function address(dice: Dice): object {
  if (dice.chance(0.5)) return {};
  const [country, state] = [dice.pick(['US', 'CA', '']), dice.pick(['WA', ''])];
  return { country, state, ...(dice.chance(0.5) && { city: dice.pick(['Seattle', '']) }) };
}

function answer(dice: Dice, status: string) {
  if (status === 'declined') return dice.pick([200, 202, 251, 299, 300, 310, 420]);
  return status === 'pending' || status === 'unknown' ? 0 : dice.pick([100, 100, 100, 110]);
}

function method(dice: Dice, { processors }: MerchantTenant) {
  const payment_type = dice.pick(['card', 'card', 'card', 'ach', 'cash'] as const);
  const brand = dice.chance(0.1) ? '' : dice.pick(card_brands.slice(0, 3));
  return {
    ...{ payment_type, payment_method: payment_type, processor_id: processors[payment_type] },
    response_body: payment_type === 'card' && brand ? { card: { card_type: brand } } : {},
  };
}

/** A payment made within so many days before now, often close to a full hour or day. */
export function randomPayment(dice: Dice, merchant: MerchantTenant, now: Date, days: number) {
  const any = now.getTime() - Math.floor(dice.next() * days * 24 * hour_ms);
  const hour = any - (any % hour_ms) + dice.pick([0, -1, 1, hour_ms / 2, hour_ms / 4]);
  const at = new Date(Math.min(dice.chance(0.4) ? hour : any, now.getTime()));
  const status = dice.pick(statuses);
  const amount = dice.between(1, 90_000);
  const type = dice.pick(types);
  const takes = ['sale', 'authorize', 'capture'].includes(type);
  const captured = !takes || dice.chance(0.3) ? 0 : dice.between(1, amount);
  return {
    ...{ created_at: at, updated_at: at, captured_at: captured > 0 ? at : null },
    ...{ type, status, response_code: answer(dice, status) },
    ...{ currency: dice.pick(['usd', 'usd', 'usd', 'cad', 'jpy']), amount, base_amount: amount },
    ...{ amount_authorized: dice.between(0, amount), amount_captured: captured },
    ...method(dice, merchant),
    ...parts(dice),
    ...{ billing_address: address(dice), shipping_address: address(dice) },
    captured_parts: dice.chance(0.2) ? parts(dice) : null,
  };
}

/** Writes so many payments of each merchant; gives the ids by merchant. */
export async function insertRandomPayments(
  world: World,
  dice: Dice,
  { merchants, count, days }: { merchants: readonly MerchantTenant[]; count: number; days: number },
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const now = world.clock.now();
  for (const merchant of merchants) {
    const rows = Array.from({ length: count }, () => randomPayment(dice, merchant, now, days));
    const ids = await Promise.all(rows.map((row) => insertTransaction(world, merchant, row)));
    found.set(merchant.account.id, ids);
  }
  return found;
}

/** What may become of a payment later on; whatever had no answer has one then. */
export const randomChange = (dice: Dice): Record<string, unknown> =>
  dice.pick<Record<string, unknown>>([
    { status: 'settled', amount_captured: 0, response_code: 100 },
    { status: 'voided', response_code: 100 },
    { status: 'late_return', response_code: 100 },
    { status: 'refunded', response_code: 100 },
    { status: 'declined', response_code: 310 },
    { tip_amount: dice.between(1, 99), captured_parts: null },
  ]);
