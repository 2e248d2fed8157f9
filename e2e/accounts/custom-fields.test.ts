// Custom fields of a merchant: defined, asked at the virtual terminal, found again, removed.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { axeFindings } from '../stage/accessibility.ts';
import { focusedName, reads } from '../stage/hands.ts';
import { openStage } from '../stage/stage.ts';

const stage = openStage();
/** Ids of the fields by their names. */
const ids = new Map<string, string>();

const sizes = [
  { name: 'Small', value: 's' },
  { name: 'Large', value: 'l' },
];
const defined = [
  { name: 'Member number', type: 'text', validation_type: 'numeric' },
  { name: 'Size', type: 'radio', values: sizes },
  { name: 'Wanted', type: 'multiselect', values: sizes },
  { name: 'Extras', type: 'checkbox', values: sizes },
  { name: 'Colour', type: 'select', values: sizes, required: true },
  { name: 'Source tag', type: 'hidden', default: 'vt' },
  { name: 'Remark', type: 'text' },
  { name: 'Room', type: 'text', group_name: 'Hotel', required: true },
];

beforeAll(async () => {
  for (const [position, field] of defined.entries()) {
    const { private_key } = stage.product.credentials.merchant;
    const made = await stage.product.call('POST', '/customfield', private_key, {
      position,
      ...field,
    });
    ids.set(field.name, made.body.data.id);
  }
});

function as(user: 'merchant' | 'merchant_standard') {
  return { name: `fields-${user}`, width: 1280, as: user };
}

const list = '/merchant/custom-field';
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true }).waitFor();

/** How often the page has asked for the fields. */
function countCalls(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/customfields') count += 1;
  });
  return () => count;
}

it('is defined with a preview, and the list is filtered where it stands', async () => {
  await stage.walk(as('merchant'), async ({ page, picture }) => {
    await page.goto(list);
    await page.getByRole('link', { name: 'New custom field' }).click();
    await page.getByRole('button', { name: 'Create custom field' }).click();
    await reads(page, 'The Name field is required.');
    await expect.poll(() => focusedName(page)).toBe('Name');
    await page.getByRole('textbox', { name: 'Name' }).fill('Gift message');
    await page.getByRole('combobox', { name: 'Type' }).selectOption('textarea');
    await page.getByRole('region', { name: 'Preview' }).locator('textarea').waitFor();
    await picture('form');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    await toast(page, 'Custom field created!');
    await page.getByRole('link', { name: 'Open Gift message' }).waitFor();
    await page.getByRole('searchbox').fill('GIFT');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  });
});

it('is asked at the terminal by type, and its values go along without empty ones', async () => {
  await stage.walk(as('merchant'), async ({ page, picture }) => {
    const calls = countCalls(page);
    await page.goto(list);
    await page.getByRole('link', { name: 'Open Gift message' }).waitFor();
    const before = calls();
    await page.getByRole('link', { name: 'Virtual Terminal' }).click();
    await page.locator('[name="number"]').fill('4111111111111111');
    await page.locator('[name="expiration_date"]').fill('12/30');
    await page.locator('[name="cvc"]').fill('999');
    await page.locator('[name="amount"]').fill('9.87');
    expect(calls(), 'two screens ask once').toBe(before);
    const at = (name: string) => page.locator(`[name="custom_fields.${ids.get(name)}"]`);
    await at('Member number').fill('12a');
    await page.getByText('The Member number field format is invalid.').waitFor();
    await page.getByRole('button', { name: /^Charge \$9\.87/ }).click();
    await page.getByText('The Colour field is required.').waitFor();
    await picture('refused');
    expect(await axeFindings(page)).toEqual([]);
    await at('Member number').fill('123');
    await at('Wanted').selectOption(['s', 'l']);
    await at('Extras').nth(1).check();
    expect(await at('Colour').locator('option').first().isDisabled()).toBe(true);
    await at('Colour').selectOption('l');
    await page.getByRole('textbox', { name: 'Gift message' }).fill('For Ann');
    const sent = page.waitForRequest((one) => one.url().endsWith('/api/transaction'));
    await page.getByRole('button', { name: /^Charge \$9\.87/ }).click();
    const { custom_fields, group_name } = (await sent).postDataJSON();
    const by_name = Object.fromEntries(
      [...ids].flatMap(([name, id]) => (custom_fields[id] ? [[name, custom_fields[id]]] : [])),
    );
    expect([group_name, by_name]).toEqual([
      'default',
      {
        'Member number': ['123'],
        Size: ['s'],
        Wanted: ['s', 'l'],
        Extras: ['l'],
        Colour: ['l'],
        'Source tag': ['vt'],
      },
    ]);
    expect(Object.values(custom_fields)).toContainEqual(['For Ann']);
    await page.getByText('Approved', { exact: true }).first().waitFor();
  });
});

