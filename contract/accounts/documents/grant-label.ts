// What a refusal calls a permission of an account: the name that its switch has on the screen.
import { grant_groups } from './grants.ts';
import type { Permission } from './permissions.ts';

const labels = new Map(
  grant_groups.flatMap(({ grants }) => grants.map(({ name, label }) => [name, label] as const)),
);

/** `Credits without an earlier payment`. */
export function grantLabel(name: Permission): string {
  return labels.get(name) ?? name;
}
