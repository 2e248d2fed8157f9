// Actions of the audit log as sentences begin with them.
import { expect, it } from 'vitest';
import { actionText } from './action-text.ts';

it('says what was done, in the nouns of the panel', () => {
  expect(actionText({ noun: 'device', verb: 'create' })).toBe('Created card reader');
  expect(actionText({ noun: 'transaction', verb: 'tip_adjust' })).toBe('Changed tip');
  expect(actionText({ noun: 'saved_search', verb: 'update' })).toBe('Changed saved search');
  expect(actionText({ noun: 'gift_card', verb: 'top_up' })).toBe('Gift card: top up');
});
