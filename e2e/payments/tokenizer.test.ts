// The hosted payment fields in a shop of another origin: typed, swiped, checked, paid with.
import type { FrameLocator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Journey } from '../stage/browser.ts';
import { openShop } from '../stage/shop.ts';
import { openStage } from '../stage/stage.ts';

const stage = openStage();
const shop = openShop(stage);

interface Heard {
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: journeys look into any message
  data: any;
}

interface Visit {
  page: Page;
  fields: FrameLocator;
  journey: Journey;
  /** Messages of one name, oldest first. */
  heard(name: string): Promise<Heard['data'][]>;
  /** Calls a method of the shop's `Tokenizer`. */
  ask(call: string): Promise<void>;
  /** Submits and gives the answer. */
  submitted(amount?: string): Promise<Heard['data']>;
}

const visit = (settings: object, steps: (visit: Visit) => Promise<void>, width = 1440) =>
  stage.walk({ name: 'tokenizer', width, origin: shop.origin }, async (journey) => {
    const { page } = journey;
    await page.goto(`/?settings=${encodeURIComponent(JSON.stringify(settings))}`);
    const heard = async (name: string) =>
      (await page.evaluate<Heard[]>('window.heard'))
        .filter((one) => one.name === name)
        .map(({ data }) => data);
    const ask = (call: string) => page.evaluate<void>(`window.made.${call}`);
    const submitted = async (amount?: string) => {
      const before = (await heard('submission')).length;
      await ask(`submit(${amount ? JSON.stringify(amount) : ''})`);
      await expect.poll(async () => (await heard('submission')).length).toBe(before + 1);
      return (await heard('submission')).at(-1);
    };
    const fields = page.frameLocator('iframe');
    await fields.locator('form').waitFor();
    await steps({ page, fields, journey, heard, ask, submitted });
  });

const pay = (token: string) =>
  stage.post('merchant', '/transaction', {
    type: 'sale',
    amount: 10_000,
    payment_method: { token },
  });

async function fillCard(fields: FrameLocator, number = '4111111111111111') {
  await fields.getByLabel('Card number').fill(number);
  await fields.getByLabel('Expiration').fill('1230');
  await fields.getByLabel('Security code').fill('999');
}

