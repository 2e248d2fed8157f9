// What signing in takes: name and password, a passkey, or a key of login-as.
import { expect, it } from 'vitest';
import { sessions } from './sessions.ts';

const passkey = {
  ...{ id: 'a1', rawId: 'a1', type: 'public-key' },
  response: { clientDataJSON: 'b2', authenticatorData: 'c3', signature: 'd4' },
};

it.each<[string, object, missing: string[]]>([
  ['nothing', {}, ['username', 'password']],
  ['a name alone', { username: 'harbor_clerk', password: '' }, ['password']],
  ['a password alone', { password: 'x' }, ['username']],
  ['name and password', { username: 'harbor_clerk', password: 'x' }, []],
  ['a key of login-as', { auth_key: 'x' }, []],
  ['a key of login-as beside a passkey', { auth_key: 'x', passkey }, []],
  ['a passkey alone', { passkey }, []],
  ['a passkey beside name and password', { username: 'harbor_clerk', password: 'x', passkey }, []],
  ['a passkey beside a name', { username: 'harbor_clerk', passkey }, ['password']],
  ['a second factor alone', { totp: '123456', recovery_code: 'x' }, ['username', 'password']],
])('with %s, what is missing is named', (_, input, missing) => {
  const read = sessions.create.input.safeParse(input);
  const messages = (read.error?.issues ?? []).map(({ path, message }) =>
    [...path, message].join(' '),
  );
  expect(messages).toEqual(missing.map((name) => `${name} required`));
});
