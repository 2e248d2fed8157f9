// Time zones to choose from: those the browser knows, and the one in use.
import type { Choice } from '../form/controls.tsx';

/** The first choice of a field: no choice, and what applies then; '' while that is not known. */
export function defaultZone(zone: string): string {
  return zone === '' ? 'Default' : `Default: ${zone.replaceAll('_', ' ')}`;
}

/** IANA names in order, with `current` among them whatever the browser knows. */
export function timezones(current: string): Choice[] {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current]);
  return [...names]
    .filter((name) => name !== '')
    .sort((a, b) => a.localeCompare(b))
    .map((name) => ({ value: name, label: name.replaceAll('_', ' ') }));
}
