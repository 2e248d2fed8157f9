// A merchant's documents, parsed with their schemas on the way in and out (gateway-api 17).
import type { z } from 'zod';
import {
  type DefaultGroup,
  type DefaultValues,
  default_value_changes,
  default_value_groups,
  default_values,
} from '../../contract/accounts/documents/default-values.ts';
import { changed } from '../../contract/accounts/documents/entries.ts';
import { type Flags, flags } from '../../contract/accounts/documents/flags.ts';
import {
  type Permissions,
  permissions,
  presentNames,
} from '../../contract/accounts/documents/permissions.ts';
import {
  changedRequireds,
  type Requireds,
  type RequiredsChange,
  requireds,
  requireds_change,
} from '../../contract/accounts/documents/requireds.ts';
import { invalid } from '../../contract/errors.ts';
import { labelOfPath } from '../../contract/fields.ts';

/** The columns of a merchant's row that are documents, as they stand in the database. */
export interface StoredDocuments {
  permissions: unknown;
  flags: unknown;
  requireds: unknown;
  default_values: unknown;
}

type Members = Record<string, unknown>;

export interface Documents {
  permissions: Permissions;
  flags: Flags;
  requireds: Requireds;
  default_values: DefaultValues;
}

/** Every document complete: what is absent has its initial value, what is unknown is dropped. */
export function readDocuments(stored: StoredDocuments): Documents {
  return {
    permissions: permissions.parse(presentNames((stored.permissions ?? {}) as Members)),
    flags: flags.parse(stored.flags ?? {}),
    requireds: requireds.parse(stored.requireds),
    default_values: default_values.parse(stored.default_values),
  };
}

/** The required fields as stored, with a change laid over them; both groups are optional. */
export function writeRequireds(stored: unknown, change: RequiredsChange): RequiredsChange {
  return changedRequireds(requireds_change.parse(stored ?? {}), change);
}

/**
 * All default values with a change to one group laid over them; 400 names the first member that
 * does not fit the group's schema. Members the group does not know are dropped.
 */
export function writeDefaults(stored: unknown, group: DefaultGroup, given: unknown): DefaultValues {
  const values = default_values.parse(stored);
  const change = parsed(default_value_changes[group], given);
  const written = parsed(default_value_groups[group], changed<Members>(values[group], change));
  return { ...values, [group]: written };
}

/** The union of all groups' schemas has no common type: each is read as a map of members. */
function parsed(schema: z.ZodType, given: unknown): Members {
  const result = schema.safeParse(given);
  if (result.success) return result.data as Members;
  return invalid(labelOfPath(result.error.issues[0]?.path ?? []));
}
