// Validation rules of fields, each with its message (spec 1 §5).
import {
  confirmMessage,
  formatMessage,
  maxLengthMessage,
  maxValueMessage,
  minLengthMessage,
  minValueMessage,
  requiredMessage,
} from '../../../contract/field-messages.ts';
import { email as email_schema, website } from '../../../contract/fields.ts';
import { formatMoney } from '../../../contract/money.ts';
import { type Extra, lettersPattern, text_patterns } from '../../../contract/text-patterns.ts';

/** How messages name the field. */
interface Named {
  label: string;
  /** `Billing` of `Billing City`. */
  group?: string;
}

/** The first problem of a typed value; '' if it is valid. */
type Rule = (value: string, field: Named) => string;

/** The message of the first rule that fails; '' if none does. */
export function problemOf(value: string, field: Named, rules: readonly Rule[]): string {
  for (const rule of rules) {
    const problem = rule(value, field);
    if (problem !== '') return problem;
  }
  return '';
}

export const required: Rule = (value, { label, group }) =>
  value.trim() === '' ? requiredMessage(label, group) : '';

/** Only `required` checks for empty values. */
function ruleOf(keeps: (value: string) => boolean, message: (label: string) => string): Rule {
  return (value, { label }) => (value.trim() === '' || keeps(value) ? '' : message(label));
}

export function regex(pattern: RegExp): Rule {
  return ruleOf((value) => pattern.test(value), formatMessage);
}

/** Letters; commas, dashes, slashes, underscores and spaces only if allowed. */
export function alpha(...extras: Extra[]): Rule {
  return regex(lettersPattern(extras));
}
export const alphaNum = regex(text_patterns.alphanumeric);
export const numeric = regex(text_patterns.numeric);
export const sentence = regex(text_patterns.sentence);

export const email = ruleOf(
  (value) => email_schema.safeParse(value).success,
  (label) => formatMessage(/email/i.test(label) ? label : `${label} Email`),
);
export const url = ruleOf(
  (value) => website.safeParse(value.trim()).success,
  (label) => formatMessage(/url|website/i.test(label) ? label : `${label} URL`),
);

/** Exactly this many digits. */
export function digits(count: number): Rule {
  const pattern = new RegExp(`^\\d{${count}}$`);
  return ruleOf(
    (value) => pattern.test(value),
    (label) => `The ${label} field must be exactly ${count} digits.`,
  );
}

/** `unit` is what is counted, as the message says it. */
export function length(exactly: number, unit = 'characters'): Rule {
  return ruleOf(
    (value) => value.length === exactly,
    (label) => `The ${label} field must be exactly ${exactly} ${unit}.`,
  );
}
export function minLength(least: number, unit = 'characters'): Rule {
  return ruleOf(
    (value) => value.length >= least,
    (label) => minLengthMessage(label, least, unit),
  );
}
export function maxLength(most: number, unit = 'characters'): Rule {
  return ruleOf(
    (value) => value.length <= most,
    (label) => maxLengthMessage(label, most, unit),
  );
}

/** The text of a bound; money is in minor units (spec 1 §5: USD by default). */
export function asCurrency(currency = 'usd'): (minor: number) => string {
  return (minor) => formatMoney(minor, currency);
}

export function minValue(least: number, show: (bound: number) => string = String): Rule {
  return ruleOf(
    (value) => Number(value) >= least,
    (label) => minValueMessage(label, show(least)),
  );
}
export function maxValue(most: number, show: (bound: number) => string = String): Rule {
  return ruleOf(
    (value) => Number(value) <= most,
    (label) => maxValueMessage(label, show(most)),
  );
}
/** Both bounds are inclusive. */
export function between(
  least: number,
  most: number,
  show: (bound: number) => string = String,
): Rule {
  return ruleOf(
    (value) => Number(value) >= least && Number(value) <= most,
    (label) => `The ${label} field must be between ${show(least)} and ${show(most)}.`,
  );
}

/** Must equal another field. */
export function confirm(other: string): Rule {
  return (value, { label }) => (value === other ? '' : confirmMessage(label));
}
export function is(wanted: string): Rule {
  return (value, { label }) => (value === wanted ? '' : `The ${label} field must be ${wanted}.`);
}
export function isNot(unwanted: string): Rule {
  return (value, { label }) =>
    value === unwanted ? `The ${label} field must not be ${unwanted}.` : '';
}
