// The rooms whose work waits for people, by its kind.
import type { WaitingRecord } from '../../contract/reports/dashboard.ts';
import { identity_waiting } from '../identity/waiting.ts';
import type { WaitingKind } from '../kit/waiting-entry.ts';
import { payments_waiting } from '../payments/waiting.ts';
import { platform_waiting } from '../platform/waiting.ts';

export const waiting_kinds: Readonly<Record<WaitingRecord['kind'], WaitingKind>> = {
  ...payments_waiting,
  ...identity_waiting,
  ...platform_waiting,
};
