// The kinds of values that a setting may have, as calls answer them.
import { z } from 'zod';

export const setting_value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
export const settings = z.record(z.string(), setting_value);
