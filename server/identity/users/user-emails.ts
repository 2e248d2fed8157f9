// The mails of the product to its users: welcome, reset, user names (spec 1 §2, §7).
import type { Context } from '../../context.ts';
import type { Query, Tx } from '../../db/database.ts';
import { makeCode } from '../sign-in/codes.ts';
import type { UserRow } from './users.ts';

/** The panel's address for this account's users: their brand's domain, else our own. */
export async function panelAddress(
  query: Query | Tx,
  context: Context,
  account_id: string,
): Promise<string> {
  const { public_url, host, port } = context.config;
  const home = public_url || `http://${host}:${port}`;
  const brand = await context.accountBrand(query, context, account_id);
  if (!brand?.domain) return home;
  const branded = new URL(home);
  branded.hostname = brand.domain;
  return branded.origin;
}

/** What a mail needs to know of its reader. */
type Reader = Pick<UserRow, 'id' | 'account_id' | 'username' | 'name' | 'email'>;

function letterTo(user: Reader, kind: string, subject: string) {
  return { account_id: user.account_id, kind, recipient: user.email, subject };
}

const greeting = (user: Reader) => `Hello ${user.name || user.username},`;

/** The account of the user, and the one that made the login where that is another; '' if not. */
async function accountNames(tx: Tx, { actor }: Context, account_id: string) {
  const rows = await tx
    .selectFrom('account')
    .select(['id', 'name'])
    .where('id', 'in', [account_id, actor.account_id])
    .execute();
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.name ?? '';
  const above = actor.account_id === account_id ? '' : nameOf(actor.account_id);
  return { account: nameOf(account_id), above };
}

/** A mail with a link to a page of the sign-in, whose code works once. */
interface CodeMail {
  code_kind: Parameters<typeof makeCode>[2]['kind'];
  kind: string;
  subject: string;
  lines: readonly string[];
  /** Of the page, without the code: `/auth/reset-password`. */
  path: string;
  text: string;
}

async function queueCodeMail(tx: Tx, context: Context, user: Reader, mail: CodeMail) {
  const { kind, subject, lines, path, text } = mail;
  const code = await makeCode(tx, context, { kind: mail.code_kind, user_id: user.id });
  const home = await panelAddress(tx, context, user.account_id);
  await context.mailer.queue(tx, context, {
    ...letterTo(user, kind, subject),
    lines: [greeting(user), ...lines],
    link: { href: `${home}${path}/${code}`, text, has_code: true },
  });
}

/** The welcome with a set-up link that works once, for a week. */
export async function writeWelcome(tx: Tx, context: Context, user: Reader): Promise<void> {
  const { account, above } = await accountNames(tx, context, user.account_id);
  const made = above === '' ? 'A login was created for you' : `${above} created a login for you`;
  await queueCodeMail(tx, context, user, {
    code_kind: 'set_up',
    kind: 'welcome',
    subject: `Set up your login for ${account}`,
    lines: [
      `${made} at ${account}. Username: ${user.username}.`,
      'Choose a password to get started. The link works once and expires in 7 days.',
    ],
    path: '/auth/password-setup',
    text: 'Choose a password',
  });
}

/** A reset link that works once, for an hour. */
export async function writeReset(tx: Tx, context: Context, user: UserRow): Promise<void> {
  await queueCodeMail(tx, context, user, {
    code_kind: 'reset_password',
    kind: 'reset_password',
    subject: 'Reset your password',
    lines: [
      `We received a request for a new password for ${user.username}. Set it with the link below.`,
      'The link works once and expires in 1 hour. If you did not request it, ignore this email.',
    ],
    path: '/auth/reset-password',
    text: 'Choose a new password',
  });
}

/** A link that sets a second factor up, once, within a day; the password is still required. */
export async function writeFactorSetUp(tx: Tx, context: Context, user: Reader): Promise<void> {
  await queueCodeMail(tx, context, user, {
    code_kind: 'two_factor',
    kind: 'two_factor',
    subject: 'Set up two-factor authentication',
    lines: [
      `Set up a second factor for ${user.username} with the link below.`,
      'The link works once and expires in 24 hours. Your password does not change.',
    ],
    path: '/auth/2fa-setup',
    text: 'Set up a second factor',
  });
}

/** The user names of one address, whose users reach the panel under one brand. */
export async function writeNames(tx: Tx, context: Context, users: UserRow[]): Promise<void> {
  const first = users[0];
  if (!first) return;
  const home = await panelAddress(tx, context, first.account_id);
  await context.mailer.queue(tx, context, {
    ...letterTo(first, 'forgot_username', 'Your username'),
    lines: [
      greeting(first),
      users.length === 1 ? 'Your username is:' : 'Your usernames are:',
      users.map((user) => user.username).join('\n'),
    ],
    link: { href: `${home}/auth`, text: 'Log in' },
  });
}
