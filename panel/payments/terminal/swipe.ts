// A swiped card: reads what a keyboard-wedge reader types, from a percent key to the end (spec 2 §4).

/** How long a swipe may take from its percent key (spec 2 §9). */
export const swipe_timeout_ms = 2000;
export const swipe_failed = 'There was a problem parsing swiped card';

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
  /** Takes a key; true where the key belongs to a swipe and must reach no field. */
  key(key: string): boolean;
  stop(): void;
}

/**
 * Collects keys between `%` and the end of the second track, or until the time is over; then calls
 * back once with what could be read. Other keys are left alone.
 */
export function swipeReader(
  onSwipe: (swipe: Swipe | null) => void,
  timers: { start(run: () => void, ms: number): () => void },
): SwipeReader {
  let text = '';
  let cancel: (() => void) | null = null;
  const finish = () => {
    cancel?.();
    cancel = null;
    const read = parseSwipe(text);
    text = '';
    onSwipe(read);
  };
  return {
    key(key) {
      const swiping = cancel !== null;
      if (!swiping && key !== '%') return false;
      if (!swiping) cancel = timers.start(finish, swipe_timeout_ms);
      if (key.length === 1) text += key;
      if (isComplete(text)) finish();
      return true;
    },
    stop() {
      cancel?.();
      cancel = null;
      text = '';
    },
  };
}
