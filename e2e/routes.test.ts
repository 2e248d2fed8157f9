// Every route of every area, as its table tells: no complaint, nothing for axe, no side scroll.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Journey, looks, type Scheme } from './browser.ts';
import { darkFaults, faultsOf, settle, sidewaysFaults, switchTo } from './page-faults.ts';
import { asOwner } from './product.ts';
import { type Area, areas, readRoutes } from './route-tables.ts';
import { openStage } from './stage.ts';

const stage = openStage();
/** What stands in the parameters of a path; a route with another parameter fails. */
const known: Record<string, string> = {};

/** The lab commits what this card pays, drops the line, and has no result for a long time. */
const lost_card = '4000004699999995';

/** A person's own key: each area has its own. */
const keys = new Map<Area, string>();
const outputs = new Map<Area, string>();

function filled(route: string, area: Area = 'merchant'): string {
  return route.replace(/:(\w+)\??/g, (_, name: string) => {
    const own = { keyID: keys, outputID: outputs }[name]?.get(area);
    const value = own ?? known[name];
    if (value === undefined) throw new Error(`${route}: give the sweep a value for ${name}`);
    return value;
  });
}

const routes = await readRoutes();

beforeAll(async () => {
  const { merchant, partner, admin } = stage.product.credentials;
  known.id = await oneOf('settled');
  known.heldID = await oneOf('authorized');
  known.flaggedID = await oneOf('flagged');
  known.merchantID = merchant.id;
  known.partner_id = partner.id;
  known.processorID = stage.product.credentials.processors.card;
  known.paymentType = 'ach';
  known.domain = 'pay.northgate.example';
  const brand = { domain: known.domain, title: 'Northgate', brand_name: 'Northgate' };
  const branded = { ...brand, partner_id: partner.id };
  await stage.product.call('POST', '/admin/branding', admin.private_key, branded);
  const people = await stage.product.call('GET', '/users?limit=1', merchant.private_key);
  known.userID = people.body.data[0].id;
  const counter = { name: 'Counter', permissions: { process_sale: true } };
  const role = await stage.product.call('POST', '/role', merchant.private_key, counter);
  known.roleID = role.body.data.id;
  const field = { name: 'Size', type: 'select', values: [{ value: 'S' }, { value: 'L' }] };
  const made = await stage.product.call('POST', '/customfield', merchant.private_key, field);
  known.customFieldID = made.body.data.id;
  const groups = await stage.product.call('GET', '/groups', merchant.private_key);
  known.groupID = groups.body.data[0].id;
  // Each area's settings have formats of their own.
  known.outputType = 'transaction-table';
  for (const [area, user] of Object.entries({ merchant, partner, admin })) {
    const format = { name: 'Short', type: 'transaction', field_list: ['id', 'amount'] };
    const output = await stage.product.call('POST', '/custom-output', user.private_key, format);
    outputs.set(area as Area, output.body.data.id);
  }
  const receipt = `/transaction/${known.id}/email`;
  await stage.product.call('POST', receipt, merchant.private_key, {
    email_address: 'a@example.com',
  });
  const log = await stage.product.call('POST', '/audit/search', merchant.private_key, { limit: 1 });
  known.auditID = log.body.data[0].id;
  known.correlationID = log.body.data[0].correlation_id;
  const mails = await stage.product.call('POST', '/mailbox/search', admin.private_key, {
    limit: 1,
  });
  known.eventID = await parkedEvent(merchant.id);
  known.mailID = mails.body.data[0].id;
  known.attemptID = await openAttempt();
  // Links of mails that are too old: the screens say so.
  Object.assign(known, { username: 'nobody_here', reset_code: 'too-old', token: 'too-old' });
  for (const [area, user] of Object.entries({ merchant, partner, admin })) {
    const own = await stage.product.call('GET', '/user/apikeys', user.private_key);
    keys.set(area as Area, own.body.data[0].id);
  }
});

/** An event that its consumer could not take. */
async function parkedEvent(merchant_id: string): Promise<string> {
  const park = `insert into outbox_retry (merchant_id, id, consumer, resource_id, sequence, state,
      attempt_count, next_attempt_at, error, error_id, created_at, parked_at)
    select merchant_id, id, 'transaction_days', resource_id, sequence, 'parked', 10, created_at,
      'the sums are shut', id, created_at, created_at
    from outbox where merchant_id = $1 limit 1 returning id`;
  const { rows } = await asOwner(stage.product, (owner) => owner.query(park, [merchant_id]));
  return rows[0].id;
}

/** A transaction of the merchant that has this status. */
async function oneOf(status: string): Promise<string> {
  const search = { status: { operator: '=', value: status }, limit: 1 };
  const { private_key } = stage.product.credentials.merchant;
  const { body } = await stage.product.call('POST', '/transaction/search', private_key, search);
  return body.data[0].id;
}

/** A sale whose answer gets lost, while it is being asked about: the queue has its attempt. */
async function openAttempt(): Promise<string> {
  const { merchant, admin } = stage.product.credentials;
  const card = { number: lost_card, expiration_date: '12/30', cvc: '123' };
  const sale = { type: 'sale', amount: 1299, payment_method: { card } };
  stage.product.call('POST', '/transaction', merchant.private_key, sale).catch(() => undefined);
  return await vi.waitFor(
    async () => {
      const queue = await stage.product.call('POST', '/unresolved/search', admin.private_key, {});
      return queue.body.data[0].attempt_id as string;
    },
    { timeout: 30_000, interval: 250 },
  );
}

