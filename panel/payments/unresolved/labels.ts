// Words and looks of the operator's queue: stages, operations, outcomes, decisions, ages.
import {
  IconCircleCheck,
  IconCircleX,
  IconRefresh,
  IconUserQuestion,
  IconUsers,
} from '@tabler/icons-react';
import { formatMoney } from '../../../contract/money.ts';
import { operationName } from '../../../contract/payments/transactions/pending-on.ts';
import type { UnresolvedRecord } from '../../../contract/payments/unresolved.ts';
import { midSentence, sentenceCase } from '../../kit/format/sentence.ts';
import type { BadgeContent } from '../../kit/format/status-badge.tsx';

export function operationLabel(operation: string): string {
  return sentenceCase(operationName(operation));
}

const outcome_texts: Readonly<Record<string, string>> = {
  partial: 'Partially approved',
  error: 'Not processed',
};

/** How an attempt ended, in a word. */
export function outcomeLabel(outcome: string): string {
  return outcome_texts[outcome] ?? sentenceCase(outcome);
}

type Shown = Pick<UnresolvedRecord, 'state' | 'stage' | 'outcome' | 'proposal'>;

const good: readonly string[] = ['approved', 'partial'];

/** The state of an attempt: being inquired, waiting for a person, or resolved. */
export function stageBadge({ state, stage, outcome, proposal }: Shown): BadgeContent {
  if (state === 'resolved') {
    const word = `Resolved: ${midSentence(outcomeLabel(outcome))}`;
    if (good.includes(outcome)) return { word, tone: 'ok', icon: IconCircleCheck };
    return { word, tone: 'mute', icon: IconCircleX };
  }
  if (proposal !== null) return { word: 'Needs confirmation', tone: 'warn', icon: IconUsers };
  if (stage === 'person') return { word: 'Needs review', tone: 'warn', icon: IconUserQuestion };
  return { word: 'Checking', tone: 'info', icon: IconRefresh };
}

export type Decision = NonNullable<UnresolvedRecord['proposal']>['decision'];

export const decision_labels: Readonly<Record<Decision, string>> = {
  approve: 'approved',
  not_processed: 'not processed',
};

const steps: readonly [number, string][] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];

/** `3 d 4 h`, `12 min`, `40 s`: the two largest units. */
export function ageText(seconds: number): string {
  let rest = seconds;
  const parts = steps.flatMap(([size, unit]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? [] : [`${count} ${unit}`];
  });
  return parts.length === 0 ? `${seconds} s` : parts.slice(0, 2).join(' ');
}

/** Names an attempt for readers of the screen: `Sale, $23.45, Harborview`. */
export function attemptText(one: UnresolvedRecord): string {
  const { operation, amount, currency, merchant_name } = one;
  return `${operationLabel(operation)}, ${formatMoney(amount, currency)}, ${merchant_name}`;
}
