// The rail lab of a test's world: the one that was bundled for this run.
import { inject } from 'vitest';
import type { Config } from '../config.ts';
import { type Lab, startLab } from '../lab-process.ts';

export const startTestLab = (config: Config): Promise<Lab> =>
  startLab(config, undefined, [inject('lab_program')]);
