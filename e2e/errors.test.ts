// What a failed call looks like wherever it fails: one dialog with the server's words, no loop, no
// toast, nothing lost; and where addresses lead that are nobody's.
import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { sampleOf } from '../server/testing/deep.ts';
import { axeFindings } from './stage/accessibility.ts';
import { interceptsLater, type Journey } from './stage/browser.ts';
import { areas } from './stage/dashboard-sums.ts';
import { openAddress, openOrTryAgain } from './stage/open-address.ts';
import { openStage } from './stage/stage.ts';

const stage = openStage();
const error_id = '1k7v9eocvcm8jc64as8n';
const ids = { settled: '' };
const is = (value: string) => ({ operator: '=', value });

beforeAll(async () => {
  const sales = { status: is('settled'), type: is('sale'), payment_type: is('card'), limit: 1 };
  const [sale] = await stage.post('merchant', '/transaction/search', sales);
  ids.settled = sale.id;
});

interface Failure {
  name: string;
  answer: (route: Route) => Promise<void>;
  /** What the dialog says. */
  says: string;
  /** How often a read is made. */
  reads: number;
  known?: boolean;
}

const json = (status: number, body: object, with_id = true) => {
  const headers: Record<string, string> = with_id ? { 'x-correlation-id': error_id } : {};
  return (route: Route) => route.fulfill({ status, headers, json: body });
};
const html = (status: number) => (route: Route) =>
  route.fulfill({ status, contentType: 'text/html', body: '<html><h1>Bad gateway</h1></html>' });
const refused = (status: number, with_id: boolean): Failure => {
  const msg = `The server says no to this, number ${status}.`;
  const answer = json(status, { status: 'failed', msg, data: null }, with_id);
  return { name: `${status}`, answer, says: msg, reads: 1, known: with_id };
};
const failed_words = 'The processor is not available.';
const failures: Failure[] = [
  ...[400, 403, 404].map((status) => refused(status, true)),
  ...[409, 429, 500].map((status) => refused(status, false)),
  {
    name: '502 of a proxy',
    answer: html(502),
    says: 'The server could not complete the request (HTTP 502).',
    reads: 2,
  },
  {
    name: '200 that says failed',
    answer: json(200, { status: 'failed', msg: failed_words, data: null }),
    says: failed_words,
    reads: 1,
    known: true,
  },
  {
    name: '200 of another page',
    answer: html(200),
    says: 'The response from the server could not be read.',
    reads: 1,
  },
  {
    name: 'no network',
    answer: (route) => route.abort('internetdisconnected'),
    says: 'The server cannot be reached.',
    reads: 2,
  },
];

/** These failures and one more, chosen by this name; the deep run takes all of them. */
function someFailures(name: string, names: readonly string[]): Failure[] {
  const isNamed = (failure: Failure) => names.includes(failure.name);
  const rest = failures.filter((failure) => !isNamed(failure));
  return [...failures.filter(isNamed), ...sampleOf(name, rest)];
}

const toasts = (page: Page) => page.getByRole('region', { name: 'Messages' });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

/** The browser's own lines about the answers that were asked for. */
const noise = /status of \d|^answer \d|ERR_INTERNET_DISCONNECTED/;

/** Fails the calls at a path this way; gives how many there were until now. */
async function failing(page: Page, at: string | RegExp, { answer }: Failure) {
  let calls = 0;
  await page.route(at, async (route) => {
    calls += 1;
    await answer(route);
  });
  return () => calls;
}

/** One dialog with these words, which does not come back once it is closed. */
async function oneDialog({ page, faults }: Journey, failure: Failure): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: 'Error' });
  await dialog.getByText(failure.says, { exact: true }).waitFor();
  const text = await dialog.innerText();
  expect(text, failure.name).toContain('Please contact support.');
  const final = ['403', '404'].includes(failure.name);
  expect(text.includes('Please try again.'), failure.name).toBe(!final);
  expect(text.includes(`Error ID: ${error_id}`), failure.name).toBe(failure.known === true);
  const trace = dialog.getByRole('button', { name: 'Open request trace' });
  expect(await trace.count(), failure.name).toBe(failure.known ? 1 : 0);
  expect(await toasts(page).innerText()).toBe('');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.waitForTimeout(300);
  expect(await page.getByRole('alertdialog').count(), failure.name).toBe(0);
  expect(faults.filter((line) => !noise.test(line))).toEqual([]);
  faults.length = 0;
}

