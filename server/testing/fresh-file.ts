// Before a test file: what the one before it in this process has changed is as it was.
import { afterAll, vi } from 'vitest';
import { resetBudgets } from '../http/admission/rate-classes.ts';
import { restoreSeams } from './seams.ts';

resetBudgets();
restoreSeams();

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
