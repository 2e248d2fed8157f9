// Which parked events may be discarded.
import { expect, it } from 'vitest';
import { outbox_consumers, whyNotDiscarded } from './parked-events.ts';

it('an event that sums of days need is kept, any other may go', () => {
  const undiscardable = outbox_consumers.filter((consumer) => whyNotDiscarded(consumer) !== null);
  expect(undiscardable).toEqual(['transaction_days']);
  expect(whyNotDiscarded('transaction_days')).toBe(
    'Daily totals need every event. Retry this event instead.',
  );
});
