// How much a test that proves by volume does: a sample in `npm test`, all of it in `test:deep`.

export const is_deep = process.env.TEST_DEEP === '1';

/** One of these cases in `npm test`, always the same for this name; all of them in the deep run. */
export function sampleOf<T>(name: string, cases: readonly T[]): readonly T[] {
  if (is_deep) return cases;
  const sum = [...name].reduce((so_far, letter) => so_far + letter.charCodeAt(0), 0);
  return [cases[sum % cases.length] as T];
}

/** The first and the last of these cases in `npm test`; all of them in the deep run. */
export function endsOf<T>(cases: readonly T[]): readonly T[] {
  return is_deep ? cases : cases.filter((_, at) => at === 0 || at === cases.length - 1);
}
