// A swiped card: what a keyboard-wedge reader types, from a percent key on (spec 2 §4).

/** How long a swipe may take from its percent key (spec 2 §9). */
export const swipe_timeout_ms = 2000;
export const swipe_failed = 'There was a problem parsing swipped card';

export interface Swipe {
  number: string;
  /** `MMYY`, as a card is sent. */
  expiration_date: string;
  first_name: string;
  last_name: string;
  track_1: string;
  track_2: string;
}

/** Track 1 and 2 as ISO 7813 writes them; the second may be missing on a worn stripe. */
const track_1_pattern = /%B(\d{12,19})\^([^^]{2,26})\^(\d{2})(\d{2})[^?]*\?/;
const track_2_pattern = /;(\d{12,19})=(\d{2})(\d{2})[^?]*\?/;

function names(field: string): Pick<Swipe, 'first_name' | 'last_name'> {
  const [last = '', first = ''] = field.split('/');
  const tidy = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replace(/(^|[\s'-])\p{L}/gu, (letter) => letter.toUpperCase());
  return { first_name: tidy(first), last_name: tidy(last) };
}

/** What the tracks say, or null where they cannot be read. */
export function parseSwipe(text: string): Swipe | null {
  const first = track_1_pattern.exec(text);
  if (first === null) return null;
  const [track_1, number = '', holder = '', year = '', month = ''] = first;
  const second = track_2_pattern.exec(text);
  return {
    number,
    expiration_date: `${month}${year}`,
    ...names(holder),
    track_1,
    track_2: second?.[0] ?? '',
  };
}

/** Whether everything has arrived: both tracks, so that no key of a swipe leaks into a field. */
export function isComplete(text: string): boolean {
  return track_1_pattern.test(text) && track_2_pattern.test(text);
}

export interface SwipeReader {
  /**
   * Takes a key pressed at `at_ms`, by any clock; true where it belongs to a swipe and must reach
   * no field.
   */
  key(key: string, at_ms: number): boolean;
  stop(): void;
}

export interface SwipeEnds {
  /** What could be read; null where the stripe makes no sense. */
  onSwipe(swipe: Swipe | null): void;
  /** Keys that were taken but turn out to be typed by hand: they belong into the field. */
  onTyped(text: string): void;
  /** Runs after so many milliseconds; gives the function that forbids it. */
  start(run: () => void, ms: number): () => void;
}

/** A reader presses Enter, or sends a third track, after the part that counts. */
const tail_ms = 250;
/** Between two keys of a reader passes less. */
const hand_ms = 50;
/** No stripe holds less, and nobody types so much at the pace of a reader. */
const shortest_stripe = 8;

/** Whether keys were pressed by hand: without the `B` of a card, and slowly or few. */
function isTyped(text: string, gap_ms: number): boolean {
  return !text.startsWith('%B') && (gap_ms > hand_ms || text.length < shortest_stripe);
}

/**
 * Collects keys between `%` and the end of the second track, or until the time is over. A percent
 * typed sign is returned to the field, with what was typed after it.
 */
export function swipeReader(ends: SwipeEnds): SwipeReader {
  let text = '';
  let cancel: (() => void) | null = null;
  let in_tail = false;
  let last_ms = 0;
  const stop = () => {
    cancel?.();
    cancel = null;
    in_tail = false;
    text = '';
  };
  const finish = () => {
    const swiped = text;
    stop();
    if (isTyped(swiped, 0)) return ends.onTyped(swiped);
    in_tail = true;
    cancel = ends.start(stop, tail_ms);
    ends.onSwipe(parseSwipe(swiped));
  };
  const take = (key: string, gap_ms: number): boolean => {
    const is_character = key.length === 1;
    text += is_character ? key : '';
    if (gap_ms > hand_ms && isTyped(text, gap_ms)) {
      const typed = text;
      stop();
      ends.onTyped(typed);
      // Tab or Backspace means the field, now that it has its text.
      return is_character;
    }
    if (isComplete(text)) {
      cancel?.();
      finish();
    }
    return true;
  };
  return {
    key(key, at_ms) {
      if (in_tail) return true;
      // A shift that a typist or a reader holds down is no character of its own.
      if (key === 'Shift') return false;
      if (cancel === null) {
        if (key !== '%') return false;
        cancel = ends.start(finish, swipe_timeout_ms);
      }
      const gap_ms = text === '' ? 0 : at_ms - last_ms;
      last_ms = at_ms;
      return take(key, gap_ms);
    },
    stop,
  };
}
