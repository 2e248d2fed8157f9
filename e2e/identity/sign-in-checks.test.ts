// Before and after sign-in: the bot check done by keyboard, the widget, and two tabs that agree.
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../server/testing/deep.ts';
import { axeFindings } from '../stage/accessibility.ts';
import { press, reads } from '../stage/hands.ts';
import { asOwner, startIn } from '../stage/product.ts';
import { openStage } from '../stage/stage.ts';

const stage = openStage();

const at = (name: string, width = 1280) => ({ name, width });
const inside = (name: string) => ({ ...at(name), as: 'merchant' }) as const;

/** Values of a header on the calls of a page, by path. */
function headersOf(page: Page, name: string): [string, string][] {
  const seen: [string, string][] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    seen.push([pathname.slice(4), request.headers()[name] ?? 'missing']);
  });
  return seen;
}

describe('our own bot check', () => {
  it('is done beside a recovery form, without anything to click', async () => {
    await stage.walk(at('bot-check', 360), async ({ page, picture }) => {
      const sent = headersOf(page, 'x-bot-check');
      await page.goto('/auth/forgot-username');
      await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();
      await picture('done');
      const proofs = sent.filter(([, value]) => value !== '');
      expect(proofs.map(([path]) => path)).toEqual(['/user/forgot-username']);
      expect(proofs[0]?.[1]).toMatch(/^recovery\.16\.\d+\.[\w-]+\.[\w-]+~\d+$/);
    });
  });

  it('is required at sign-in after three failures, and done without a word', async () => {
    const { username, password } = stage.product.credentials.partner_standard;
    await stage.walk(at('bot-check-sign-in'), async ({ page, expectAnswer }) => {
      for (let n = 0; n < 3; n++) expectAnswer(401, '/token-auth');
      expectAnswer(400, '/token-auth');
      await page.goto('/auth');
      await page.getByLabel('Username').fill(username);
      for (let n = 0; n < 3; n++) {
        await page.locator('input[type=password]').fill(`wrong-${n}`);
        await page.keyboard.press('Enter');
        await reads(page, 'invalid credentials');
        await page.keyboard.press('Enter');
        await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      }
      await page.locator('input[type=password]').fill(password);
      await press(page, /^Log in/);
      await page.waitForURL(/\/partner/);
    });
  });

  it('leaves a hint at the visitor on every call, the same on all of a page', async () => {
    await stage.walk({ ...at('visitor'), is_first_visit: true }, async ({ page }) => {
      const sent = headersOf(page, 'x-fingerprint');
      await page.goto('/auth/forgot-username');
      const storedVisitor = () => page.evaluate(`localStorage.getItem('penstock-visitor')`);
      await expect.poll(storedVisitor, { timeout: 15_000 }).toMatch(/^[0-9a-f]{32}$/);
      await page.goto('/auth/view-tos');
      const whole = () => sent.filter(([, value]) => value.length === 32);
      await expect.poll(() => whole().length).toBeGreaterThan(1);
      const second = whole();
      expect(new Set(second.map(([, value]) => value))).toEqual(new Set([await storedVisitor()]));
      expect(sent.map(([, value]) => value)).not.toContain('missing');
    });
  });
});

/** Ends up in the browser as what Cloudflare would send: it reports how it was configured. */
const played_widget = `window.played = { rendered: [], reset: 0 };
window.turnstile = {
  render(place, options) {
    window.played.rendered.push(options.sitekey);
    window.played.options = options;
    options.callback('token-0');
    return 'widget';
  },
  reset() {
    window.played.reset += 1;
    window.played.options.callback('token-' + window.played.reset);
  },
  remove() {},
};`;

/** The page as a server with keys of Turnstile gives it. */
async function withKeys(page: Page): Promise<void> {
  await page.route('**/auth', async (route) => {
    const answer = await route.fetch();
    const policy = answer.headers()['content-security-policy'] ?? '';
    const theirs = 'https://challenges.cloudflare.com';
    const opened = policy.replace(/((?:script|frame)-src [^;]+)/g, `$1 ${theirs}`);
    const body = (await answer.text()).replace('content="late"', 'content="late key-1 key-2"');
    const headers = { ...answer.headers(), 'content-security-policy': opened };
    await route.fulfill({ headers, body });
  });
}

