// Which members of a search's body hold what nobody may keep: a whole card number.
import type { FieldGroup, SearchField, SearchFields } from './search.ts';

const names = new Set<string>();

const isSecret = (field: SearchField | FieldGroup) => field.kind === 'secret';

/** Every search says so of its fields when it is declared. */
export function noteSecretFilters(fields: SearchFields): void {
  for (const [name, field] of Object.entries(fields)) if (isSecret(field)) names.add(name);
}

/** Whether a body searches by such a field; a search by a saved number's digests does as well. */
export function holdsSecretFilter(input: object): boolean {
  return Object.keys(input).some((name) => names.has(name));
}
