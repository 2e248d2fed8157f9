// Mails carry the brand of the partners above their reader, and links lead nowhere else.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Context } from '../../context.ts';
import { connect, inTransaction, type Tx } from '../../db/database.ts';
import { brandName } from '../../identity/brand-name.ts';
import { newSecret } from '../../identity/factors/totp.ts';
import { passwordResetJobs } from '../../identity/passwords/password-reset.ts';
import * as letters from '../../identity/users/user-emails.ts';
import type { UserRow } from '../../identity/users/users.ts';
import { sendDue } from '../../messages/mail.ts';
import { openAccounts } from '../../testing/worlds/accounts-world.ts';
import { openWorld } from '../../testing/worlds/open-world.ts';

const home = 'https://pay.penstock.example';
const domain = 'pay.acme.example';

const world = openWorld({
  lab: false,
  jobs: passwordResetJobs,
  config: { public_url: home },
});
const accounts = openAccounts(world);
beforeAll(async () => {
  await brand(accounts.partner.id, domain, 'Acme Pay');
});

async function brand(partner_id: string, of: string, brand_name: string) {
  const body = { partner_id, domain: of, title: brand_name, brand_name, address: '1 Main Street' };
  const credential = accounts.admin.private_key;
  const { status, text } = await world.call('POST', '/admin/branding', { credential, body });
  expect(status, text).toBe(200);
}

type Write = (tx: Tx, context: Context, user: UserRow) => Promise<void>;

/** Every letter with a link. */
const writers: Record<string, Write> = {
  writeWelcome: letters.writeWelcome,
  writeReset: letters.writeReset,
  writeFactorSetUp: letters.writeFactorSetUp,
  writeNames: (tx, context, user) => letters.writeNames(tx, context, [user]),
};

type Who = 'owner' | 'other_owner' | 'admin' | 'partner_user';

/** The letter that this person requested at this host. */
async function letterOf(who: Who, hostname: string, write: Write = letters.writeReset) {
  const { id } = accounts[who].user;
  const context = { ...world.system, hostname };
  const user = await connect(context)
    .selectFrom('user_account')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await inTransaction(context, user.account_id, (tx) => write(tx, context, user));
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
  const { body_text: text, body_html: html } = mail;
  const [link, ...others] = new Set(`${text} ${html}`.match(/https?:\/\/[^/\s"<]+/g));
  expect(others).toEqual([]);
  return { from, link, text, html };
}

test('a mail is signed by the brand above, and leads to its domain', async () => {
  const { from, link, text, html } = await letterOf('owner', domain);
  expect([from, link]).toEqual(['Acme Pay <no-reply@localhost>', `https://${domain}`]);
  expect(text).toContain('Acme Pay\n1 Main Street');
  expect(html).toContain('Acme Pay<br>1 Main Street');
  expect(text + html).not.toContain('Penstock');
});

test("wherever it was asked it leads to the reader's own brand", async () => {
  for (const asked of ['unknown.example', '', 'pay.penstock.example']) {
    const { from, link } = await letterOf('owner', asked);
    expect([from, link]).toEqual(['Acme Pay <no-reply@localhost>', `https://${domain}`]);
  }
});

test("no link leads to a domain of a partner that is not above the reader's account", async () => {
  for (const who of ['other_owner', 'admin'] as const) {
    const { from, link, text } = await letterOf(who, domain);
    expect([from, link]).toEqual(['Penstock <no-reply@localhost>', home]);
    expect(text).not.toContain('Acme');
  }
});

test('the nearest brand above wins over those further up', async () => {
  await brand(accounts.sub_partner.id, 'pay.sub.example', 'Sub Pay');
  for (const hostname of ['', domain]) {
    const { from, link } = await letterOf('owner', hostname);
    expect([from, link]).toEqual(['Sub Pay <no-reply@localhost>', 'https://pay.sub.example']);
  }
});

test('every letter is in the table', () => {
  const written = Object.keys(letters).filter((name) => name.startsWith('write'));
  expect(Object.keys(writers).sort()).toEqual(written.sort());
});

test.each(Object.entries(writers))("%s leads to its reader's own brand", async (_name, write) => {
  const hosts = { owner: 'pay.sub.example', partner_user: domain } as const;
  for (const asked of ['', domain, 'pay.sub.example', 'unknown.example']) {
    for (const [who, host] of Object.entries(hosts) as [Who, string][]) {
      expect((await letterOf(who, asked, write)).link, `${who} at ${asked}`).toBe(
        `https://${host}`,
      );
    }
    for (const who of ['other_owner', 'admin'] as const) {
      expect((await letterOf(who, asked, write)).link, `${who} at ${asked}`).toBe(home);
    }
  }
});

test('user names under several brands are sent each by its own', async () => {
  const email = 'both@example.com';
  const user = { name: 'Both', email, role: 'admin', permissions: {} };
  for (const [who, username] of [
    ['owner', 'both_bakery'],
    ['other_owner', 'both_harbour'],
  ] as const) {
    const credential = accounts[who].private_key;
    const body = { ...user, username };
    expect((await world.call('POST', '/user', { credential, body })).status).toBe(200);
  }
  await world.call('POST', '/user/forgot-username', { body: { email } });
  await world.runner.runDue(world.services.clock.now());
  const mails = await connect(world.system)
    .selectFrom('outgoing_mail')
    .select('body_text')
    .where('recipient', '=', email)
    .where('kind', '=', 'forgot_username')
    .execute();
  const sent = mails.map(({ body_text }) => [
    /https:\/\/[^/\s]+/.exec(body_text)?.[0],
    body_text.match(/both_\w+/g),
  ]);
  expect(sent.sort()).toEqual([
    [home, ['both_harbour']],
    ['https://pay.sub.example', ['both_bakery']],
  ]);
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
