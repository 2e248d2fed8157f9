// A map in which every one of these names has a yes or no.
import { z } from 'zod';

export function booleans<N extends string>(names: readonly N[]) {
  const shape = Object.fromEntries(names.map((name) => [name, z.boolean()]));
  return z.object(shape as Record<N, z.ZodBoolean>);
}
