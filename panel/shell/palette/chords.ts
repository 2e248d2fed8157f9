// Which letter after `g` opens which entry: the first of its label that no other has.
import type { MenuEntry } from '../../kit/menu-entry.ts';

/** What every area has keeps its letter in all of them. */
const everywhere: Readonly<Record<string, string>> = {
  Dashboard: 'd',
  Transactions: 't',
  Users: 'u',
  Settings: 's',
  'Audit log': 'a',
};

/**
 * Letters by path, for all entries of the area: an entry that is hidden from somebody keeps its
 * letter, so that a chord is the same for every user.
 */
export function chordsOf(entries: readonly Pick<MenuEntry, 'label' | 'to'>[]): Map<string, string> {
  const chords = new Map<string, string>();
  const used = new Set(entries.map(({ label }) => everywhere[label] ?? ''));
  for (const { label, to } of entries) {
    const letter = everywhere[label] ?? freeLetter(label, used);
    if (letter === undefined) continue;
    used.add(letter);
    chords.set(to, letter);
  }
  return chords;
}

function freeLetter(label: string, used: ReadonlySet<string>): string | undefined {
  return [...label.toLowerCase()].find((one) => /[a-z]/.test(one) && !used.has(one));
}