describe('with keys of Turnstile', () => {
  it('the widget is shown with the default key, and starts anew each minute', async () => {
    await stage.walk(at('turnstile'), async ({ page }) => {
      await page.clock.install();
      await withKeys(page);
      const sent = headersOf(page, 'x-bot-check');
      await page.route('https://challenges.cloudflare.com/**', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: played_widget }),
      );
      await page.goto('/auth');
      await expect.poll(() => page.evaluate('window.played?.rendered')).toEqual(['key-1']);
      await page.clock.runFor(59_000);
      expect(await page.evaluate('window.played.reset')).toBe(0);
      await page.clock.runFor(1_000);
      expect(await page.evaluate('window.played.reset')).toBe(1);
      await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
      expect(await page.evaluate('window.played.reset')).toBe(2);
      await page.getByLabel('Username').fill(stage.product.credentials.merchant.username);
      await page.locator('input[type=password]').fill(stage.product.credentials.merchant.password);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/merchant/**');
      expect(sent).toContainEqual(['/token-auth', 'token-2']);
    });
  });

  it.each(sampleOf('blocked', [360, 1280]))(
    'a script that does not come is said, and tried again, at %i px',
    async (width) => {
      await stage.walk(at('turnstile-blocked', width), async ({ page, faults, picture }) => {
        const theirs = 'https://challenges.cloudflare.com/**';
        await withKeys(page);
        await page.route(theirs, (route) => route.abort('failed'));
        await page.goto('/auth');
        await page.getByRole('alert').getByText('Failed to load Turnstile.').waitFor();
        await reads(page, /The security check needs challenges\.cloudflare\.com\. Allow it/);
        await page.getByLabel('Username').fill(stage.product.credentials.merchant.username);
        expect(await axeFindings(page)).toEqual([]);
        await picture('said');
        // The browser's own line about the script belongs to the trace.
        expect(faults.every((fault) => fault.includes('challenges.cloudflare.com'))).toBe(true);
        faults.length = 0;
        await page.unroute(theirs);
        await page.route(theirs, (route) =>
          route.fulfill({ contentType: 'text/javascript', body: played_widget }),
        );
        await press(page, /^Try again$/);
        await expect.poll(() => page.evaluate('window.played?.rendered')).toEqual(['key-1']);
        await page.getByText('Failed to load Turnstile.').waitFor({ state: 'detached' });
        expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
        await page
          .locator('input[type=password]')
          .fill(stage.product.credentials.merchant.password);
        await page.keyboard.press('Enter');
        await page.waitForURL('**/merchant/**');
      });
    },
  );
});

const countdown = (page: Page) => page.getByRole('button', { name: /till log out/ });

async function secondsOf(page: Page): Promise<number> {
  const text = await countdown(page).innerText();
  const [minutes = '0', seconds = '0'] = (/(\d+):(\d+)/.exec(text) ?? []).slice(1);
  return Number(minutes) * 60 + Number(seconds);
}

async function twoTabs(page: Page, context: BrowserContext): Promise<Page> {
  await page.goto('/merchant/transaction/search');
  await countdown(page).waitFor();
  const other = await context.newPage();
  await other.goto('/merchant/transaction/search');
  await countdown(other).waitFor();
  return other;
}

describe('two tabs', () => {
  it('count down together, ask together, and stay together', async () => {
    await stage.walk(inside('two-tabs'), async (walk) => {
      const { page, context, picture } = walk;
      await context.clock.install();
      const other = await twoTabs(page, context);
      await context.clock.runFor(300_000);
      const [mine, theirs] = [await secondsOf(page), await secondsOf(other)];
      expect(Math.abs(mine - theirs)).toBeLessThanOrEqual(1);
      expect(mine).toBeLessThan(602);
      await countdown(other).click();
      await expect.poll(() => secondsOf(page)).toBeGreaterThan(890);
      await context.clock.runFor(781_000);
      const asked = (tab: Page) => tab.getByRole('alertdialog', { name: 'Are you still there?' });
      await asked(page).waitFor();
      await asked(other).waitFor();
      await picture('asked');
      await page.getByRole('button', { name: 'Keep Me Logged In' }).click();
      await asked(other).waitFor({ state: 'detached' });
      expect(await secondsOf(other)).toBeGreaterThan(890);
      walk.sessionEnds();
      await context.clock.runFor(901_000);
      await Promise.all([page.waitForURL('**/auth'), other.waitForURL('**/auth')]);
    });
  });

  it('leave together', async () => {
    await stage.walk(inside('leaving'), async ({ page, context, sessionEnds }) => {
      const other = await twoTabs(page, context);
      sessionEnds();
      await page.getByRole('button', { name: /^User menu/ }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await Promise.all([page.waitForURL('**/auth'), other.waitForURL('**/auth')]);
    });
  });
});

/** Makes the sessions of the demo as old as if nobody had called for longer than 900 s. */
async function letTimePass(): Promise<void> {
  const earlier = "update user_session set seen_at = seen_at - interval '901 seconds'";
  await asOwner(stage.product, (owner) => owner.query(earlier));
}

it('a tab whose timer is blocked is let out by the server', async () => {
  await stage.walk(inside('blocked-timer'), async ({ page, context, faults }) => {
    await context.addInitScript('window.setInterval = () => 0');
    await page.goto('/merchant/transaction/search');
    await countdown(page).waitFor();
    // A call still on its way would be sent again, to the new server, and let the tab out itself.
    await page.getByRole('link', { name: /^Books / }).waitFor();
    await page.waitForLoadState('networkidle');
    await letTimePass();
    // The server remembers what it saw last: another process does not.
    const { data_dir, origin } = stage.product;
    await stage.product.stop();
    stage.product = await startIn(data_dir, { PORT: new URL(origin).port });
    expect(await secondsOf(page)).toBeGreaterThan(800);
    await page.getByRole('link', { name: 'Virtual Terminal' }).click();
    await page.waitForURL('**/auth');
    expect(faults.every((fault) => fault.includes('401'))).toBe(true);
    faults.length = 0;
  });
});
