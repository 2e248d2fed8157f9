// What an open transaction waits for: who, what was tried, and what happens next.
import { describe, expect, it } from 'vitest';
import { operationName, pendingOn, stepText } from './pending-on.ts';

const attempt = {
  ...{ state: 'no_answer' as const, operation: 'authorize', amount: 1250, currency: 'usd' },
  ...{ processor_name: 'Sierra', created_at: 'then', deadline_at: 'soon' },
  ...{ next_inquiry_at: null, steps: [], alerts: [], proposed_by: '' },
};

describe('an open transaction', () => {
  it('waits for the processor while it is being sent', () => {
    expect(pendingOn({ ...attempt, state: 'sent' })).toEqual({
      who: 'processor',
      waiting_for: 'Sierra is processing the authorization of $12.50.',
      since: 'then',
      progress: 'Waiting for the processor to answer.',
      next_at: 'soon',
      next_step: 'If no answer arrives, the gateway asks Sierra for the outcome.',
    });
  });

  it('waits for the gateway while an inquiry is planned', () => {
    const waits = pendingOn({ ...attempt, next_inquiry_at: 'later' });
    expect([waits.who, waits.next_at]).toEqual(['gateway', 'later']);
    expect(waits.waiting_for).toBe(
      'Sierra has not reported the outcome of the authorization of $12.50.',
    );
  });

  it('waits for a person where none is planned, and for a second one to confirm', () => {
    const waits = pendingOn(attempt);
    expect([waits.who, waits.next_at]).toEqual(['operator', null]);
    expect(waits.next_step).toContain('An administrator will review and resolve it');
    expect(pendingOn(attempt, 'merchant').next_step).toContain('Support will review');
    expect(pendingOn({ ...attempt, proposed_by: 'Ann' }).next_step).toBe(
      'Ann proposed an outcome. A second administrator must confirm it.',
    );
  });

  it('says that the answer did not fit', () => {
    const answered = 'Sierra returned a different amount, currency or reference for the void.';
    const of_void = { ...attempt, operation: 'void', amount: 0 };
    expect(pendingOn({ ...of_void, alerts: ['integrity'] }).waiting_for).toBe(answered);
    expect(pendingOn({ ...of_void, alerts: ['age'] }).waiting_for).not.toBe(answered);
    for (const alerts of [['not_stored'], ['integrity', 'not_stored']]) {
      expect(pendingOn({ ...of_void, alerts }).waiting_for).toBe(
        'The outcome of the void could not be stored.',
      );
    }
  });

  it('sums up what was tried', () => {
    const sent = { action: 'sent', result: 'no_answer' };
    const inquired = { action: 'inquired', result: 'not_yet' };
    const progress = (...all: (typeof sent)[]) => pendingOn({ ...attempt, steps: all }).progress;
    expect(progress(sent)).toBe('Sent. The processor did not answer.');
    expect(progress(sent, inquired)).toBe(
      '1 inquiry. Last result: the processor received it but has no result yet.',
    );
    expect(progress(inquired, inquired, sent)).toBe(
      '2 inquiries. Last result: Sent. The processor did not answer.',
    );
    expect(stepText(inquired)).toBe('Inquiry: the processor received it but has no result yet.');
    expect(stepText({ action: 'repeated', result: 'so_so_so' })).toBe('It was repeated: so so so.');
    expect([operationName('adjust_tip'), operationName('other')]).toEqual([
      ...['tip adjustment', 'other'],
    ]);
  });
});
