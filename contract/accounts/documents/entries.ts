// The parts of a document: each key with its schema, its initial value and one line of meaning.
import { z } from 'zod';

export interface Entry<S extends z.ZodType = z.ZodType> {
  readonly schema: S;
  readonly initial: z.output<S>;
  /** One line for the screen that edits it. */
  readonly meaning: string;
}
export type Entries = Readonly<Record<string, Entry>>;

export type DocumentOf<E extends Entries> = { [K in keyof E]: z.output<E[K]['schema']> };

export function entry<S extends z.ZodType>(
  schema: S,
  initial: z.output<S>,
  meaning: string,
): Entry<S> {
  return { schema, initial, meaning };
}

/** A yes or no that is no until somebody says yes. */
export function toggle(meaning: string, initial = false): Entry<z.ZodBoolean> {
  return entry(z.boolean(), initial, meaning);
}

type Full<E extends Entries> = z.ZodObject<{
  [K in keyof E]: z.ZodType<z.output<E[K]['schema']>, z.input<E[K]['schema']> | null | undefined>;
}>;
type Change<E extends Entries> = z.ZodObject<{
  [K in keyof E]: z.ZodOptional<
    z.ZodType<z.output<E[K]['schema']> | undefined, z.input<E[K]['schema']> | null | undefined>
  >;
}>;

/** The stored and answered document: an absent or null key reads as its initial value. */
export function fullDocument<const E extends Entries>(entries: E): Full<E> {
  const shape = Object.entries(entries).map(([key, { schema, initial }]) => {
    return [key, z.preprocess((value) => value ?? initial, schema)] as const;
  });
  return z.object(Object.fromEntries(shape)) as unknown as Full<E>;
}

/** A change to a document: only the keys that are named are written, the others stay. */
export function documentChange<const E extends Entries>(entries: E): Change<E> {
  const shape = Object.entries(entries).map(([key, { schema }]) => {
    return [
      key,
      z.preprocess((value) => value ?? undefined, schema.optional()).optional(),
    ] as const;
  });
  return z.object(Object.fromEntries(shape)) as unknown as Change<E>;
}

/** The document with a change laid over it; keys the change leaves out are kept. */
export function changed<T extends object>(document: T, change: { [K in keyof T]?: T[K] }): T {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...document, ...Object.fromEntries(entries) };
}
