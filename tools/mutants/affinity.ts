// How likely a test file is about a place of the code: by the rare words that both hold.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Lines before and after the place that count as being about the same. */
const lines_around = 10;

/** From 0, no rare word in common, to 1, the most that any test has in common with the place. */
export type Affinity = (place: { file: string; line: number }, test: string) => number;

const wordsOf = (text: string) => new Set(text.match(/[A-Za-z]\w{4,}/g));

export function makeAffinity(root: string, tests: readonly string[]): Affinity {
  const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
  const words = new Map(tests.map((name) => [name, wordsOf(read(name))]));
  const holders = new Map<string, number>();
  for (const held of words.values()) {
    for (const word of held) holders.set(word, (holders.get(word) ?? 0) + 1);
  }
  const rarity = (word: string) => Math.log(tests.length / (holders.get(word) ?? tests.length));
  const places = new Map<string, Map<string, number>>();

  function scoresAt(file: string, line: number): Map<string, number> {
    const lines = read(file).split('\n');
    const near = lines.slice(Math.max(0, line - 1 - lines_around), line + lines_around);
    const wanted = [...wordsOf(near.join('\n'))];
    const sums = tests.map((name) => {
      const held = wanted.filter((word) => words.get(name)?.has(word));
      return [name, held.reduce((sum, word) => sum + rarity(word), 0)] as const;
    });
    const most = Math.max(...sums.map(([, sum]) => sum), Number.MIN_VALUE);
    return new Map(sums.map(([name, sum]) => [name, sum / most]));
  }

  return ({ file, line }, test) => {
    const place = `${file}:${line}`;
    const scores = places.get(place) ?? scoresAt(file, line);
    places.set(place, scores);
    return scores.get(test) ?? 0;
  };
}