describe('a card', () => {
  it('is typed in the frame, and its token pays once', async () => {
    await visit({ user: { showName: true, showEmail: true } }, async (shown) => {
      const { fields, heard, journey } = shown;
      expect(await heard('onLoad')).toHaveLength(1);
      expect(await shown.submitted()).toEqual({ status: 'validation', invalid: ['cc', 'exp'] });
      await fields.getByText('Enter a valid card number.').waitFor();
      await journey.picture('invalid');
      await fillCard(fields);
      await fields.getByLabel('First name').fill('Ann');
      await fields.getByLabel('Last name').fill('Miller');
      await expect.poll(() => heard('validCard')).toHaveLength(1);
      expect((await heard('validCard'))[0]).toMatchObject({
        isValid: true,
        bin: { card_brand: 'Visa' },
      });
      expect(await fields.getByLabel('Card number').inputValue()).toBe('4111 1111 1111 1111');
      expect(await fields.getByLabel('Expiration').inputValue()).toBe('12/30');
      const answer = await shown.submitted('100.00');
      expect(answer).toMatchObject({
        status: 'success',
        token: expect.stringMatching(/^tok_/),
        payment_type: 'card',
        user: { first_name: 'Ann', last_name: 'Miller' },
      });
      expect(JSON.stringify(await shown.page.evaluate('window.heard'))).not.toContain('41111111');
      const paid = await pay(answer.token);
      expect(paid).toMatchObject({
        status: 'pending_settlement',
        payment_method: 'token',
        response_body: { card: { cvv_response_code: 'M', cardholder_name: 'Ann Miller' } },
      });
      await expect(pay(answer.token)).rejects.toThrow('The token is not valid.');
    });
  });

  it('is swiped, with the focus anywhere in the frame', async () => {
    await visit({}, async ({ page, fields, heard, submitted }) => {
      await fields.getByLabel('Security code').focus();
      const tracks =
        '%B4012000077777777^DOE/JANE^30121010000000000000?;4012000077777777=30121010000000000?';
      await page.keyboard.type(tracks, { delay: 1 });
      await expect
        .poll(() => heard('magStripeSwipe'))
        .toEqual([{ first_name: 'Jane', last_name: 'Doe', last_four: '7777', exp: '12/30' }]);
      expect(await fields.getByLabel('Security code').inputValue()).toBe('');
      const { token } = await submitted();
      const paid = await pay(token);
      expect(paid.response_body.card).toMatchObject({
        entry_type: 'swiped',
        masked_card: '401200******7777',
      });
    });
  });

  it('is hidden but for its end while the field is not in use', async () => {
    await visit({ payment: { card: { mask_number: true } } }, async ({ fields, submitted }) => {
      await fillCard(fields);
      const number = fields.getByLabel('Card number');
      expect(await number.inputValue()).toBe('•••• •••• •••• 1111');
      await number.focus();
      expect(await number.inputValue()).toBe('4111 1111 1111 1111');
      expect((await submitted()).status).toBe('success');
    });
  });

  it('shows the fee that comes with it', async () => {
    const payment = { calculateFees: true };
    await visit({ payment, billing: { show: true } }, async ({ fields, submitted, heard, ask }) => {
      const home = {
        address: '1 Main St',
        city: 'Austin',
        state: 'TX',
        zip: '73301',
        country: 'US',
      };
      await ask(`setBilling(${JSON.stringify(home)})`);
      await fillCard(fields);
      await expect
        .poll(async () => (await heard('validCard')).at(-1)?.fees)
        .toMatchObject({
          currency: 'usd',
        });
      const answer = await submitted('100.00');
      const { amount, surcharge, service_fee } = answer.fees;
      expect(amount).toBe(10_000 + surcharge + service_fee);
      expect(answer.billing).toEqual(home);
    });
  });
});

describe('a bank account', () => {
  it('is chosen, typed twice, and paid from', async () => {
    const payment = {
      types: ['card', 'ach'],
      ach: { sec_code: 'ppd', verifyAccountRouting: true, user_required: { first_name: true } },
    };
    await visit({ payment }, async ({ fields, heard, submitted, journey }) => {
      await fields.getByText('Bank account').first().click();
      expect(await heard('onPaymentChange')).toEqual(['ach']);
      expect(await submitted()).toEqual({
        status: 'validation',
        invalid: ['first_name', 'routing', 'account'],
      });
      await fields.getByLabel('First name').fill('Ann');
      await fields.getByLabel('Routing number', { exact: true }).fill('490000018');
      await fields.getByLabel('Account number', { exact: true }).fill('987654321');
      expect(await submitted()).toMatchObject({ invalid: ['routing_again', 'account_again'] });
      await fields.getByLabel('Routing number again').fill('490000018');
      await fields.getByLabel('Account number again').fill('987654321');
      await journey.picture('account');
      const { token, payment_type } = await submitted();
      expect(payment_type).toBe('ach');
      expect((await heard('achOnChange')).at(-1)).toMatchObject({
        routing_number: '490000018',
        sec_code: 'ppd',
      });
      const paid = await pay(token);
      expect(paid.response_body.ach).toMatchObject({
        masked_account_number: 'XXXXX4321',
        sec_code: 'ppd',
      });
    });
  });
});

it('a bank account that is debited by telephone is asked for a check', async () => {
  const payment = { types: ['ach'], ach: { showSecCode: true } };
  await visit({ payment }, async ({ fields, submitted }) => {
    await fields.getByLabel('Routing number').fill('490000018');
    await fields.getByLabel('Account number').fill('987654321');
    const check = fields.getByLabel('Check number');
    expect(await check.isVisible()).toBe(false);
    await fields.getByLabel('SEC code').selectOption('tel');
    expect(await submitted()).toEqual({ status: 'validation', invalid: ['check_number'] });
    await check.fill('1001');
    const { token } = await submitted();
    expect((await pay(token)).response_body.ach).toMatchObject({
      sec_code: 'tel',
      check_number: '1001',
    });
  });
});

