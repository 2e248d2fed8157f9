// The whole period of an answer: from its first day to the moment it was asked.
import type { AccountFigures } from '../../contract/reports/dashboard.ts';

export function periodOf({ by_day, today }: AccountFigures): { start_at: string; end_at: string } {
  return { start_at: by_day[0]?.start_at ?? today.start_at, end_at: today.end_at };
}
