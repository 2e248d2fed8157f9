// The press that takes a payment: a second one, and what is changed while a card is looked up.
import { describe, expect, it, vi } from 'vitest';
import { stubBrowser } from '../../testing/browser.ts';
import type { TerminalForm } from './form.ts';

stubBrowser();
const { oneAtATime, shownOfThis } = await import('./use-sending.ts');

const form = { amount: '100.00', order_id: 'A1' } as TerminalForm;

/** A page whose form and price change from one pause to the next; the last step lasts. */
function pageOf(steps: { typed?: object; loading?: boolean; amount?: string }[]) {
  let at = -1;
  const step = () => steps[Math.min(Math.max(at, 0), steps.length - 1)];
  return {
    pauses: () => at + 1,
    typed: () => ({ ...form, ...(at < 0 ? {} : step()?.typed) }),
    shown: () => ({
      of: { amount: step()?.amount ?? '100.00' },
      loading: step()?.loading ?? false,
    }),
    pause: async () => {
      at += 1;
    },
  };
}

describe('the price a payment is sent with', () => {
  it('is what the page shows of the form, once a card is looked up', async () => {
    const page = pageOf([{ loading: true }, { loading: true }, {}]);
    expect(await shownOfThis(form, page)).toEqual({ of: { amount: '100.00' }, loading: false });
    expect(page.pauses()).toBe(3);
  });

  it('is not that of an amount before, which still shows', async () => {
    const page = pageOf([{ amount: '1.00' }, {}]);
    expect(await shownOfThis(form, page)).toMatchObject({ of: { amount: '100.00' } });
  });

  it('is none where the form is changed meanwhile, in whatever field', async () => {
    const changed = { typed: { order_id: 'A2' } };
    expect(await shownOfThis(form, pageOf([{ loading: true }, changed]))).toBeNull();
  });

  it('is what there is after two seconds', async () => {
    const page = pageOf([{ loading: true }]);
    expect(await shownOfThis(form, page)).toMatchObject({ loading: true });
    expect(page.pauses()).toBe(40);
  });
});

describe('one payment at a time', () => {
  it('is busy from the press on, and does nothing at a second one', async () => {
    const busy: boolean[] = [];
    const ends: (() => void)[] = [];
    const run = vi.fn(() => new Promise<void>((done) => ends.push(done)));
    const press = oneAtATime<TerminalForm>(run, (now) => busy.push(now));
    const first = press(form);
    expect(busy).toEqual([true]);
    await press(form);
    expect(run).toHaveBeenCalledTimes(1);
    ends[0]?.();
    await first;
    expect(busy).toEqual([true, false]);
    void press(form);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('can be pressed again after one that failed', async () => {
    const run = vi.fn(async () => Promise.reject(new Error('lost')));
    const press = oneAtATime<TerminalForm>(run, () => undefined);
    await expect(press(form)).rejects.toThrow('lost');
    await expect(press(form)).rejects.toThrow('lost');
  });
});