it('is shown with the payment, and finds it', async () => {
  await stage.walk(as('merchant'), async ({ page, picture }) => {
    await page.goto(
      `/merchant/transaction/search?custom_fields.${ids.get('Member number')}=is:123`,
    );
    await page.getByRole('list', { name: 'Filters' }).getByText('Member number').waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await page.locator('tbody tr').first().click();
    const shown = page.getByRole('region', { name: 'Custom fields' });
    await shown.getByText('For Ann').waitFor();
    expect(await shown.innerText()).toMatch(/Wanted\s+Small, Large/);
    await picture('detail');
  });
});

it('is found by its days on a phone, whose calendar keeps its button in reach', async () => {
  await stage.walk({ ...as('merchant'), width: 360 }, async ({ page, picture }) => {
    await page.goto(list);
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('combobox', { name: 'Field' }).fill('Created Date');
    await page.keyboard.press('Enter');
    const days = page.getByRole('group', { name: 'Created Date, UTC days' });
    await days.getByRole('button', { name: 'Previous month' }).click();
    const apply = page.getByRole('button', { name: /^Apply filter/ });
    const fold = page.viewportSize()?.height ?? 0;
    const bottom = async () => (await apply.boundingBox().then((box) => box?.y ?? fold)) + 44;
    await expect.poll(bottom).toBeLessThanOrEqual(fold);
    // The calendar shows the first days of the month after, too.
    const of_month = days.locator('button:not([data-other])');
    const day = (date: string) => of_month.and(page.getByLabel(new RegExp(` ${date}, `)));
    await day('20').click();
    await apply.click();
    await reads(page, 'The Created Date end field is required.');
    await day('10').click();
    await reads(page, /\/10\/\d+ – \d+\/20\/\d+\. Days are counted/);
    await picture('days');
    expect(await axeFindings(page)).toEqual([]);
    await apply.click();
    await reads(page, 'No custom fields match');
  });
});

it('is removed with its toast, and the list is read anew', async () => {
  await stage.walk(as('merchant'), async ({ page }) => {
    const calls = countCalls(page);
    await page.goto(list);
    const row = page.locator('tbody tr').filter({ hasText: 'Remark' });
    await row.locator('[data-row-menu]').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const before = calls();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete custom field/ })
      .click();
    await toast(page, 'Custom field deleted!');
    await row.waitFor({ state: 'detached' });
    expect(calls()).toBe(before + 1);
  });
});

it('stands in a group, which a form makes that says at once how it is saved', async () => {
  await stage.walk(as('merchant'), async ({ page, expectAnswer }) => {
    expectAnswer(400, '/group');
    await page.goto('/merchant/groups/create');
    const name = page.getByRole('textbox', { name: 'Name' });
    await page.getByRole('button', { name: 'Create group' }).click();
    await page.getByText('The Name field is required.').waitFor();
    await page.reload();
    // What is typed is judged as it is typed.
    await name.fill('S');
    await name.fill('');
    await page.getByText('The Name field is required.').waitFor();
    await name.fill('Suppers');
    await page.keyboard.press('Control+s');
    await toast(page, 'Group created');
    await page.getByRole('link', { name: 'Open Suppers' }).waitFor();
    // A name that is taken is said at its field.
    await page.goto('/merchant/groups/create');
    await name.fill('Suppers');
    await page.getByRole('button', { name: 'Create group' }).click();
    await page.getByText('The Name is already taken.').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Name');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

it('is the business of users with the admin role alone', async () => {
  await stage.walk(as('merchant_standard'), async ({ page }) => {
    for (const shut of [list, '/merchant/groups', '/merchant/groups/create']) {
      await page.goto(shut);
      await page.waitForURL(/\/merchant\/(?!custom-field|groups)/);
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    }
    expect(await page.getByRole('link', { name: 'Custom Fields' }).count()).toBe(0);
  });
});
