// Whose root keys a token of Google Pay is checked by, where they come from Google itself.
import { expect, it } from 'vitest';
import type { Context, Exchange } from '../../context.ts';
import { openWallets } from '../../testing/wallets.ts';
import { openMoneyWorld } from '../../testing/worlds/money-world.ts';
import { openGooglePayment } from './google-payments.ts';

const w = openMoneyWorld();
const wallets = openWallets(w);

it('they are read off a good answer alone, and nobody pays without them', async () => {
  const asked = await fetch(`${w.world.lab?.url}/google/keys`, { method: 'POST', body: '{}' });
  const keys = await asked.text();
  const token = await wallets.googleToken(w.m1.boss.public_key);
  const { system } = w.world;
  const openedBy = (answer: Exchange) => {
    const context = {
      ...system,
      actor: { ...system.actor, account_id: w.m1.account.id },
      config: { ...system.config, allow_lab: false },
      google_key_cache: { known: null },
      egress: { exchange: async () => answer },
    };
    return openGooglePayment(context as Context, token as never, 'token');
  };
  const answered = (status: number, body: string) => ({ kind: 'answered', status, body }) as const;
  expect(await openedBy(answered(200, keys))).toMatchObject({ number: '5555555555554444' });
  for (const answer of [
    answered(500, keys),
    answered(200, '<html>'),
    answered(200, '{}'),
    { kind: 'no_answer', reason: 'silent' } as const,
  ]) {
    await expect(openedBy(answer)).rejects.toThrow('Google is not responding');
  }
});
