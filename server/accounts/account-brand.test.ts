// Mails carry the brand of the partners above their reader, and links lead nowhere else.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, inTransaction } from '../db/database.ts';
import { brandName } from '../identity/brand-name.ts';
import { writeReset } from '../identity/letters.ts';
import { newSecret } from '../identity/totp.ts';
import { sendDue } from '../messages/mail.ts';
import { makeWorld, type World } from '../testing/world.ts';
import { type AccountsWorld, makeAccounts } from './accounts-world.ts';

let world: World;
let accounts: AccountsWorld;
const home = 'https://pay.penstock.example';
const domain = 'pay.acme.example';

beforeAll(async () => {
  world = await makeWorld({ lab: false, config: { public_url: home } });
  accounts = await makeAccounts(world.system);
  await brand(accounts.partner.id, domain, 'Acme Pay');
});
afterAll(() => world.close());

async function brand(partner_id: string, of: string, brand_name: string) {
  const body = { partner_id, domain: of, title: brand_name, brand_name, address: '1 Main Street' };
  const credential = accounts.admin.private_key;
  const { status, text } = await world.call('POST', '/admin/branding', { credential, body });
  expect(status, text).toBe(200);
}

/** The reset that this person asked for at this host. */
async function resetOf(who: 'owner' | 'other_owner' | 'admin', hostname: string) {
  const { id } = accounts[who].user;
  const context = { ...world.system, hostname };
  const user = await connect(context)
    .selectFrom('user_account')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await inTransaction(context, user.account_id, (tx) => writeReset(tx, context, user));
  const mail = await connect(context)
    .selectFrom('outgoing_mail')
    .selectAll()
    .where('recipient', '=', user.email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await sendDue(context);
  const file = path.join(world.services.config.data_dir, 'mail', `${mail.id}.eml`);
  const from = /^From: (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1]?.trim();
  const link = /https:\/\/[^/\s]+(?=\/auth\/reset-password\/)/.exec(mail.body_text)?.[0];
  return { from, link, text: mail.body_text, html: mail.body_html };
}

test('a mail is signed by the brand above, and leads to its domain', async () => {
  const { from, link, text, html } = await resetOf('owner', domain);
  expect([from, link]).toEqual(['Acme Pay <no-reply@localhost>', `https://${domain}`]);
  expect(text).toContain('Acme Pay\n1 Main Street');
  expect(html).toContain('Acme Pay<br>1 Main Street');
  expect(text + html).not.toContain('Penstock');
});

test("wherever it was asked it leads to the reader's own brand", async () => {
  for (const asked of ['unknown.example', '', 'pay.penstock.example']) {
    const { from, link } = await resetOf('owner', asked);
    expect([from, link]).toEqual(['Acme Pay <no-reply@localhost>', `https://${domain}`]);
  }
});

test("no link leads to a domain of a partner that is not above the reader's account", async () => {
  for (const who of ['other_owner', 'admin'] as const) {
    const { from, link, text } = await resetOf(who, domain);
    expect([from, link]).toEqual(['Penstock <no-reply@localhost>', home]);
    expect(text).not.toContain('Acme');
  }
});

test('the nearest brand above wins over those further up', async () => {
  await brand(accounts.sub_partner.id, 'pay.sub.example', 'Sub Pay');
  for (const hostname of ['', domain]) {
    const { from, link } = await resetOf('owner', hostname);
    expect([from, link]).toEqual(['Sub Pay <no-reply@localhost>', 'https://pay.sub.example']);
  }
});

test('authenticator apps and passkeys are kept under the same name', async () => {
  expect(await brandName(world.system, accounts.other_merchant.id)).toBe('Penstock');
  await brand(accounts.other_partner.id, 'pay.south.example', 'South Pay');
  const name = await brandName(world.system, accounts.other_merchant.id);
  expect(name).toBe('South Pay');
  const { searchParams, pathname } = new URL(newSecret(name, 'harbour_owner').uri);
  expect(searchParams.get('issuer')).toBe('South Pay');
  expect(decodeURIComponent(pathname)).toMatch(/South Pay:harbour_owner$/);
});
