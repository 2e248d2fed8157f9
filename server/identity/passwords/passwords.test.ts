// What a stored password costs whoever wants to guess it.
import { expect, it } from 'vitest';
import { hashPassword } from './passwords.ts';

it('is an argon2id hash of 19 MiB, two passes and one lane, salted each time', async () => {
  const [one, other] = await Promise.all([hashPassword('a'), hashPassword('a')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(other).not.toBe(one);
});
