// Changes of rights that are not saved yet, as pure values: what was changed, who gains, who loses.
import type {
  RightsGroup,
  UserPermission,
} from '../../../contract/accounts/documents/user-permissions.ts';
import type { UserRecord } from '../../../contract/identity/users.ts';

/** Wanted values by user and right; one equal to what is saved is no change. */
export type Draft = Readonly<Record<string, Readonly<Partial<Record<UserPermission, boolean>>>>>;

export interface ChangedUser {
  user: UserRecord;
  gains: UserPermission[];
  loses: UserPermission[];
}

export function isOn(draft: Draft, user: UserRecord, right: UserPermission): boolean {
  return draft[user.id]?.[right] ?? user.permissions[right];
}

export function isChanged(draft: Draft, user: UserRecord, right: UserPermission): boolean {
  return isOn(draft, user, right) !== user.permissions[right];
}

/** The draft with one right of one user changed over. */
export function toggleRight(draft: Draft, user: UserRecord, right: UserPermission): Draft {
  return { ...draft, [user.id]: { ...draft[user.id], [right]: !isOn(draft, user, right) } };
}

/** The columns: the admin role first, then by name; whoever is disabled stands last. */
export function inOrder(users: readonly UserRecord[]): UserRecord[] {
  const rank = ({ status, role }: UserRecord) =>
    status === 'disabled' ? 2 : role === 'admin' ? 0 : 1;
  const name = (user: UserRecord) => user.name || user.username;
  return [...users].sort((a, b) => rank(a) - rank(b) || name(a).localeCompare(name(b)));
}

/** Users whose rights would change, in the order of the columns. */
export function changedUsers(draft: Draft, users: readonly UserRecord[]): ChangedUser[] {
  return users.flatMap((user) => {
    const names = Object.keys(draft[user.id] ?? {}) as UserPermission[];
    const changed_names = names.filter((name) => isChanged(draft, user, name));
    if (changed_names.length === 0) return [];
    const gains = changed_names.filter((name) => !user.permissions[name]);
    return [{ user, gains, loses: changed_names.filter((name) => user.permissions[name]) }];
  });
}

/** The rights one user's change sends: those that were changed, nothing else. */
export function changeOf({ gains, loses }: ChangedUser): Partial<Record<UserPermission, boolean>> {
  return Object.fromEntries([
    ...gains.map((name) => [name, true]),
    ...loses.map((name) => [name, false]),
  ]);
}

export const shows = ['all', 'differences', 'changed'] as const;
export type Show = (typeof shows)[number];

export interface Shown {
  groups: RightsGroup[];
  users: UserRecord[];
}

function fits(text: string, find: string): boolean {
  return text.toLowerCase().includes(find.trim().toLowerCase());
}

/**
 * Rows and columns that are left. What is looked for may be a right or a user; the side on which
 * nothing matches stays whole, and where neither does nothing is left.
 */
export function narrowed(
  state: { groups: readonly RightsGroup[]; users: readonly UserRecord[]; draft: Draft },
  find: string,
  show: Show,
): Shown {
  const { draft } = state;
  const names = state.groups.flatMap(({ rights }) => rights);
  const right_fits = ({ name, label }: (typeof names)[number]) => fits(`${label} ${name}`, find);
  const found_users = state.users.filter((one) => fits(`${one.name} ${one.username}`, find));
  const finds_right = names.some(right_fits);
  if (!finds_right && found_users.length === 0) return { groups: [], users: [...state.users] };
  const users = found_users.length > 0 ? found_users : [...state.users];
  const stands = (right: (typeof names)[number]) => {
    if (finds_right && !right_fits(right)) return false;
    if (show === 'changed') return users.some((user) => isChanged(draft, user, right.name));
    return show === 'all' || new Set(users.map((user) => isOn(draft, user, right.name))).size > 1;
  };
  const groups = state.groups
    .map(({ title, rights }) => ({ title, rights: rights.filter(stands) }))
    .filter(({ rights }) => rights.length > 0);
  return { groups, users };
}