const optionsOf = (name: string, width = 1280) => ({ name: `errors-${name}`, width }) as const;

it('a list says once why it is not there, and is there after another try', () =>
  stage.walk({ ...optionsOf('list'), as: 'merchant' }, async (walk) => {
    const { page } = walk;
    await interceptsLater(page);
    for (const failure of failures) {
      const calls = await failing(page, '**/api/transaction/search', failure);
      await openOrTryAgain(page, '/merchant/transaction/search');
      await oneDialog(walk, failure);
      await heading(page, 'The list could not be loaded').waitFor();
      expect(await page.locator('[aria-busy="true"]').count(), failure.name).toBe(0);
      expect(calls(), failure.name).toBe(failure.reads);
      await page.unroute('**/api/transaction/search');
    }
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('[data-row]').first().waitFor();
  }));

it('a record says once why it is not there, and leads back', () =>
  stage.walk({ ...optionsOf('detail'), as: 'merchant' }, async (walk) => {
    const { page } = walk;
    const at = `**/api/transaction/${ids.settled}`;
    await interceptsLater(page);
    for (const failure of failures) {
      const calls = await failing(page, at, failure);
      await openOrTryAgain(page, `/merchant/transaction/detail/${ids.settled}`);
      await oneDialog(walk, failure);
      const unknown = failure.name === '404';
      await heading(page, unknown ? 'Transaction not found' : 'Transaction not shown').waitFor();
      expect(await page.locator('[data-part="skeleton"]').count(), failure.name).toBe(0);
      expect(calls(), failure.name).toBe(failure.reads);
      await page.unroute(at);
    }
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: /^Refund/ }).waitFor();
  }));

it('a form keeps what was typed, and sends it once', () =>
  stage.walk({ ...optionsOf('form'), as: 'merchant' }, async (walk) => {
    const { page } = walk;
    await interceptsLater(page);
    await page.goto('/merchant/groups/create');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Kept');
    for (const failure of someFailures('form', ['200 that says failed', 'no network'])) {
      const calls = await failing(page, '**/api/group', failure);
      await page.keyboard.press('Control+s');
      await oneDialog(walk, failure);
      expect(await name.inputValue(), failure.name).toBe('Kept');
      expect(calls(), failure.name).toBe(1);
      await page.unroute('**/api/group');
    }
    await page.keyboard.press('Control+s');
    await page.getByText('Group created').waitFor();
  }));

it('an action says it above its dialog, which stays with what was typed', () =>
  stage.walk({ ...optionsOf('action'), as: 'merchant' }, async (walk) => {
    const { page } = walk;
    const at = `**/api/transaction/${ids.settled}/refund`;
    await interceptsLater(page);
    await page.goto(`/merchant/transaction/detail/${ids.settled}`);
    await page.getByRole('button', { name: /^Refund/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund' });
    await dialog.getByLabel(/^Refund amount/).fill('1.17');
    for (const failure of someFailures('action', ['200 that says failed', 'no network'])) {
      const calls = await failing(page, at, failure);
      await dialog.getByRole('button', { name: /^Refund \$1\.17/ }).click();
      await oneDialog(walk, failure);
      expect(await dialog.getByLabel(/^Refund amount/).inputValue()).toBe('1.17');
      expect(calls(), failure.name).toBe(1);
      await page.unroute(at);
    }
  }));

it('without a network nothing waits to be sent later', () =>
  stage.walk({ ...optionsOf('offline', 390), as: 'merchant' }, async (walk) => {
    const { page, context, faults } = walk;
    await page.goto('/merchant/groups/create');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Never sent');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Create group' }).click();
    await page.getByRole('alertdialog').getByText('The server cannot be reached.').waitFor();
    await walk.picture('offline');
    await page.keyboard.press('Enter');
    let calls = 0;
    page.on('request', (one) => {
      if (one.method() === 'POST' && one.url().endsWith('/api/group')) calls += 1;
    });
    await context.setOffline(false);
    await page.waitForTimeout(1500);
    expect(calls).toBe(0);
    expect(faults.filter((line) => !noise.test(line))).toEqual([]);
    faults.length = 0;
  }));

