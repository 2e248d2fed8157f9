// Whether somebody may do something, and if not, what is in the way and who can change it: the
// server refuses by this function and the panel explains by it.
import { grantLabel } from '../accounts/documents/grant-label.ts';
import { rightLabel } from '../accounts/documents/user-permissions.ts';
import type { Access, AccountType, KeyScope, Pending, SignedInRule } from './access.ts';

/** Who asks, as far as the question needs them; an Actor of the server is one. */
export interface Subject {
  kind: 'anonymous' | 'session' | 'api_key' | 'public_key' | 'system';
  account_type: AccountType | 'system' | '';
  role: string;
  /** Rights of the user; absent means no (gateway-api 2.2). */
  permissions: Readonly<Record<string, boolean | undefined>>;
  pending?: Pending | '';
  /** Somebody acts as this user (login-as). */
  acting_user_id?: string;
  /** What a limited API key is bound to; absent or null for sessions and keys without limits. */
  limits?: { readonly scopes: readonly string[] } | null;
  /** What the account itself may; left out where that is checked later, with its row read. */
  account_permissions?: Readonly<Record<string, boolean | undefined>>;
}

/** What stands in the way. */
type Blocker =
  | 'credential'
  | 'account_type'
  | 'pending'
  | 'acting'
  | 'key_scope'
  | 'key_limits'
  | 'role'
  | 'permission'
  | 'account_permission';

interface Refused {
  ok: false;
  kind: 'unauthorized' | 'forbidden';
  by: Blocker;
  /** Name of the right, role or switch that is missing, or empty. */
  name: string;
  /** What it takes, as a sentence. */
  takes: string;
  /** Who can change that, as a sentence; empty where nobody can. */
  change: string;
  /** Both together: what is shown, and what the server answers. */
  reason: string;
}
type Verdict = { ok: true } | Refused;

/** What the session has to do first, in the words its user reads. */
const pending_words: Readonly<Record<Pending, string>> = {
  password: 'you must set a new password first',
  terms: 'you must accept the terms of service first',
  two_factor: 'you must set up two-factor authentication first',
};

const type_words: Readonly<Record<AccountType, string>> = {
  admin: 'administrators',
  partner: 'partners',
  merchant: 'merchants',
};

const unauthorized: Refused = {
  ok: false,
  kind: 'unauthorized',
  by: 'credential',
  name: '',
  takes: 'unauthorized',
  change: '',
  reason: 'unauthorized',
};

/** Begins the sentence of a rule that has no words of its own. */
const unnamed = 'This requires';

function blocked(by: Blocker, name: string, takes: string, change = ''): Refused {
  const reason = change === '' ? takes : `${takes} ${change}`;
  return { ok: false, kind: 'forbidden', by, name, takes, change, reason };
}

/** `administrators and partners`. */
function spokenTypes(types: readonly AccountType[]): string {
  return types.map((type) => type_words[type]).join(' and ');
}

/** Who can give a user of an account a right or a role. */
const giver = 'A user with the admin role in the account';

function missingAccess(rule: SignedInRule, who: Subject): Refused | null {
  const { says = unnamed } = rule;
  if (who.pending && !rule.while_pending) {
    return blocked('pending', who.pending, pending_words[who.pending]);
  }
  if (rule.not_while_acting && who.acting_user_id) {
    const words = 'you cannot change access or accept terms while acting as a user';
    return blocked('acting', '', words);
  }
  if (rule.session_only && who.kind !== 'session') {
    const words = `${says} a signed-in session, not an API key.`;
    return blocked('credential', 'session', words);
  }
  return missingScope(rule, who);
}

/** Who can change the scopes of a key. */
const key_giver = 'Its user can change the key under API keys.';

/** `view_accounts or manage_accounts`. */
const spokenScopes = (scopes: readonly KeyScope[]) => scopes.join(' or ');

/** A scope list is an allow-list: what it does not name is refused (decision 17). */
function missingScope({ scope }: SignedInRule, { limits }: Subject): Refused | null {
  if (!limits || scope === 'every_key') return null;
  if (scope === 'no_limited_key') {
    const words = 'This call requires a session or an API key without limits.';
    return blocked('key_limits', '', words);
  }
  if (limits.scopes.length === 0 || scope.some((name) => limits.scopes.includes(name))) return null;
  const words = `The API key needs the ${spokenScopes(scope)} scope.`;
  return blocked('key_scope', scope.join(','), words, key_giver);
}

function missingRight(rule: SignedInRule, who: Subject): Refused | null {
  const { says = unnamed } = rule;
  const role = who.account_type === 'merchant' ? (rule.merchant_role ?? rule.role) : rule.role;
  if (role !== undefined && who.role !== role) {
    return blocked('role', role, `${says} the ${role} role.`, `${giver} can grant it.`);
  }
  const { permission, account_permission } = rule;
  if (permission !== undefined && who.permissions[permission] !== true) {
    const change = `${giver} can grant it under Users → Permissions.`;
    const words = `${says} the “${rightLabel(permission)}” permission.`;
    return blocked('permission', permission, words, change);
  }
  const switches = who.account_permissions;
  if (account_permission && switches && switches[account_permission] !== true) {
    const words = `“${grantLabel(account_permission)}” is off for this account.`;
    const change = 'Contact support to turn it on.';
    return blocked('account_permission', account_permission, words, change);
  }
  return null;
}

/**
 * 401 without a fitting credential (also a public key on a server call), 403 for the wrong account
 * type, state, role, right or switch of the account (Q3). What depends on the input is checked by
 * the verb, of another row of the table.
 */
export function allowed(access: Access, who: Subject): Verdict {
  if (access.kind === 'open') return { ok: true };
  const { account_type } = who;
  if (who.kind === 'anonymous') return unauthorized;
  if (who.kind === 'public_key' && !access.public_key) return unauthorized;
  if (account_type === '' || account_type === 'system') return unauthorized;
  if (!access.types.includes(account_type)) {
    const words = `Only ${spokenTypes(access.types)} can do this.`;
    return blocked('account_type', account_type, words);
  }
  return missingAccess(access, who) ?? missingRight(access, who) ?? { ok: true };
}

/** Who a person is to the question, by the record that `GET /user` answers a session. */
export function subjectOf(
  caller: Pick<Subject, 'role' | 'permissions'> & {
    account_type: AccountType;
    pending: Pending | '';
    pending_blocks: boolean;
    acting_user_name: string;
  },
  account_permissions?: Subject['account_permissions'],
): Subject {
  const { account_type, role, permissions, acting_user_name } = caller;
  return {
    kind: 'session',
    account_type,
    role,
    permissions,
    pending: caller.pending_blocks ? caller.pending : '',
    acting_user_id: acting_user_name,
    ...(account_permissions && { account_permissions }),
  };
}

/** The reason as a sentence, or '' where nothing is in the way. */
export function whyNotAllowed(access: Access, who: Subject): string {
  const verdict = allowed(access, who);
  if (verdict.ok) return '';
  const { reason } = verdict;
  return reason.charAt(0).toUpperCase() + reason.slice(1) + (reason.endsWith('.') ? '' : '.');
}
