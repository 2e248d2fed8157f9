// How a form uses its library: rules as resolver, changes, refusals, saved values.

import type { UseFormReturn } from 'react-hook-form';
import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';
import type { InvalidMember } from '../../../contract/errors.ts';
import { ApiError } from '../../api.ts';
import { showDialog } from '../../notices.ts';
import { nameOf, type Problems, valueAt } from './problems.ts';

export type Methods = UseFormReturn<FieldValues>;

/** The rules of a form as a resolver of the library. */
export function resolverOf<V extends FieldValues>(
  problemsOf: (values: V) => Problems,
): Resolver<V> {
  return (values) => {
    const found = Object.entries(problemsOf(values));
    const errors: FieldErrors<V> = {};
    for (const [name, message] of found) set(errors, name, { type: 'rule', message });
    return found.length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}

/**
 * Sets a value and validates every field that was changed so far, since fields may depend on
 * others.
 */
export function putValue(methods: Methods, changed: Set<string>, name: string, value: unknown) {
  changed.add(name);
  methods.setValue(name, value, { shouldDirty: true });
  // An error from the server stays until its field is changed.
  const refused = (one: string) => methods.getFieldState(one).error?.type === 'server';
  const names = [...changed].filter((one) => one === name || !refused(one));
  return methods.trigger(names);
}

/** The server's message for each refused member. */
export function faultsOf(error: unknown): readonly InvalidMember[] {
  const data = error instanceof ApiError ? error.data : null;
  if (typeof data !== 'object' || data === null || !('invalid' in data)) return [];
  const { invalid } = data;
  if (!Array.isArray(invalid)) return [];
  return invalid.filter((one): one is InvalidMember => typeof one?.field === 'string');
}

/** The field of each refused member; null if any of them has no visible field. */
export function placesOf(
  error: unknown,
  values: unknown,
  shown: { has(name: string): boolean },
): Problems | null {
  const places = faultsOf(error).map(({ field, message }) => {
    const name = nameOf(values, field.split('.'));
    return [name, message] as const;
  });
  if (places.length === 0 || places.some(([name]) => !shown.has(name))) return null;
  return Object.fromEntries(places.reverse());
}

export function refuseFields(methods: Methods, places: Problems): void {
  for (const [name, message] of Object.entries(places)) {
    methods.setError(name, { type: 'server', message });
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The new values with what was typed over the former ones; a list is one value. */
function withTyped(former: unknown, now: unknown, next: unknown): unknown {
  if (!isGroup(now) || !isGroup(next)) return isSame(former, now) ? next : now;
  const members = Object.keys({ ...next, ...now }).map((name) => {
    const before = isGroup(former) ? former[name] : undefined;
    return [name, withTyped(before, now[name], next[name])] as const;
  });
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** These become the initial values; what was typed over `former` stays and counts as changed. */
function rebase(methods: Methods, former: FieldValues, next: FieldValues): void {
  const kept = withTyped(former, structuredClone(methods.getValues()), next) as FieldValues;
  methods.reset(next, { keepErrors: former !== next });
  for (const name of Object.keys(kept)) {
    if (!isSame(valueAt(kept, name), valueAt(next, name))) {
      methods.setValue(name, kept[name], { shouldDirty: true });
    }
  }
}

/** The sent values become the initial values; later input counts as changed. */
export function settle(methods: Methods, sent: FieldValues): void {
  rebase(methods, sent, sent);
}

/** The record has changed: fields that nobody touched follow it, and what was typed stays. */
export function follow(methods: Methods, next: FieldValues): void {
  rebase(methods, methods.control._defaultValues as FieldValues, next);
}

/** Names of all fields that have a message. */
export function wrongNames(errors: FieldErrors, above = ''): string[] {
  return Object.entries(errors).flatMap(([key, one]) => {
    if (!one || key === 'root') return [];
    const name = above === '' ? key : `${above}.${key}`;
    const is_error = typeof (one as { message?: unknown }).message === 'string';
    return is_error ? [name] : wrongNames(one as FieldErrors, name);
  });
}

/** Without this nobody would see why nothing is sent. */
function announceHidden(message: string): void {
  showDialog({ tone: 'error', title: 'Error', text: message });
}

interface SubmitterParts {
  methods: Methods;
  /** Fields that are on the screen. */
  labels: { has(name: string): boolean };
  focus_wanted: { current: boolean };
  setError: (error: ApiError | null) => void;
}

interface Try {
  call: (values: FieldValues) => Promise<void>;
  /** Runs just before the call. */
  before?: (() => void) | undefined;
  onInvalid?: ((messages: readonly string[]) => void) | undefined;
}

/** One submission at a time; a failed one leaves all input unchanged. */
export function submitterOf({ methods, labels, focus_wanted, setError }: SubmitterParts) {
  let sending = false;
  const failed = (thrown: unknown) => {
    const places = placesOf(thrown, methods.getValues(), labels);
    if (places) refuseFields(methods, places);
    focus_wanted.current = places !== null;
    setError(thrown as ApiError);
  };
  return async ({ call, before, onInvalid }: Try): Promise<void> => {
    if (sending) return;
    sending = true;
    setError(null);
    const go = methods.handleSubmit(
      async (values) => {
        before?.();
        // A copy: input during the call must not change what was validated and sent.
        await call(structuredClone(values)).catch(failed);
      },
      (errors) => {
        const wrong = wrongNames(errors);
        const messages = wrong.map((name) => methods.getFieldState(name).error?.message ?? '');
        focus_wanted.current = wrong.some((name) => labels.has(name));
        if (!focus_wanted.current) announceHidden(messages[0] ?? '');
        onInvalid?.(messages);
      },
    );
    await go().finally(() => {
      sending = false;
    });
  };
}
