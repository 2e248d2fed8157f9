// A merchant's documents, parsed with their schemas on the way in and out (gateway-api 17).
import { z } from 'zod';
import {
  type DefaultGroup,
  type DefaultValues,
  default_value_changes,
  default_value_entries,
  default_value_groups,
} from '../../../contract/accounts/documents/default-values.ts';
import {
  changedFieldRequirements,
  type FieldRequirements,
  type FieldRequirementsChange,
  field_requirements,
  field_requirements_change,
} from '../../../contract/accounts/documents/field-requirements.ts';
import { type Flags, flags } from '../../../contract/accounts/documents/flags.ts';
import {
  type Permissions,
  permissions,
  presentNames,
} from '../../../contract/accounts/documents/permissions.ts';
import { invalid } from '../../../contract/errors.ts';
import { labelOfPath } from '../../../contract/fields.ts';

/** The columns of a merchant's row that are documents, as they stand in the database. */
export interface StoredDocuments {
  permissions: unknown;
  flags: unknown;
  requireds: unknown;
  default_values: unknown;
}

type Members = Record<string, unknown>;
/** What one account has set by itself, group by group; nothing of what it inherits. */
export type OwnDefaults = { [G in DefaultGroup]?: Members };

export interface Documents {
  permissions: Permissions;
  flags: Flags;
  requireds: FieldRequirements;
  default_values: DefaultValues;
}

const groups = Object.keys(default_value_entries) as DefaultGroup[];

/**
 * Every document complete: what is absent has the value of the partners above, the topmost first,
 * else its initial value; what is unknown is dropped.
 */
export function readDocuments(
  stored: StoredDocuments,
  defaults_above: readonly unknown[] = [],
): Documents {
  return {
    permissions: permissions.parse(presentNames((stored.permissions ?? {}) as Members)),
    flags: flags.parse(stored.flags ?? {}),
    requireds: field_requirements.parse(stored.requireds),
    default_values: effectiveDefaults([...defaults_above, stored.default_values]),
  };
}

/**
 * The default values in force below these levels, the topmost first: each level lays its own over
 * what comes from above. The one place that decides this; payments, forms and the inspector ask it.
 */
export function effectiveDefaults(levels: readonly unknown[]): DefaultValues {
  const own = levels.map(ownDefaults);
  const full = groups.map((group) => {
    const laid = Object.assign({}, ...own.map((level) => level[group]));
    return [group, default_value_groups[group].parse(laid)];
  });
  return Object.fromEntries(full) as DefaultValues;
}

/** What a stored document sets by itself; groups and names it does not set are absent. */
export function ownDefaults(stored: unknown): OwnDefaults {
  const document = (stored ?? {}) as Record<string, unknown>;
  const own = groups.map((group) => {
    const members = default_value_changes[group].parse(document[group] ?? {}) as Members;
    return [group, withValues(members)] as const;
  });
  return Object.fromEntries(own.filter(([, members]) => Object.keys(members).length > 0));
}

function withValues(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** The required fields as stored, with a change laid over them; both groups are optional. */
export function writeFieldRequirements(
  stored: unknown,
  change: FieldRequirementsChange,
): FieldRequirementsChange {
  return changedFieldRequirements(field_requirements_change.parse(stored ?? {}), change);
}

const reset_list = z.array(z.string()).catch([]);

/**
 * An account's own default values with a change to one group laid over them, and the names in its
 * `reset` taken out; 400 names the first member that does not fit the group's schema. Members the
 * group does not know are dropped.
 */
export function writeDefaults(stored: unknown, group: DefaultGroup, input: Members): OwnDefaults {
  const result = (default_value_changes[group] as z.ZodType).safeParse(input);
  if (!result.success) return invalid(labelOfPath(result.error.issues[0]?.path ?? []));
  const own = ownDefaults(stored);
  const laid = { ...own[group], ...withValues(result.data as Members) };
  const removed = new Set(reset_list.parse(input.reset ?? []));
  const remaining = Object.entries(laid).filter(([name]) => !removed.has(name));
  return { ...own, [group]: Object.fromEntries(remaining) };
}
