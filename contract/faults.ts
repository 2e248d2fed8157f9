// What is wrong with an input, field by field, in the words its forms use (spec 1 §5).
import type { z } from 'zod';
import type { InvalidData } from './errors.ts';
import {
  formatMessage,
  maxLengthMessage,
  maxValueMessage,
  minLengthMessage,
  minValueMessage,
  notUniqueMessage,
  requiredMessage,
} from './field-messages.ts';
import { labelOfPath } from './fields.ts';
import { memberLabel, sentence } from './member-labels.ts';

type Issue = z.core.$ZodIssue;

export interface Fault {
  path: PropertyKey[];
  message: string;
}

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** More than these are no help to read. */
const max_choices = 20;

/** The faults that `schema` found in `input`, each with its whole path. */
export function faultsIn(schema: z.ZodType, input: unknown, issues: readonly Issue[]): Fault[] {
  return flatIssues(issues).map(({ issue, path }) => ({
    path,
    message: messageOf(issue, memberLabel(schema, path), memberAt(input, path)),
  }));
}

/** The sentence of a refusal, and the members it speaks of. */
export interface MemberRefusal {
  sentence: string;
  data: InvalidData;
}

/** For a value that another record has; `field` is the path of its member in the input. */
export function notUnique(field: string): MemberRefusal {
  const label = labelOfPath(field.split('.'));
  return {
    sentence: `bad request error: invalid ${label}: it is taken`,
    data: { invalid: [{ field, message: notUniqueMessage(sentence(label)) }] },
  };
}

interface FlatIssue {
  issue: Issue;
  path: PropertyKey[];
}

/** Unions report one list for each branch: the branch that came furthest names the field best. */
export function flatIssues(issues: readonly Issue[], above: PropertyKey[] = []): FlatIssue[] {
  return issues.flatMap((issue) => {
    const path = [...above, ...issue.path];
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ issue, path }];
    const branches = issue.errors.map((branch) => flatIssues(branch, path));
    return branches.sort((a, b) => nearness(b) - nearness(a))[0] ?? [];
  });
}

/** Of a union, the branch that matched deepest is reported; in a tie, a format before a type. */
function nearness(found: readonly FlatIssue[]): number {
  const depth = Math.max(0, ...found.map(({ path }) => path.length));
  const code = found[0]?.issue.code;
  return depth * 2 + (code === 'invalid_value' || code === 'invalid_type' ? 0 : 1);
}

function messageOf(issue: Issue, label: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return requiredMessage(label);
  const size = sizeMessage(issue, label);
  if (size !== '') return size;
  if (issue.code === 'invalid_type') {
    const kind = kinds[issue.expected];
    return kind ? `The ${label} field must be ${kind}.` : formatMessage(label);
  }
  if (issue.code === 'invalid_value' && issue.values.length <= max_choices) {
    return `The ${label} field must be ${choice(issue.values.map(String))}.`;
  }
  return formatMessage(label);
}

/** Of a text, list or figure that is too small or too big; '' for any other fault. */
export function sizeMessage(issue: Issue, label: string): string {
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return '';
  const small = issue.code === 'too_small';
  const bound = Number(small ? issue.minimum : issue.maximum);
  if (issue.origin === 'string') {
    return small ? minLengthMessage(label, bound) : maxLengthMessage(label, bound);
  }
  if (issue.origin === 'array') {
    const unit = bound === 1 ? 'entry' : 'entries';
    return small
      ? `The ${label} field must contain at least ${bound} ${unit}.`
      : maxLengthMessage(label, bound, unit);
  }
  const shown = String(bound);
  return small ? minValueMessage(label, shown) : maxValueMessage(label, shown);
}

function choice(values: readonly string[]): string {
  return values.length === 1 ? (values[0] as string) : `one of ${values.join(', ')}`;
}

function memberAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (held, part) =>
      typeof held === 'object' && held !== null && Object.hasOwn(held, part)
        ? (held as Record<PropertyKey, unknown>)[part]
        : undefined,
    input,
  );
}
