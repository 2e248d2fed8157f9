// The sandbox's mailbox: read by the operator where mails go nowhere else, and by nobody elsewhere.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../config.ts';
import { inTransaction } from '../db/database.ts';
import { resetBudgets } from '../testing/budgets.ts';
import type { Person } from '../testing/tenants.ts';
import { openTenants, openWorld } from '../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const t = openTenants(world);
beforeAll(async () => {
  await write('first@example.com', 'First', '<script>alert(1)</script>');
  const body = { username: t.m1.clerk.user.username };
  expect((await world.call('POST', '/user/forgot-password', { body })).status).toBe(200);
  // Letters to forgetful people are written behind the answer, so that it tells nothing.
  await world.runner.runDue(world.services.clock.now());
});

async function write(recipient: string, subject: string, line: string): Promise<void> {
  const { system } = world;
  const letter = { account_id: t.m1.account.id, kind: 'welcome', recipient, subject };
  await inTransaction(system, t.m1.account.id, (tx) =>
    system.mailer.queue(tx, system, { ...letter, lines: [line] }),
  );
}

const find = (body: object = {}, by: Person = t.admin.boss) =>
  world.call('POST', '/mailbox/search', { credential: by.private_key, body });
const read = (id: string, by: Person = t.admin.boss) =>
  world.call('GET', `/mailbox/${id}`, { credential: by.private_key });

async function newest(recipient: string) {
  const { body } = await find({ recipient: { operator: '=', value: recipient } });
  return (await read(body.data[0].id)).body.data;
}

describe('the mailbox', () => {
  it('shows the operator every mail, newest first, with the link of a reset', async () => {
    const { body } = await find();
    expect(body.data[0]).toMatchObject({ kind: 'reset_password', merchant_id: t.m1.account.id });
    const letter = await newest(t.m1.clerk.user.email);
    expect(letter.body_text).toMatch(/\/auth\/reset-password\/[\w-]{20,}/);
    expect(letter.account_name).toBe(t.m1.account.name);
    const found = await find({ subject: { operator: '%', value: 'irst' } });
    expect(found.body.total_count).toBe(1);
  });

  it('is closed to partners, merchants and standard users of the office', async () => {
    const { id } = await newest('first@example.com');
    for (const by of [t.p1.boss, t.m1.boss, t.admin.clerk]) {
      expect((await find({}, by)).status).toBe(403);
      expect((await read(id, by)).status).toBe(403);
    }
  });
});

describe('the page of a mail', () => {
  it('runs nothing, is framed by our own pages alone, and opens links elsewhere', async () => {
    const { page } = await newest('first@example.com');
    const answer = await world.app.inject(page);
    expect(answer.statusCode).toBe(200);
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toMatch(/sandbox(?!.*allow-scripts)/);
    expect(policy).not.toContain('script-src');
    expect(answer.headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(answer.body).toContain('<base target="_blank">');
    expect(answer.body).not.toContain('<script');
  });

  it('has a way that nobody can make up, and that ends after five minutes', async () => {
    const { page, id } = await newest('first@example.com');
    const [path = '', until = '', mac = ''] = page.split('.');
    const other = await newest(t.m1.clerk.user.email);
    const made_up = [
      `${path}.${Number(until) + 1}.${mac}`,
      page.replace(id, other.id),
      `${path}.${until}.${'0'.repeat(mac.length)}`,
      path,
    ];
    for (const url of made_up) expect((await world.app.inject(url)).statusCode).toBe(404);
    world.passRealTime(301_000);
    expect((await world.app.inject(page)).statusCode).toBe(404);
  });
});

describe('where mails reach people', () => {
  const settings: Partial<Config>[] = [
    { environment: 'production' },
    { smtp_url: 'smtp://127.0.0.1:1' },
  ];

  it.each(settings)('there is no mailbox: %j', async (config) => {
    const id = (await newest('first@example.com')).id;
    const { page } = await newest('first@example.com');
    // The frame reads its settings with each request.
    const before = world.services.config;
    Object.assign(world.services, { config: { ...before, ...config } });
    try {
      resetBudgets(world.services);
      expect((await find()).status).toBe(404);
      expect((await read(id)).status).toBe(404);
      expect((await world.app.inject(page)).statusCode).toBe(404);
    } finally {
      Object.assign(world.services, { config: before });
    }
  });
});
