// A processor's answer with characters that the database refuses: what happened is stored all the
// same, or an approved payment would count as lost.
import { afterAll, expect, it } from 'vitest';
import { openMoneyWorld } from '../../testing/worlds/money-world.ts';

const w = openMoneyWorld({});
let restore = () => {};
afterAll(() => restore());

it('stores an approval whose texts hold NUL and half of a pair', async () => {
  const { services } = w.world;
  const real = services.egress;
  restore = () => {
    services.egress = real;
  };
  services.egress = {
    async exchange(request) {
      const answer = await real.exchange(request);
      if (answer.kind !== 'answered') return answer;
      return { ...answer, body: answer.body.replace('APPROVAL', String.raw`A\u0000B\ud800`) };
    },
  };
  const paid = await w.pay({ amount: 1_250 });
  expect(paid.status).toBe('pending_settlement');
  const [attempt] = await w.attempts(paid.id);
  expect(attempt?.state).toBe('answered');
  expect(attempt?.answer).toMatchObject({ text: expect.stringMatching(/^A\ufffdB\ufffd/) });
});
