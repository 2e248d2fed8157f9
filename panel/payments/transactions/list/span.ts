// A span of time in words of one unit, as sentences need it.

const units: readonly [seconds: number, word: string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** `12 seconds`, `1 minute`, `3 hours`: the largest unit, whole ones of it. */
export function spanText(seconds: number): string {
  const [size, word] = units.find(([size]) => seconds >= size) ?? [1, 'second'];
  const count = Math.floor(seconds / size);
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
