// E-mail events: which one leads, and the colour and word of each label (spec 2 §4).
import { expect, it } from 'vitest';
import { eventColour, eventLabel, isMainEvent, latestEvent } from './email-events.ts';

const at = (event: string, time: string) => ({
  event,
  response: '',
  email: 'a@example.com',
  timestamp: `2026-06-18T${time}:00.000Z`,
});

it('shows the last event by time, whatever order they come in', () => {
  const events = [at('processed', '10:00'), at('open', '10:05'), at('delivered', '10:02')];
  expect(latestEvent(events)?.event).toBe('open');
  expect(latestEvent([])).toBeNull();
  const same = [at('delivered', '10:02'), at('open', '10:02')];
  expect([latestEvent(same)?.event, latestEvent(same.toReversed())?.event]).toEqual([
    ...['open', 'delivered'],
  ]);
});

it('colours labels as the specification says', () => {
  const all = (...events: string[]) => [...new Set(events.map(eventColour))];
  expect(all('processed')).toEqual(['info']);
  expect(all('dropped', 'deferred', 'bounce')).toEqual(['warning']);
  expect(all('delivered', 'open', 'click', 'group resubscribe')).toEqual(['success']);
  expect(all('spam report', 'spamreport', 'unsubscribe', 'group unsubscribe')).toEqual(['error']);
});

it('tells main events from secondary ones, and names both', () => {
  expect(['processed', 'deferred', 'delivered'].every(isMainEvent)).toBe(true);
  expect(['open', 'bounce', 'dropped'].some(isMainEvent)).toBe(false);
  expect(eventLabel('spamreport')).toBe('Spam report');
  const spelled = [' Spam  Report ', 'spam - report', 'SPAM_REPORT', 'spamreport'];
  expect(new Set(spelled.map(eventLabel))).toEqual(new Set(['Spam report']));
  expect(new Set(spelled.map(eventColour))).toEqual(new Set(['error']));
});
