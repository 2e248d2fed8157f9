// Who may call what: account types, roles, kinds of credential, and the rule an endpoint states.
import type { Permission } from '../accounts/documents/permissions.ts';
import type { UserPermission } from '../accounts/documents/user-permissions.ts';
import type { AreaName } from './key-scopes.ts';

export const account_types = ['admin', 'partner', 'merchant'] as const;
export type AccountType = (typeof account_types)[number];

export const roles = ['admin', 'standard'] as const;
export type Role = (typeof roles)[number];

export const account_statuses = ['active', 'disabled', 'closed'] as const;
export type AccountStatus = (typeof account_statuses)[number];

/** What a session owes before anything else works, in this order. */
export const pendings = ['password', 'terms', 'two_factor'] as const;
export type Pending = (typeof pendings)[number];

/** A name in the scope list of an API key: a right of its user, or an area of the product. */
export type KeyScope = UserPermission | AreaName;

/**
 * What a limited API key needs: one of these scopes where it has a scope list. `every_key`: nothing
 * (key-scopes.ts names each). `no_limited_key`: it is refused whatever its scopes, since
 * the call would give its user a way in that the limits of the key do not bind.
 */
export type ScopeRule = readonly KeyScope[] | 'every_key' | 'no_limited_key';

export interface SignedInRule {
  readonly kind: 'signed_in';
  /** What a limited key needs for the call; a key without limits is not checked. */
  readonly scope: ScopeRule;
  /** Account types that may call; others get 403. */
  readonly types: readonly AccountType[];
  /** Only users of this role. */
  readonly role?: Role;
  /** Of a merchant's users only those of this role. */
  readonly merchant_role?: Role;
  /** The user right it takes; absent in the document means false. */
  readonly permission?: UserPermission;
  /** The switch of the account that it takes; checked once the account is read. */
  readonly account_permission?: Permission;
  /** Begins the sentence that says why not: `Refunds take`. */
  readonly says?: string;
  /** Public keys may call too (browser calls); otherwise they get 401. */
  readonly public_key?: boolean;
  /** A session of the panel is needed; API keys get 403. */
  readonly session_only?: boolean;
  /** Works while the session still owes something: a new password, the terms, a second factor. */
  readonly while_pending?: boolean;
  /** Secrets, users, roles, consent: whoever acts as the user (login-as) gets 403. */
  readonly not_while_acting?: boolean;
}

export type Access = { readonly kind: 'open' } | SignedInRule;

/** No credential needed. */
export const open: Access = { kind: 'open' };

type RuleOptions = Omit<SignedInRule, 'kind' | 'types' | 'scope' | 'permission'>;
/**
 * Each rule says what a key with a scope list needs: the right it takes anyway, scopes of its own
 * (beside the right of its user, where it takes one), or a session. A rule that says nothing does
 * not compile.
 */
type RuleInput = RuleOptions &
  (
    | { readonly permission: UserPermission; readonly scope?: KeyScope }
    | { readonly permission?: never; readonly scope: KeyScope | ScopeRule }
    | { readonly permission?: never; readonly scope?: never; readonly session_only: true }
  );

function scopeOf({ scope, permission, session_only }: RuleInput): ScopeRule {
  if (session_only) return 'no_limited_key';
  if (scope === undefined && permission !== undefined) return [permission];
  if (scope === undefined) return 'no_limited_key';
  if (typeof scope !== 'string') return scope;
  return scope === 'every_key' || scope === 'no_limited_key' ? scope : [scope];
}

/** A session or private key of one of these account types. */
export function signedIn(
  types: readonly AccountType[] = account_types,
  rule: RuleInput,
): SignedInRule {
  return { kind: 'signed_in', types, ...rule, scope: scopeOf(rule) };
}
