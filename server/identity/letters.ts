// What the product writes to its users: welcome, reset, names (spec 1 §2, §7).
import type { Context } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { makeCode } from './codes.ts';
import type { UserRow } from './users.ts';

/** Address of the panel as its users reach it. */
export function panelAddress(context: Context): string {
  const { public_url, host, port } = context.config;
  return public_url || `http://${host}:${port}`;
}

/** What a letter needs of its reader. */
type Reader = Pick<UserRow, 'id' | 'account_id' | 'username' | 'name' | 'email'>;

function letterTo(user: Reader, kind: string, subject: string) {
  return { account_id: user.account_id, kind, recipient: user.email, subject };
}

const greeting = (user: Reader) => `Hello ${user.name || user.username},`;

/** The welcome with a set-up link that works once, for a week. */
export async function writeWelcome(tx: Tx, context: Context, user: Reader): Promise<void> {
  const code = await makeCode(tx, context, { kind: 'set_up', user_id: user.id });
  await context.mailer.queue(tx, context, {
    ...letterTo(user, 'welcome', 'Your sign-in'),
    lines: [
      greeting(user),
      `A sign-in has been made for you. Your user name is ${user.username}.`,
      'Choose a password with the link below. It works once, for seven days.',
    ],
    link: {
      href: `${panelAddress(context)}/auth/password-setup/${code}`,
      text: 'Choose a password',
    },
  });
}

/** A reset link that works once, for an hour. */
export async function writeReset(tx: Tx, context: Context, user: UserRow): Promise<void> {
  const code = await makeCode(tx, context, { kind: 'reset_password', user_id: user.id });
  await context.mailer.queue(tx, context, {
    ...letterTo(user, 'reset_password', 'Reset your password'),
    lines: [
      greeting(user),
      `Somebody asked for a new password for ${user.username}. If it was you, use the link below.`,
      'It works once, for an hour. If it was not you, nothing has changed: forget this mail.',
    ],
    link: {
      href: `${panelAddress(context)}/auth/reset-password/${code}`,
      text: 'Choose a new password',
    },
  });
}

/** The user names of one address. */
export async function writeNames(tx: Tx, context: Context, users: UserRow[]): Promise<void> {
  const first = users[0];
  if (!first) return;
  await context.mailer.queue(tx, context, {
    ...letterTo(first, 'forgot_username', 'Your user name'),
    lines: [
      greeting(first),
      users.length === 1 ? 'Your user name is:' : 'Your user names are:',
      users.map((user) => user.username).join('\n'),
    ],
    link: { href: `${panelAddress(context)}/auth`, text: 'Sign in' },
  });
}
