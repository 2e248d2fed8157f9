// Swipes of a keyboard-wedge reader, and typing that only looks like one.
import { describe, expect, it } from 'vitest';
import { parseSwipe, type Swipe, swipeReader } from './swipe.ts';

const track_1 = '%B4111111111111111^OYELARAN/MARCUS J^30121010000000000000?';
const track_2 = ';4111111111111111=30121010000000000?';

function reader() {
  const swipes: (Swipe | null)[] = [];
  const typed: string[] = [];
  const due: { run: () => void; ms: number; live: boolean }[] = [];
  const made = swipeReader({
    onSwipe: (swipe) => swipes.push(swipe),
    onTyped: (text) => typed.push(text),
    start: (run, ms) => {
      const timer = { run, ms, live: true };
      due.push(timer);
      return () => {
        timer.live = false;
      };
    },
  });
  let now = 0;
  /** A reader types a key every 5 ms, a hand every 120. */
  const press = (keys: Iterable<string>, pace_ms = 5) =>
    [...keys].map((key) => {
      now += pace_ms;
      return made.key(key, now);
    });
  const pass = () => {
    for (const timer of due.splice(0)) if (timer.live) timer.run();
  };
  return { swipes, typed, due, press, pass, made };
}

describe('a swiped card', () => {
  it('gives number, expiry and name of both tracks', () => {
    const { swipes, press } = reader();
    const consumed = press(`${track_1}${track_2}`);
    expect(consumed.every(Boolean)).toBe(true);
    expect(swipes).toEqual([
      {
        number: '4111111111111111',
        expiration_date: '1230',
        first_name: 'Marcus J',
        last_name: 'Oyelaran',
        track_1,
        track_2,
      },
    ]);
  });

  it('keeps the Enter of the reader away from the form', () => {
    const { press, pass } = reader();
    press(`${track_1}${track_2}`);
    expect(press(['Enter'])).toEqual([true]);
    pass();
    expect(press(['Enter'])).toEqual([false]);
  });

  it('reads track 1 alone once two seconds are over', () => {
    const { swipes, press, due, pass } = reader();
    press(track_1);
    expect(swipes).toEqual([]);
    expect(due[0]?.ms).toBe(2000);
    pass();
    expect(swipes[0]?.track_2).toBe('');
  });

  it('fails where the stripe cannot be read', () => {
    const { swipes, press, pass } = reader();
    press('%B41#?');
    pass();
    expect(swipes).toEqual([null]);
    expect(parseSwipe('%B41#?')).toBeNull();
  });

  it('fails where a reader types what is no card at all', () => {
    const { swipes, typed, press, pass } = reader();
    expect(press('%E?GARBAGE;0?')).not.toContain(false);
    pass();
    expect(swipes).toEqual([null]);
    expect(typed).toEqual([]);
  });

  it('hands a typed percent sign back to the field', () => {
    const { swipes, typed, press, pass } = reader();
    expect(press('% off', 120)).toEqual([true, true, false, false, false]);
    expect(typed).toEqual(['% ']);
    press('%');
    pass();
    expect(typed).toEqual(['% ', '%']);
    expect(swipes).toEqual([]);
    expect(press('a')).toEqual([false]);
  });

  it('hands it back before a key that leaves or corrects the field, which then does so', () => {
    const { typed, press } = reader();
    expect(press(['%', 'Tab'], 120)).toEqual([true, false]);
    expect(typed).toEqual(['%']);
  });
});
