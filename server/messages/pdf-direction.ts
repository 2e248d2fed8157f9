// Orders right-to-left words for a PDF writer that sets all words from the left.

const from_right = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const one_run = '\u00a0';

/** Adjacent words of one direction. */
interface Island {
  right: boolean;
  words: string[];
}

function islandsOf(words: readonly string[]): Island[] {
  const islands: Island[] = [];
  for (const word of words) {
    const right = from_right.test(word);
    const last = islands.at(-1);
    if (last?.right === right) last.words.push(word);
    else islands.push({ right, words: [word] });
  }
  return islands;
}

/** Figures alone take the direction of the words around them. */
const isFigures = ({ right, words }: Island) => !right && !/\p{L}/u.test(words.join(''));

/** A right-to-left sentence begins at its right end, so its parts are reversed. */
function turned(islands: readonly Island[]): Island[] {
  const set: Island[] = [];
  let sentence: Island[] = [];
  const settle = () => {
    const inside = sentence.findLastIndex(({ right }) => right) + 1;
    set.push(...sentence.slice(0, inside).reverse(), ...sentence.slice(inside));
    sentence = [];
  };
  for (const island of islands) {
    if (island.right || (sentence.length > 0 && isFigures(island))) sentence.push(island);
    else {
      settle();
      set.push(island);
    }
  }
  settle();
  return set;
}

/**
 * The text for a writer that sets words from the left, with each word in its own direction.
 * Right-to-left words stay one run; the space after such a run, which the writer would put before
 * it, is repeated.
 */
export function toVisualOrder(text: string): string {
  if (!from_right.test(text)) return text;
  const islands = turned(islandsOf(text.split(' ')));
  return islands
    .map(({ right, words }, index) => {
      const run = words.join(right ? one_run : ' ');
      return index === islands.length - 1 ? run : `${run}${right ? '  ' : ' '}`;
    })
    .join('');
}

/** Whether one word has right-to-left letters together with figures or left-to-right letters. */
export function isMixedDirection(word: string): boolean {
  return (
    from_right.test(word) &&
    /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]/u.test(word)
  );
}
