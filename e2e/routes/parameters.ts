// What stands in the parameters of a route: things of the demo world, and some made for it.
import { vi } from 'vitest';
import { asOwner } from '../stage/product.ts';
import type { Stage } from '../stage/stage.ts';
import type { Area } from './route-tables.ts';

/** The lab commits what this card pays, drops the line, and has no result for a long time. */
const lost_card = '4000004699999995';

/** Gives the address of a route of this area; a route with an unknown parameter fails. */
export async function parametersOf(stage: Stage, area: Area): Promise<(route: string) => string> {
  const known = area === 'public' ? too_old : await recordsOf(stage, area);
  return (route) =>
    route.replace(/:(\w+)\??/g, (_, name: string) => {
      const value = known[name];
      if (value === undefined) throw new Error(`${route}: give the sweep a value for ${name}`);
      return value;
    });
}

/** In links of mails that are too old: the screens say so. */
const too_old: Record<string, string> = {
  username: 'nobody_here',
  reset_code: 'too-old',
  token: 'too-old',
};

async function recordsOf(stage: Stage, area: Exclude<Area, 'public'>) {
  const { merchant, partner, processors } = stage.product.credentials;
  const known: Record<string, string> = {
    id: await oneOf(stage, 'settled'),
    merchantID: merchant.id,
    partner_id: partner.id,
    processorID: processors.card,
    paymentType: 'customer',
    ...(await customerOf(stage)),
    terminalID: await terminalOf(stage),
    deviceID: await deviceOf(stage),
    registrationID: await applePayOf(stage),
    type: 'signing_request',
    ...(await ownOf(stage, area)),
    ...(await settingsOf(stage)),
    ...(await eventsOf(stage)),
  };
  return known;
}

/** A saved customer with a card: of the records, and of the terminal's Customer tab. */
async function customerOf(stage: Stage) {
  const default_payment = { card: { number: '4111111111111111', expiration_date: '12/30' } };
  const { id } = await stage.post('merchant', '/vault/customer', { default_payment });
  return { customerID: id, customerId: id };
}

/** The first terminal of the demo merchant. */
async function terminalOf({ product }: Stage): Promise<string> {
  const { private_key } = product.credentials.merchant;
  return (await product.call('GET', '/terminals', private_key)).body.data[0].id;
}

/** The demo merchant's own registration of Apple Pay. */
async function applePayOf({ product }: Stage): Promise<string> {
  const { private_key } = product.credentials.merchant;
  return (await product.call('GET', '/merchant/apple-pay', private_key)).body.data[0].id;
}

async function deviceOf(stage: Stage): Promise<string> {
  const { merchant } = stage.product.credentials;
  const reader = { friendly_name: 'Counter reader' };
  return (await stage.post('merchant', `/merchant/${merchant.id}/device`, reader)).id;
}

/** A person's own key and custom output: each area has its own. */
async function ownOf(stage: Stage, area: Exclude<Area, 'public'>) {
  const { private_key } = stage.product.credentials[area];
  const own = await stage.product.call('GET', '/user/apikeys', private_key);
  const format = { name: 'Short', type: 'transaction', field_list: ['id', 'amount'] };
  const output = await stage.post(area, '/custom-output', format);
  return { keyID: own.body.data[0].id, outputID: output.id, outputType: 'transaction-table' };
}

async function settingsOf(stage: Stage) {
  const { merchant, partner } = stage.product.credentials;
  const domain = 'pay.northgate.example';
  const brand = { domain, title: 'Northgate', brand_name: 'Northgate', partner_id: partner.id };
  await stage.post('admin', '/admin/branding', brand);
  const people = await stage.product.call('GET', '/users?limit=1', merchant.private_key);
  const counter = { name: 'Counter', permissions: { process_sale: true } };
  const role = await stage.post('merchant', '/role', counter);
  const size = { name: 'Size', type: 'select', values: [{ value: 'S' }, { value: 'L' }] };
  const field = await stage.post('merchant', '/customfield', size);
  const groups = await stage.product.call('GET', '/groups', merchant.private_key);
  return {
    domain,
    userID: people.body.data[0].id,
    roleID: role.id,
    customFieldID: field.id,
    groupID: groups.body.data[0].id,
  };
}

/** What has happened: a mail, a call, an event that waits, an outcome that nobody knows. */
async function eventsOf(stage: Stage) {
  const receipt = `/transaction/${await oneOf(stage, 'settled')}/email`;
  await stage.post('merchant', receipt, { email_address: 'a@example.com' });
  const [log] = await stage.post('merchant', '/audit/search', { limit: 1 });
  const [mail] = await stage.post('admin', '/mailbox/search', { limit: 1 });
  return {
    auditID: log.id,
    correlationID: log.correlation_id,
    mailID: mail.id,
    eventID: await parkedEvent(stage),
    attemptID: await openAttempt(stage),
  };
}

/** An event that its consumer could not take. */
async function parkedEvent({ product }: Stage): Promise<string> {
  const park = `insert into outbox_retry (merchant_id, id, consumer, resource_id, sequence, state,
      attempt_count, next_attempt_at, error, error_id, created_at, parked_at)
    select merchant_id, id, 'transaction_days', resource_id, sequence, 'parked', 10, created_at,
      'the sums are shut', id, created_at, created_at
    from outbox where merchant_id = $1 limit 1 returning id`;
  const ours = [product.credentials.merchant.id];
  const { rows } = await asOwner(product, (owner) => owner.query(park, ours));
  return rows[0].id;
}

/** A payment of the merchant that has this status: on some days the newest are refunds. */
export async function oneOf(stage: Stage, status: string): Promise<string> {
  const search = { status: { operator: '=', value: status }, limit: 50 };
  const found = await stage.post('merchant', '/transaction/search', search);
  const takes_money = ({ type }: { type: string }) => type === 'sale' || type === 'authorize';
  return found.find(takes_money).id;
}

/** A sale whose answer gets lost, while it is being asked about: the queue has its attempt. */
async function openAttempt(stage: Stage): Promise<string> {
  const { merchant } = stage.product.credentials;
  const card = { number: lost_card, expiration_date: '12/30', cvc: '123' };
  const sale = { type: 'sale', amount: 1299, payment_method: { card } };
  stage.product.call('POST', '/transaction', merchant.private_key, sale).catch(() => undefined);
  return await vi.waitFor(
    async () => (await stage.post('admin', '/unresolved/search', {}))[0].attempt_id as string,
    { timeout: 30_000, interval: 250 },
  );
}
