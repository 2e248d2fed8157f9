// Card readers on this computer: found through the bridge, paired by its code, paid with.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPairing, type Pairing } from '../../bridge/pairing.ts';
import { bridgeServer } from '../../bridge/server.ts';
import { simulator } from '../../bridge/simulator.ts';
import { sampleOf } from '../../server/testing/deep.ts';
import { axeFindings } from '../stage/accessibility.ts';
import { reads } from '../stage/hands.ts';
import { openStage } from '../stage/stage.ts';

const origins: string[] = [];
let pairing: Pairing;
const server = bridgeServer({
  driver: simulator(1_200),
  origins,
  pairing: {
    code: () => pairing.code(),
    pair: (code) => pairing.pair(code),
    knows: (token) => pairing.knows(token),
  },
});
pairing = openPairing(() => undefined);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const stage = openStage({ READER_BRIDGE_PORT: String((server.address() as AddressInfo).port) });
beforeAll(() => {
  origins.push(stage.product.origin);
});
afterAll(() => server.close());

it.each(
  sampleOf('readers', [
    { name: 'readers', width: 1280 },
    { name: 'readers-phone', width: 390 },
  ]),
)('a clerk connects a reader and charges with it ($name)', async ({ name, width }) => {
  await stage.walk({ name, width, as: 'merchant' }, async (walk) => {
    const { page } = walk;
    await page.goto('/merchant/virtual-terminal');
    await page.getByRole('tab', { name: 'Card', exact: true }).waitFor();
    expect(await page.getByRole('tab', { name: 'Card Reader' }).count()).toBe(0);
    await page.goto('/merchant/manage_devices');
    await reads(page, 'Counter reader');
    walk.expectAnswer(403, '/pair');
    await page.getByLabel('Pairing code').fill('00000000');
    await page.getByRole('button', { name: 'Connect' }).click();
    await reads(page, 'The pairing code is not right.');
    await page.getByRole('button', { name: 'Close' }).first().click();
    await page.getByLabel('Pairing code').fill(pairing.code());
    await page.getByRole('button', { name: 'Connect' }).click();
    await reads(page, 'Card readers connected');
    await reads(page, 'Mobile reader');
    expect((await axeFindings(page)).join('\n')).toBe('');
    await walk.picture('connected');
    await page.goto('/merchant/virtual-terminal/cardReader');
    const chosen = page.getByRole('combobox', { name: 'Select Card Reader device' });
    await chosen.waitFor();
    expect(await chosen.locator('option').allInnerTexts()).toEqual([
      'Counter reader',
      'Mobile reader',
    ]);
    expect(await chosen.inputValue()).toBe('');
    await page.getByLabel('Amount', { exact: true }).fill('9.30');
    await walk.picture('tab');
    await page.getByRole('button', { name: 'Charge $9.30' }).last().click();
    await reads(page, 'Waiting for the card at Counter reader');
    expect((await axeFindings(page)).join('\n')).toBe('');
    await walk.picture('waiting');
    await reads(page, /^Approved$/);
    await reads(page, '401200******7777');
  });
  const [payment] = await stage.post('merchant', '/transaction/search', { limit: 1 });
  expect(payment).toMatchObject({
    amount: 930,
    payment_method: 'card',
    response_body: { card: { entry_type: 'swiped', cardholder_name: 'ANN READER' } },
  });
});

it('a read that is cancelled charges nothing, and the amount stays', async () => {
  const options = { name: 'readers-cancel', width: 1280, as: 'merchant' } as const;
  await stage.walk(options, async ({ page, expectAnswer }) => {
    expectAnswer(410, '/devices/02%3A00%3A00%3A00%3A00%3A01/read');
    await page.goto('/merchant/manage_devices');
    await page.getByLabel('Pairing code').fill(pairing.code());
    await page.getByRole('button', { name: 'Connect' }).click();
    await reads(page, 'Card readers connected');
    await page.goto('/merchant/virtual-terminal/cardReader');
    await page.getByLabel('Amount', { exact: true }).fill('4.44');
    await page.getByRole('button', { name: 'Charge $4.44' }).first().click();
    await page.getByRole('button', { name: 'Cancel payment' }).click();
    await reads(page, 'Reading the card was canceled.');
    await page.getByRole('button', { name: 'Close' }).first().click();
    expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('4.44');
  });
  const search = { amount: { operator: '=', value: 444 } };
  expect(await stage.post('merchant', '/transaction/search', search)).toEqual([]);
});
