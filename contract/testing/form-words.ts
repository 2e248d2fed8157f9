// What forms say of members beside their own names: labels, hints, how a value is typed.
import { z } from 'zod';
import { metaOf } from '../field-meta.ts';

/** A line for each schema that was described, under the first place it is found at. */
export function formWords(modules: Readonly<Record<string, Record<string, unknown>>>): string {
  const seen = new Set<unknown>();
  const lines: string[] = [];
  const look = (value: unknown, place: string) => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (!(value instanceof z.core.$ZodType)) return within(value, place);
    const words = metaOf(value);
    if (Object.keys(words).length > 0) lines.push(`${place} ${JSON.stringify(words)}`);
    within(value._zod.def, place);
  };
  const within = (value: object, place: string) => {
    for (const [name, one] of Object.entries(value)) look(one, `${place}.${name}`);
  };
  for (const [file, exports] of Object.entries(modules)) look(exports, file);
  return `${lines.sort().join('\n')}\n`;
}
