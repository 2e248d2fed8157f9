// The settings inspector: every value in force, with the chain of levels it comes from.

import { may } from '../../../contract/access/may.ts';
import {
  type DefaultGroup,
  default_value_entries,
} from '../../../contract/accounts/documents/default-values.ts';
import {
  field_requirements,
  field_requirements_change,
  type RequiredFields,
  required_groups,
  required_meanings,
} from '../../../contract/accounts/documents/field-requirements.ts';
import { flag_entries } from '../../../contract/accounts/documents/flags.ts';
import {
  permission_entries,
  presentNames,
} from '../../../contract/accounts/documents/permissions.ts';
import { user_permission_entries } from '../../../contract/accounts/documents/user-permissions.ts';
import type { account_settings, EffectiveSetting } from '../../../contract/accounts/settings.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { notFound } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { checkAccess } from '../../http/access.ts';
import type { Handlers } from '../../http/serve.ts';
import { accountWithin, userWithin } from '../../identity/users/find-users.ts';
import { toUser, type UserRow } from '../../identity/users/users.ts';
import { ownDelegation } from './delegation.ts';
import { ownDefaults } from './documents.ts';
import { chained, closest, type Link, type Named, narrowest, type Value } from './setting-chain.ts';
import {
  type AccountLevel,
  accountLevels,
  authorsOf,
  nobody_set,
  type SettingAuthors,
  userAuthors,
} from './setting-levels.ts';
import { settingKey } from './setting-provenance.ts';

type Input = InputOf<typeof account_settings.effective>;
type Members = Readonly<Record<string, unknown>>;

/** What the inspector knows of the account and user it is asked about. */
interface Subject {
  levels: readonly AccountLevel[];
  setters: SettingAuthors;
  user: UserRow | null;
  userSetter: Awaited<ReturnType<typeof userAuthors>>;
}

function system(own: Value, note = ''): Link {
  return { level: 'system', id: '', name: '', own, note, ...nobody_set };
}

function linkOf(
  { setters }: Subject,
  level: AccountLevel,
  named: Named,
  own: Value | undefined,
  note = '',
): Link {
  const { id, name, account_type } = level;
  const key = settingKey(named.kind, named.group, named.name);
  const setter = own === undefined ? nobody_set : setters.ofAccount(id, key);
  return { level: account_type, id, name, own, note, ...setter };
}

function userLink(
  { user, userSetter }: Subject,
  pick: (record: Members) => unknown,
  note = '',
): Link[] {
  if (!user) return [];
  const own = pick(toUser(user)) as Value;
  const { id, username: name } = user;
  return [{ level: 'user', id, name, own, note, ...userSetter(pick) }];
}

/** How a user's record holds what the group `user` is the start of. */
function ofUser(name: string): (record: Members) => unknown {
  if (name !== 'processor_id') return (record) => record[name];
  return (record) => (record.defaults as Members | undefined)?.processor_id;
}

function* defaults(subject: Subject): Generator<EffectiveSetting> {
  const own = subject.levels.map((level) => ownDefaults(level.default_values));
  for (const group of Object.keys(default_value_entries) as DefaultGroup[]) {
    for (const [name, { initial, meaning }] of Object.entries(default_value_entries[group])) {
      const named: Named = { kind: 'default', group, name, meaning };
      const links = subject.levels.map((level, place) =>
        linkOf(subject, level, named, own[place]?.[group]?.[name] as Value | undefined),
      );
      const last = group === 'user' ? userLink(subject, ofUser(name)) : [];
      yield chained(named, [system(initial), ...links, ...last], closest);
    }
  }
}

const by_default = 'Follows the setting for all other fields.';

/** A merchant's own say on a field: by name, or by what it says of all others. */
function ownRequirement(
  own: Partial<RequiredFields>,
  all: RequiredFields,
  name: string,
  base: Value,
) {
  const key = name as keyof RequiredFields;
  if (own[key] !== undefined) return { own: own[key], note: '' };
  return all[key] === base ? { own: undefined, note: '' } : { own: all[key], note: by_default };
}

