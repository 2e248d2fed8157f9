// Messages of fields in the words of the specification (spec 1 §5), for screens and for the API.

const longest_prefix = 25;

/** `The Billing Postal Code field is required.`; without the name where it is long or missing. */
export function requiredMessage(label: string, group = ''): string {
  const prefix = [group, label].filter((part) => part !== '').join(' ');
  if (label === '' || prefix.length > longest_prefix) return 'This field is required.';
  return `The ${prefix} field is required.`;
}

/** `unit` is what is counted: characters, digits. */
export function minLengthMessage(label: string, length: number, unit = 'characters'): string {
  return `The ${label} field must be at least ${length} ${unit}.`;
}

export function maxLengthMessage(label: string, length: number, unit = 'characters'): string {
  return `The ${label} field must not contain more than ${length} ${unit}.`;
}

/** `shown` is the bound as printed, `$42.50` for money. */
export function minValueMessage(label: string, shown: string): string {
  return `The ${label} field must be ${shown} or more.`;
}

export function maxValueMessage(label: string, shown: string): string {
  return `The ${label} field must be ${shown} or less.`;
}

/** Of a field that repeats another one: a password typed again. */
export function confirmMessage(label: string): string {
  return `The ${label} field does not match.`;
}

/** Of a value that another record has and that may be there once only. */
export function notUniqueMessage(label: string): string {
  return `The ${label} is already taken.`;
}

export function formatMessage(label: string): string {
  if (/email/i.test(label)) return `The email provided for ${label} must be valid.`;
  if (/url|website/i.test(label)) return `The url provided for ${label} has invalid format.`;
  return `The ${label} field format is invalid.`;
}
