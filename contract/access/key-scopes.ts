// What an API key may be narrowed to: the rights of a user, and areas of the product that users
// reach by their account type or role alone. Kept free of schemas, as contract/access/may.ts is.
import type { UserPermission } from '../accounts/documents/user-permissions.ts';
import type { AccountType, KeyScope, Role } from './access.ts';

interface ScopeArea {
  /** The words that a person knows it by, beside its name in the form of a key. */
  label: string;
  /** One sentence: what a key with it can do. */
  meaning: string;
  group: string;
  /** Whose users reach it at all. */
  types: readonly AccountType[];
  /** Every call of the area takes this role, of users of these account types. */
  role_of?: { role: Role; types: readonly AccountType[] };
  /** Rights that its calls take of the user: a key with the area keeps those its user has. */
  rights?: readonly UserPermission[];
}

const everybody = ['admin', 'partner', 'merchant'] as const;
const above = ['admin', 'partner'] as const;
const merchant = ['merchant'] as const;
const office = ['admin'] as const;

const payments = 'Payments';
const accounts = 'Accounts and settings';
const oversight = 'Reports and audit log';

export const scope_areas = {
  view_transactions: {
    label: 'See payments, receipts and reports',
    meaning: 'Search, read, print and export transactions.',
    group: payments,
    types: everybody,
  },
  send_receipts: {
    label: 'Send receipts',
    meaning: 'Email the receipt of a transaction.',
    group: payments,
    types: merchant,
  },
  view_customers: {
    label: 'See saved customers',
    meaning: 'Search and read saved customers, with masked card and account numbers.',
    group: payments,
    types: merchant,
  },
  calculate_amounts: {
    label: 'Calculate amounts and fees',
    meaning: 'Calculate totals and look up the brand and fees of a card.',
    group: payments,
    types: merchant,
  },
  review_flagged_payments: {
    label: 'Review flagged payments of merchants',
    meaning: 'Approve or decline payments flagged for the partner.',
    group: payments,
    types: above,
    rights: ['process_capture', 'process_void'],
  },
  resolve_payments: {
    label: 'Resolve unresolved payments',
    meaning: 'View and resolve unresolved payments, settlement differences and failed events.',
    group: payments,
    types: office,
  },
  view_accounts: {
    label: 'See accounts and settings',
    meaning: 'Read partners, merchants, processors, settings and news.',
    group: accounts,
    types: everybody,
  },
  manage_accounts: {
    label: 'Create and change accounts',
    meaning: 'Create, change, disable and close partners and merchants.',
    group: accounts,
    types: everybody,
    role_of: { role: 'admin', types: merchant },
  },
  manage_settings: {
    label: 'Change settings',
    meaning: 'Change defaults, required fields, branding and custom fields.',
    group: accounts,
    types: everybody,
    role_of: { role: 'admin', types: merchant },
  },
  manage_processors: {
    label: 'Set up processors',
    meaning: 'Create, change, test, enable and disable processors of merchants.',
    group: accounts,
    types: above,
  },
  manage_reports: {
    label: 'Manage saved searches and output formats',
    meaning: 'View and change saved searches and output formats.',
    group: oversight,
    types: everybody,
  },
  view_audit_log: {
    label: 'See the audit log',
    meaning: 'Read and export the audit log and request traces.',
    group: oversight,
    types: everybody,
  },
  manage_sandbox: {
    label: 'Operate the sandbox',
    meaning: 'Move the sandbox clock.',
    group: oversight,
    types: office,
  },
} as const satisfies Record<string, ScopeArea>;

export type AreaName = keyof typeof scope_areas;
export const area_names = Object.keys(scope_areas) as AreaName[];

/**
 * Calls that every key may make, whatever it is narrowed to, with the reason: a client must be able
 * to see whose key it holds. Countries, terms and brands take no credential at all.
 */
export const calls_of_every_key: Readonly<Record<string, string>> = {
  'GET /user': 'tells a client whose key it holds',
  'GET /guardian/session': 'begins device data in the page of a payer, and shows nothing',
};

/** Rights that a key with these scopes has, if its user has them. */
export function rightsOfScopes(scopes: readonly string[]): string[] {
  const areas: readonly ScopeArea[] = area_names
    .filter((name) => scopes.includes(name))
    .map((name) => scope_areas[name]);
  return [...scopes, ...areas.flatMap(({ rights = [] }) => rights)];
}

/** Who somebody is, as far as the areas ask. */
interface ScopeHolder {
  account_type: AccountType;
  role: string;
}

/** Areas that such a user reaches at all, and so a key of theirs. */
export function areasOf({ account_type, role }: ScopeHolder): AreaName[] {
  return area_names.filter((name) => {
    const area: ScopeArea = scope_areas[name];
    if (!area.types.includes(account_type)) return false;
    const { role_of } = area;
    return !role_of?.types.includes(account_type) || role === role_of.role;
  });
}

/**
 * Everything that such a user could do in the names of scopes. Null for users of offices and
 * partners: they can log in as users of the accounts below, so scopes cannot bound them.
 */
export function scopesOfUser(
  user: ScopeHolder & { permissions: Readonly<Record<string, boolean | undefined>> },
): KeyScope[] | null {
  if (user.account_type !== 'merchant') return null;
  const rights = Object.entries(user.permissions).filter(([, held]) => held === true);
  return [...rights.map(([name]) => name as KeyScope), ...areasOf(user)];
}