const given = (area: Area, width: number, scheme: Scheme) => ({
  name: `sweep-${area}`,
  width,
  scheme,
  ...(area !== 'public' && { as: area }),
});

const inName = (pathname: string) =>
  pathname
    .replace(/[0-9a-v]{20}/g, 'id')
    .replace(/\W+/g, '-')
    .slice(1);

/** Walks the routes of an area, each once, and gathers what `look` finds wrong. */
async function sweep(
  { page, expectAnswer }: Journey,
  area: Area,
  look: (pathname: string) => Promise<string[]>,
): Promise<void> {
  const found: string[] = [];
  const seen = new Set<string>();
  for (const route of routes.get(area) ?? []) {
    if (/2fa-setup/.test(route)) expectAnswer(400, '/user-set-two-factor/qrcode');
    await page.goto(filled(route, area));
    await settle(page);
    // Roots and unknown paths lead to a screen that is swept by its own name.
    const { pathname } = new URL(page.url());
    if (seen.has(pathname)) continue;
    seen.add(pathname);
    found.push(...(await look(pathname)));
  }
  expect(found.join('\n')).toBe('');
}

/** The largest area takes two minutes on a quiet machine, on a phone and on a desk at once. */
const limit_ms = 600_000;

describe.each(areas)('%s', { timeout: limit_ms }, (area) => {
  it.concurrent('renders every route on a phone, light and dark: axe finds nothing', async () => {
    await stage.walk(given(area, 390, 'light'), async (walk) => {
      const { page } = walk;
      await sweep(walk, area, async (pathname) => {
        const found = await faultsOf(page, pathname);
        await walk.picture(inName(pathname));
        found.push(...(await darkFaults(page, pathname)));
        await switchTo(page, 'light');
        return found;
      });
    });
  });

  it.concurrent('renders every route on a desk, light and dark, from 360 to 2560 px', async () => {
    await stage.walk(given(area, 1440, 'dark'), async (walk) => {
      const { page } = walk;
      await sweep(walk, area, async (pathname) => {
        await switchTo(page, 'light');
        const found = await faultsOf(page, pathname);
        found.push(...(await darkFaults(page, pathname)));
        await walk.picture(inName(pathname));
        found.push(...(await sidewaysFaults(page, pathname)));
        await page.setViewportSize({ width: 1440, height: 900 });
        return found;
      });
    });
  });
});

/** What may lie over a page: opened by its button, looked at, closed by Esc. */
const overlays: { route: string; open: RegExp; role: 'dialog' | 'menu' }[] = [
  { route: '/merchant/transaction/search', open: /^Download or Print/, role: 'dialog' },
  { route: '/merchant/transaction/search', open: /^Filter/, role: 'dialog' },
  { route: '/merchant/transaction/search', open: /^User menu/, role: 'menu' },
  { route: '/merchant/transaction/detail/:id', open: /^Refund/, role: 'dialog' },
  { route: '/merchant/transaction/detail/:id', open: /^Email/, role: 'dialog' },
  { route: '/merchant/transaction/detail/:id', open: /^Print/, role: 'dialog' },
  { route: '/merchant/transaction/detail/:id', open: /^Events/, role: 'dialog' },
  { route: '/merchant/transaction/detail/:heldID', open: /^Capture/, role: 'dialog' },
  { route: '/merchant/transaction/detail/:heldID', open: /^Void/, role: 'dialog' },
  { route: '/merchant/transaction/detail/:flaggedID', open: /^Approve/, role: 'dialog' },
  { route: '/merchant/transaction/detail/:flaggedID', open: /^Decline/, role: 'dialog' },
];

describe('with something lying over the page', () => {
  for (const { width, scheme } of looks) {
    it(`axe finds nothing in dialogs and menus at ${width} px, ${scheme}`, async () => {
      await stage.walk(given('merchant', width, scheme), async ({ page, picture }) => {
        const found: string[] = [];
        for (const { route, open, role } of overlays) {
          if (!page.url().endsWith(filled(route))) await page.goto(filled(route));
          await settle(page);
          await page.getByRole('button', { name: open }).click();
          const over = page.getByRole(role);
          await over.waitFor();
          const name = open.source.replace(/\W+/g, '').toLowerCase();
          found.push(...(await faultsOf(page, name)));
          await picture(`over-${name}`);
          await page.keyboard.press('Escape');
          await over.waitFor({ state: 'detached' });
        }
        expect(found.join('\n')).toBe('');
      });
    });

    it(`axe finds nothing in the error dialog at ${width} px, ${scheme}`, async () => {
      await stage.walk(given('merchant', width, scheme), async (walk) => {
        const { page } = walk;
        walk.expectAnswer(404, '/transaction/00000000000000000000');
        await page.goto('/merchant/transaction/detail/00000000000000000000');
        const dialog = page.getByRole('alertdialog');
        await dialog.waitFor();
        expect(await dialog.innerText()).toMatch(/not found[\s\S]*Error ID: [0-9a-v]{20}/);
        expect((await faultsOf(page, 'error')).join('\n')).toBe('');
        await walk.picture('error');
      });
    });
  }
});