function* requiredFields(subject: Subject): Generator<EffectiveSetting> {
  const level = subject.levels.at(-1);
  if (level?.account_type !== 'merchant') return;
  const stored = field_requirements_change.parse(level.requireds ?? {});
  const [all, base] = [field_requirements.parse(level.requireds), field_requirements.parse({})];
  for (const group of required_groups) {
    for (const [name, meaning] of Object.entries(required_meanings)) {
      const named: Named = { kind: 'required', group, name, meaning };
      const initial = base[group][name as keyof RequiredFields];
      const requirement = ownRequirement(stored[group] ?? {}, all[group], name, initial);
      const above = subject.levels
        .slice(0, -1)
        .map((one) => linkOf(subject, one, named, undefined, 'Only merchants set this.'));
      const own = linkOf(subject, level, named, requirement.own, requirement.note);
      yield chained(named, [system(initial), ...above, own], closest);
    }
  }
}

const documents = {
  permission: ['permissions', permission_entries],
  flag: ['flags', flag_entries],
} as const;

/** Of a merchant what it has; of a partner what it may grant. */
function* switches(subject: Subject, kind: 'permission' | 'flag'): Generator<EffectiveSetting> {
  const [member, entries] = documents[kind];
  const delegations = subject.levels.map((level) =>
    level.account_type === 'partner' ? (ownDelegation(level)[member] as Members) : {},
  );
  const merchant = subject.levels.at(-1)?.account_type === 'merchant';
  for (const [name, { meaning }] of Object.entries(entries)) {
    const named: Named = { kind, group: '', name, meaning };
    const links = subject.levels.map((level, place) => {
      if (level.account_type === 'merchant') {
        return linkOf(subject, level, named, ownSwitch(level[member], name));
      }
      const grants = delegations[place]?.[name] === true;
      const note = grants ? 'Can grant it.' : 'Cannot grant it.';
      const narrowed = merchant || level[member] === null ? undefined : grants;
      return linkOf(subject, level, named, narrowed, note);
    });
    const base = merchant ? false : ownDelegation({ permissions: null, flags: null })[member];
    const initial = base === false ? false : (base as Members)[name] === true;
    yield chained(named, [system(initial), ...links], merchant ? closest : narrowest);
  }
}

/** A switch is the merchant's own once somebody has written it; absent is off. */
function ownSwitch(stored: unknown, name: string): boolean | undefined {
  const value = presentNames((stored ?? {}) as Record<string, unknown>)[name];
  return typeof value === 'boolean' ? value : undefined;
}

function* rights(subject: Subject): Generator<EffectiveSetting> {
  if (!subject.user) return;
  const note = subject.user.custom_role_id === '' ? '' : 'Set by the custom role of the user.';
  for (const [name, { meaning }] of Object.entries(user_permission_entries)) {
    const named: Named = { kind: 'right', group: '', name, meaning };
    const pick = (record: Members) => (record.permissions as Members | undefined)?.[name];
    yield chained(named, [system(false), ...userLink(subject, pick, note)], closest);
  }
}

/** The account and user in scope that the caller asks about; another's rights take a right. */
async function subjectOf(context: Context, { account_id, user_id }: Input): Promise<Subject> {
  const query = connect(context);
  if (user_id !== undefined && user_id !== context.actor.user_id) {
    checkAccess(context.actor, may.manage_users);
  }
  const user = user_id === undefined ? null : await userWithin(context, query, user_id);
  if (user && account_id !== undefined && user.account_id !== account_id) notFound();
  const id = account_id ?? user?.account_id ?? context.actor.account_id;
  await accountWithin(context, id);
  const levels = await accountLevels(context, id);
  const setters = await authorsOf(context, levels);
  const userSetter = user ? await userAuthors(context, user) : () => nobody_set;
  return { levels, setters, user, userSetter };
}

function* all(subject: Subject, kind: Input['kind']): Generator<EffectiveSetting> {
  const wants = (one: NonNullable<Input['kind']>) => kind === undefined || kind === one;
  const has_account = subject.levels.length > 0;
  if (has_account && wants('default')) yield* defaults(subject);
  if (has_account && wants('required')) yield* requiredFields(subject);
  if (has_account && wants('permission')) yield* switches(subject, 'permission');
  if (has_account && wants('flag')) yield* switches(subject, 'flag');
  if (wants('right')) yield* rights(subject);
}

/** The settings that are requested, in the order of their documents. */
async function effective(context: Context, _params: unknown, input: Input) {
  const subject = await subjectOf(context, input);
  const rows = [...all(subject, input.kind)].filter(
    ({ group, name }) =>
      (input.group === undefined || group === input.group) &&
      (input.name === undefined || name === input.name),
  );
  return { rows, total_count: rows.length };
}

export const settingsHandlers: Handlers<typeof account_settings> = { effective };
