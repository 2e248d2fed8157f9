// Where the session ended unasked: who is led back there, who is not, and what is said.
import { beforeEach, expect, test } from 'vitest';
import { stubBrowser } from '../testing/browser.ts';

const stored = stubBrowser({ pathname: '/merchant/users/update/u7', search: '?tab=2' });
const {
  returnPath: storedPath,
  storeReturnPath: keepPlace,
  consumeReturnPath: takePlace,
  whySignInAgain: whyAgain,
} = await import('./return-path.ts');
const { registerUnsaved } = await import('../kit/form/unsaved.ts');
const { endSession, session } = await import('./session.ts');
const { viewing } = await import('./viewing.ts');

const mine = { user_id: 'u1', sid: 's1' } as NonNullable<ReturnType<typeof session.get>>;

beforeEach(() => {
  stored.clear();
  viewing.set(null);
  session.set(mine);
});

test('the same person is led back to the page, once', () => {
  endSession('idle');
  expect(takePlace('u1', 'merchant')).toBe('/merchant/users/update/u7?tab=2');
  expect(takePlace('u1', 'merchant')).toBe('');
});

test('nobody else is, and then the page is forgotten', () => {
  endSession('ended');
  expect(takePlace('u2', 'merchant')).toBe('');
  expect(takePlace('u1', 'merchant')).toBe('');
  endSession('ended');
  session.set(mine);
  endSession('idle');
  expect(takePlace('u1', 'partner')).toBe('');
});

test('whoever logs out, and whoever looks as somebody else, is not led back', () => {
  keepPlace({ user_id: 'u1', idle: true, acted_as: '' });
  endSession();
  expect(storedPath()).toBeNull();
  session.set(mine);
  viewing.set({ id: 'u9' } as never);
  endSession('idle');
  expect(storedPath()).toBeNull();
});

test('a second end, of what has ended, changes nothing', () => {
  endSession('idle');
  endSession('ended');
  expect(storedPath()).toMatchObject({ user_id: 'u1', idle: true, acted_as: '' });
});

test('the sign-in says why one is there again, and what is lost', () => {
  expect(whyAgain(null)).toBe('');
  keepPlace({ user_id: 'u1', idle: true, acted_as: '' });
  expect(whyAgain(storedPath())).toBe(
    'You were logged out after 15 minutes without activity. Log in to continue where you left off.',
  );
  const form = registerUnsaved();
  keepPlace({ user_id: 'u1', idle: false, acted_as: '' });
  expect(whyAgain(storedPath())).toBe(
    'Your session has ended. Your unsaved changes are lost. ' +
      'Log in to continue where you left off.',
  );
  form.unregister();
  session.set({ ...mine, username: 'mia_clerk', acts: true });
  endSession('ended');
  expect(whyAgain(storedPath())).toBe('You are no longer acting as mia_clerk. Log in as yourself.');
});
