// Every job of the product, in one visible list.
import type { JobDefinition } from './runner.ts';

export const jobs: readonly JobDefinition[] = [];