const nowhere = '0'.repeat(20);

it('an unknown record says so, and leads back to its list', async () => {
  const unknown = [
    ['admin', `/admin/merchants/update/${nowhere}/info`, `/merchant/${nowhere}`, 'Merchant'],
    ['partner', `/partner/users/update/${nowhere}`, `/user/${nowhere}`, 'User'],
    ['merchant', `/merchant/groups/update/${nowhere}`, `/group/${nowhere}`, 'Group'],
  ] as const;
  for (const [as, address, call_path, noun] of unknown) {
    await stage.walk({ ...optionsOf(`unknown-${as}`), as }, async (walk) => {
      const { page } = walk;
      walk.expectAnswer(404, call_path);
      await page.goto(address);
      await page.getByRole('alertdialog').getByText('not found').waitFor();
      await page.keyboard.press('Enter');
      await heading(page, `${noun} not found`).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await walk.picture('unknown');
      await page.getByRole('link', { name: `Back to ${noun}s` }).click();
      await page.getByRole('heading', { level: 1, name: `${noun}s` }).waitFor();
    });
  }
});

it('an address that is nobody’s leads to the root of its area, else to the sign-in', async () => {
  const home = '/merchant/dashboard';
  const leads = [
    ['/merchant/nonsense', home],
    ['/merchant/%E0%A4%A', home],
    ['/merchant/transaction/detail/%E0%A4%A', home],
    ['/nonsense/of/nobody', home],
    ['/%E0%A4%A', home],
  ];
  await stage.walk({ ...optionsOf('nowhere'), as: 'merchant' }, async ({ page }) => {
    for (const [from = '', to] of leads) {
      await page.goto(from);
      await page.waitForURL(`**${to}**`);
      await heading(page, 'Dashboard').waitFor();
    }
  });
  await stage.walk(optionsOf('nobody'), async ({ page }) => {
    for (const from of ['/auth/nonsense', '/nonsense', '/auth/%E0%A4%A', '/admin/%E0%A4%A']) {
      await page.goto(from);
      await page.waitForURL(/\/auth$/);
      await page
        .getByRole('button', { name: /^Log in/ })
        .first()
        .waitFor();
    }
  });
  const answer = await stage.product.call('GET', '/transaction/%E0%A4%A', '');
  expect([answer.status, answer.body.msg]).toEqual([400, 'bad request error: malformed URL']);
});

it('a deep page of each area shows the way back', async () => {
  const { merchant } = stage.product.credentials;
  const below = `/admin/merchants/update/${merchant.id}`;
  const [{ name }] = await stage.post('admin', '/merchant/search', { id: is(merchant.id) });
  const pages = {
    admin: [
      [`${below}/processors`, ['Merchants', name, 'Processors']],
      [`${below}/info`, ['Merchants', name]],
    ],
    partner: [
      ['/partner/users/create', ['Users', 'New user']],
      ['/partner/settings/manage_api_keys/create', ['Settings', 'API keys', 'New API key']],
    ],
    merchant: [
      ['/merchant/settings/required-fields', ['Settings', 'Required fields']],
      ['/merchant/change_password', ['Account', 'Change Password']],
    ],
  } as const;
  for (const as of areas) {
    await stage.walk({ ...optionsOf(`crumbs-${as}`), as }, async ({ page }) => {
      for (const [address, crumbs] of pages[as]) {
        await openAddress(page, address);
        const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
        await expect.poll(() => trail.locator('a, span').allTextContents()).toEqual([...crumbs]);
      }
    });
  }
});
