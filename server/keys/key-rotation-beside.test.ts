// A secret that somebody changes while the rotation seals it anew stays as they changed it.
import { beforeAll, expect, it } from 'vitest';
import { sealNumber } from '../accounts/billing.ts';
import type { Context } from '../context.ts';
import { openFactor, sealFactor } from '../identity/factors/factor-secrets.ts';
import { openKey, sealKey } from '../messages/webhooks/secrets.ts';
import { openSettings, sealSettings } from '../payments/processors/secrets.ts';
import { besideChange } from '../testing/beside.ts';
import type { MerchantTenant } from '../testing/tenants.ts';
import { openOwner } from '../testing/worlds/open-world.ts';
import { openRotationWorld } from '../testing/worlds/rotation-world.ts';
import { type KeyPurpose, openSecret } from './data-keys.ts';
import { addKey } from './key-file.ts';
import { rotateDataKeys } from './key-rotation.ts';
import { secret_stores } from './secret-stores.ts';

let merchant: MerchantTenant;
let server: Context;
let tool: Context;

const rotation = openRotationWorld();
const owner = openOwner(() => rotation.world.database_url);
beforeAll(() => {
  server = rotation.server;
  tool = rotation.another();
  merchant = rotation.tenants.m1;
});

/** Where a store keeps a secret, and how it is sealed and opened there. */
interface Place {
  table: string;
  column: string;
  /** Whose row it is, as a condition on `$1`. */
  where: string;
  id: () => string;
  /** Makes the row where no tenant has one, with what was sealed. */
  make?: (sealed: string) => Promise<unknown>;
  seal: (secret: string) => Promise<string>;
  open: (stored: unknown) => Promise<string>;
}

const id = 'beside00000000000000';
const webhook = () => ({ merchant_id: merchant.account.id, id });
const person = () => ({ id: merchant.boss.user.id, account_id: merchant.account.id });

const makeWebhook = (secret: string, previous_secret: string) =>
  owner.query(
    `insert into webhook
       (merchant_id, id, type, url, status, secret, previous_secret, created_at, updated_at)
     values ($1, $2, 'transaction', 'https://example.com', 'active', $3, $4, now(), now())
     on conflict (merchant_id, id) do update
       set secret = excluded.secret, previous_secret = excluded.previous_secret`,
    [merchant.account.id, id, secret, previous_secret],
  );

const ofWebhook = (column: string): Place => ({
  table: 'webhook',
  column,
  where: 'id = $1',
  id: () => id,
  make: (sealed) => makeWebhook(sealed, column === 'secret' ? '' : sealed),
  seal: (secret) => sealKey(server, webhook(), secret),
  open: (stored) => openKey(server, webhook(), stored as string),
});

const settings = { mid: '000000000001', merchant_name: 'Test' };

const places: Record<string, Place> = {
  'signature key of a webhook': ofWebhook('secret'),
  'former signature key of a webhook': ofWebhook('previous_secret'),
  'secret of a second factor': {
    table: 'user_factor',
    column: 'secret',
    where: 'id = $1',
    id: () => id,
    make: (sealed) =>
      owner.query(
        `insert into user_factor (user_id, id, kind, name, secret, created_at)
         values ($1, $2, 'totp', 'Phone', $3, now())`,
        [person().id, id, sealed],
      ),
    seal: (secret) => sealFactor(server, person(), id, secret),
    open: (stored) => openFactor(server, person(), { id, secret: stored as string }),
  },
  'bank account that fees are drawn from': {
    table: 'merchant',
    column: 'billing_account_number',
    where: 'merchant_id = $1',
    id: () => merchant.account.id,
    seal: (secret) => sealNumber(server, merchant.account.id, secret),
    open: (stored) => openBilling(stored as string),
  },
  'credential of a processor': {
    table: 'processor',
    column: 'secrets',
    where: 'id = $1',
    id: () => merchant.processors.card,
    seal: async (secret) => {
      const own = { ...settings, terminal_number: secret };
      const { account, processors } = merchant;
      const names = ['terminal_number'];
      const closed = await sealSettings(server, account.id, processors.card, own, names);
      return JSON.stringify(closed.secrets);
    },
    open: async (secrets) => {
      const { account, processors } = merchant;
      const stored = { merchant_id: account.id, id: processors.card, settings, secrets };
      return String((await openSettings(server, stored)).terminal_number);
    },
  },
};

function openBilling(sealed: string): Promise<string> {
  const { account } = merchant;
  const purpose: KeyPurpose = 'billing_account';
  return openSecret(server, account.id, purpose, `${account.id}/billing_account_number`, sealed);
}

it.each(Object.entries(places))('%s', async (_name, place) => {
  const set = async (sealed: string, by = owner) =>
    await by.query(`update ${place.table} set ${place.column} = $2 where ${place.where}`, [
      place.id(),
      sealed,
    ]);
  const stored = async () => {
    const text = `select ${place.column} as sealed from ${place.table} where ${place.where}`;
    const { rows } = await owner.query(text, [place.id()]);
    return rows[0]?.sealed as unknown;
  };
  const older = await place.seal('11110000');
  await (place.make ? place.make(older) : set(older));
  const newer = await place.seal('22220000');
  addKey(rotation.file);
  const rotate = () => rotateDataKeys(tool, secret_stores);
  await besideChange(rotation.world.database_url, (other) => set(newer, other), rotate);
  expect(await place.open(await stored())).toBe('22220000');
  // The next rotation takes it along.
  expect(await rotateDataKeys(tool, secret_stores)).toMatchObject({ resealed: 1 });
  expect(await place.open(await stored())).toBe('22220000');
});
