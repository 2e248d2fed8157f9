// Words that are read from the right, in the order in which a writer from the left has to set them.

const from_right = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const one_run = '\u00a0';

/** Words of one direction side by side. */
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

/** Figures alone: they belong to the sentence around them. */
const isFigures = ({ right, words }: Island) => !right && !/\p{L}/u.test(words.join(''));

/** A sentence from the right begins at its right end: its parts change places. */
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
 * The text as it has to be given to a writer that sets words from the left, and each word in its
 * own direction: words from the right stay one run, and the space behind such a run, which the
 * writer would put before it, stands once more.
 */
export function setFromLeft(text: string): string {
  if (!from_right.test(text)) return text;
  const islands = turned(islandsOf(text.split(' ')));
  return islands
    .map(({ right, words }, index) => {
      const run = words.join(right ? one_run : ' ');
      return index === islands.length - 1 ? run : `${run}${right ? '  ' : ' '}`;
    })
    .join('');
}

/** Whether a word has letters from the right and figures or letters from the left in one. */
export function goesBothWays(word: string): boolean {
  return (
    from_right.test(word) &&
    /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]/u.test(word)
  );
}