describe('the page around the frame', () => {
  it('styles the fields, and can make them load nothing', async () => {
    const styles = {
      'input, select': { color: 'rgb(10, 20, 30)', 'font-size': '19px' },
      '.payment .cc input': { 'background-image': 'url(https://evil.example/x)' },
      'input[value^="4"]': { background: 'red' },
      body: { background: 'url(https://evil.example/y)' },
    };
    await visit({ styles }, async ({ fields }) => {
      const number = fields.getByLabel('Card number');
      const style = (name: string) =>
        number.evaluate(
          (one, property) =>
            one.ownerDocument.defaultView?.getComputedStyle(one).getPropertyValue(property),
          name,
        );
      expect(await style('color')).toBe('rgb(10, 20, 30)');
      expect(await style('font-size')).toBe('19px');
      expect(await style('background-image')).toBe('none');
    });
  });

  it('marks a field, sets the expiry, and gives the frame its height', async () => {
    await visit({}, async ({ page, fields, ask }) => {
      await ask("setExpDate('07/31')");
      await ask("setError('cvv')");
      await fields.getByText('Enter the security code of the card.').waitFor();
      expect(await fields.getByLabel('Expiration').inputValue()).toBe('07/31');
      // The page in the frame tells its height by a message.
      const beyond = async () => {
        const box = await page.locator('iframe').boundingBox();
        const inner = await fields.locator('body').evaluate((one) => one.scrollHeight);
        return inner - (box?.height ?? 0);
      };
      await expect.poll(beyond).toBe(0);
      const asked = [
        ['TX', 'credit'],
        ['CO', 'credit'],
        ['TX', 'debit'],
        ['', 'credit'],
      ];
      const answers = await Promise.all(
        asked.map(([state, card_type]) =>
          page.evaluate(`made.isSurchargeable('${state}', {card_type: '${card_type}'})`),
        ),
      );
      expect(answers).toEqual([true, false, false, false]);
    });
  });

  it('cannot have tokens made with another key than the one it is framed for', async () => {
    const { public_key } = stage.product.credentials.partner;
    await visit({}, async ({ page, fields, submitted }) => {
      const text = `JSON.stringify({ event: 'setSettings',
        data: { ...made.settings, apikey: '${public_key}' } })`;
      await page.evaluate(`made.iframe.contentWindow.postMessage(${text}, '*')`);
      await fillCard(fields);
      expect((await submitted()).status).toBe('success');
    });
  });

  it('is framed by the sites of the key alone', async () => {
    const policyOf = async (key: string) => {
      const answer = await fetch(`${stage.product.origin}/api/tokenizer/${key}`);
      const policy = answer.headers.get('content-security-policy') ?? '';
      return [answer.status, /frame-ancestors [^;]*/.exec(policy)?.[0]];
    };
    const { public_key } = stage.product.credentials.merchant;
    expect(await policyOf(public_key)).toEqual([200, 'frame-ancestors *']);
    const made = await stage.post('merchant', '/user/apikey', {
      type: 'pub',
      name: 'shop',
      allowed_origins: ['https://shop.example'],
    });
    const key = made.api_key;
    expect(await policyOf(key)).toEqual([200, "frame-ancestors 'self' https://shop.example"]);
    expect((await policyOf(`pub_${'0'.repeat(27)}`))[0]).toBe(401);
    const asked = (origin: string) =>
      fetch(`${stage.product.origin}/api/tokenizer/${key}`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const welcome = await asked('https://shop.example');
    expect(welcome.status).toBe(204);
    expect(welcome.headers.get('access-control-allow-headers')).toContain('authorization');
    expect((await asked('https://evil.example')).status).toBe(403);
  });
});
