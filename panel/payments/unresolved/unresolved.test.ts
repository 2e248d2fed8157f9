// The operator's queue in words: whose turn it is, what a button does, and for whom.
import { describe, expect, it } from 'vitest';
import type { UnresolvedRecord } from '../../../contract/payments/unresolved.ts';
import { actionLabel } from './decide-dialog.tsx';
import { ageText, stageBadge } from './labels.ts';
import { whyNotStep } from './unresolved-head.tsx';
import { whoDecides } from './unresolved-parts.tsx';

const proposal = {
  decision: 'approve',
  processor_transaction_id: 'TS1',
  reason: 'their portal',
  user_id: 'first',
  user_name: 'boss_office',
  created_at: '2026-06-18T10:41:00Z',
} as const;
const at = (over: Partial<UnresolvedRecord>) =>
  ({
    state: 'open',
    stage: 'person',
    outcome: '',
    needs_second_person: true,
    proposal: null,
    pending_on: { who: 'operator' },
    ...over,
  }) as UnresolvedRecord;

describe('a decision above the limit of one person', () => {
  it('is proposed by the first, and confirmed by anybody else who says the same', () => {
    expect(actionLabel('approve', at({}), 'first')).toBe('Propose approval');
    expect(actionLabel('approve', at({ proposal }), 'second')).toBe('Confirm approval');
    expect(actionLabel('approve', at({ proposal }), 'first')).toBe('Propose approval');
    expect(actionLabel('not_processed', at({ proposal }), 'second')).toBe(
      'Propose “not processed”',
    );
  });

  it('is one step where one person may decide', () => {
    const one = at({ needs_second_person: false });
    expect(actionLabel('approve', one, 'first')).toBe('Mark as approved');
    expect(actionLabel('inquire', at({}), 'first')).toBe('Check now');
  });

  it('cannot be confirmed by who has proposed it, and says so', () => {
    const mine = at({ proposal: { ...proposal, decision: 'not_processed' } });
    expect(whyNotStep('not_processed', mine, 'first')).toMatch(/Another administrator must/);
    expect(whyNotStep('not_processed', mine, 'second')).toBe('');
    expect(whyNotStep('approve', mine, 'first')).toBe('');
  });
});

describe('an attempt in words', () => {
  it('names whose turn it is for whoever reads it', () => {
    expect(whoDecides(at({}), 'first')).toMatch(/^An administrator, who/);
    expect(whoDecides(at({ proposal }), 'first')).toMatch(/^Another administrator/);
    expect(whoDecides(at({ proposal }), 'second')).toBe('Any administrator except boss_office.');
    const automatic = at({ pending_on: { who: 'gateway' } as UnresolvedRecord['pending_on'] });
    expect(whoDecides(automatic, 'first')).toMatch(/^The gateway/);
  });

  it('tells being asked, waiting for one, waiting for a second, and resolved apart', () => {
    const words = [
      at({ stage: 'automatic' }),
      at({}),
      at({ proposal }),
      at({ state: 'resolved', outcome: 'approved', proposal }),
      at({ state: 'resolved', outcome: 'error' }),
    ].map((one) => [stageBadge(one).word, stageBadge(one).tone]);
    expect(words).toEqual([
      ['Checking', 'info'],
      ['Needs review', 'warn'],
      ['Needs confirmation', 'warn'],
      ['Resolved: approved', 'ok'],
      ['Resolved: not processed', 'mute'],
    ]);
  });

  it('gives its age in the two largest units', () => {
    expect([40, 720, 273_660, 3_600].map(ageText)).toEqual(['40 s', '12 min', '3 d 4 h', '1 h']);
  });
});
