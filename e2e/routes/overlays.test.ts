// What lies over a page: nothing for axe in dialogs, menus and the error dialog.
import { beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../../server/testing/deep.ts';
import { looks } from '../stage/browser.ts';
import { openStage } from '../stage/stage.ts';
import { faultsOf } from './page-faults.ts';
import { oneOf } from './parameters.ts';
import { settle } from './settle.ts';

const stage = openStage();
const ids: Record<string, string> = {};

beforeAll(async () => {
  ids.id = await oneOf(stage, 'settled');
  ids.heldID = await oneOf(stage, 'authorized');
  ids.flaggedID = await oneOf(stage, 'flagged');
  // Else it has no events to show.
  const to = { email_address: 'a@example.com' };
  await stage.post('merchant', `/transaction/${ids.id}/email`, to);
});

/** Opened by its button, looked at, closed by Esc. */
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

const addressOf = (route: string) => route.replace(/:(\w+)/, (_, name) => ids[name] as string);

describe.each(sampleOf('overlays', looks))('at $width px, $scheme', (look) => {
  const options = { name: 'over', as: 'merchant', ...look } as const;

  it('axe finds nothing in dialogs and menus', async () => {
    await stage.walk(options, async (walk) => {
      const { page } = walk;
      const found: string[] = [];
      for (const { route, open, role } of overlays) {
        const address = addressOf(route);
        if (!page.url().endsWith(address)) await page.goto(address);
        await settle(walk);
        await page.getByRole('button', { name: open }).click();
        const over = page.getByRole(role);
        await over.waitFor();
        found.push(...(await faultsOf(page, `${route} ${open.source}`)));
        await walk.picture(open.source.replace(/\W+/g, '').toLowerCase());
        await page.keyboard.press('Escape');
        await over.waitFor({ state: 'detached' });
      }
      expect(found.join('\n')).toBe('');
    });
  });

  it('axe finds nothing in the error dialog', async () => {
    await stage.walk(options, async (walk) => {
      const { page } = walk;
      walk.expectAnswer(404, '/transaction/00000000000000000000');
      await page.goto('/merchant/transaction/detail/00000000000000000000');
      const dialog = page.getByRole('alertdialog');
      await dialog.waitFor();
      expect(await dialog.innerText()).toMatch(/not found[\s\S]*Error ID: [0-9a-v]{20}/);
      expect((await faultsOf(page, 'the error dialog')).join('\n')).toBe('');
      await walk.picture('error');
    });
  });
});
