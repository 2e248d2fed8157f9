// What the palette offers without asking the server: pages and actions, and how text finds them.
import { IconColumns3, IconCornerDownLeft } from '@tabler/icons-react';
import type { AccountType } from '../../../contract/access/access.ts';
import { allowed, type Subject } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import { settingsPath } from '../../accounts/paths.ts';
import { settings_tabs } from '../../accounts/settings/settings-frame.tsx';
import type { KeyAction } from '../../kit/keys/keys.ts';
import type { MenuEntry } from '../../kit/menu-entry.ts';
import type { PaletteEntry, PaletteGroup, PaletteLink } from '../../kit/palette-entry.ts';
import { outputPath } from '../../payments/paths.ts';
import { ownPages } from '../user-menu.tsx';
import { chordsOf } from './chords.ts';
import { rooms } from './rooms.ts';

function settingsPages(area: AccountType, menu: readonly MenuEntry[]): PaletteLink[] {
  const settings = menu.find(({ label }) => label === 'Settings');
  if (area === 'admin') {
    return [{ label: 'Output formats', icon: IconColumns3, to: outputPath(area) }];
  }
  if (settings === undefined) return [];
  return settings_tabs[area].map(([screen, label]) => ({
    label,
    note: 'Settings',
    icon: settings.icon,
    to: settingsPath(area, screen),
    needs: screen === 'manage_api_keys' ? may.see_api_keys : may.see_settings,
  }));
}

/** Pages and actions of the area that the person may follow; nothing that would be refused. */
export function pagesAndActions(
  area: AccountType,
  menu: readonly MenuEntry[],
  who: Subject,
): PaletteEntry[] {
  const chords = chordsOf(menu);
  const named = new Set<string>();
  const put = (group: PaletteGroup) => (one: PaletteLink) => {
    const name = one.label.toLowerCase();
    if (named.has(name) || (one.needs && !allowed(one.needs, who).ok)) return [];
    named.add(name);
    const { needs: _, ...entry } = one;
    const letter = one.note === undefined ? chords.get(one.to) : undefined;
    const keys = letter === undefined ? {} : { keys: `G ${letter.toUpperCase()}` };
    return [{ ...entry, ...keys, group, key: `${group} ${one.label}` }];
  };
  const pages: PaletteLink[] = [
    ...menu.map(({ label, to, icon, needs }) => ({ label, to, icon, needs })),
    ...settingsPages(area, menu),
    ...ownPages(area, who),
  ];
  return [
    ...pages.flatMap(put('Pages')),
    ...rooms.flatMap((room) => room.actions?.(area) ?? []).flatMap(put('Actions')),
  ];
}

/** Keys that only make sense where the focus is, and those that open the palette itself. */
const no_actions = new Set(['j', 'k', 'x', '.', '?', 'escape', 'enter']);

/** What the screen's own keys do, newest last; two keys in a row are pages. */
export function screenActions(keys: readonly KeyAction[]): PaletteEntry[] {
  return keys
    .filter(({ key, after }) => after === undefined && !no_actions.has(key))
    .map((one) => ({
      key: `On this screen ${one.key} ${one.label}`,
      group: 'On this screen',
      label: one.label.charAt(0).toUpperCase() + one.label.slice(1),
      icon: IconCornerDownLeft,
      run: () => one.run(new KeyboardEvent('keydown', { key: one.key })),
      ...(!one.with_control && { keys: one.key.toUpperCase() }),
    }));
}

/** How well text fits: lower is better, null is not at all. Every word has to occur. */
function distance({ label, note = '' }: PaletteEntry, words: readonly string[]): number | null {
  const text = `${label} ${note}`.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const at = text.indexOf(word);
    if (at < 0) return null;
    const begins = at === 0 || text[at - 1] === ' ';
    sum += begins ? at : at + 100;
  }
  return sum;
}

/** Entries whose words the text names, the best first; all of them while nothing is typed. */
export function matching(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...entries];
  return entries
    .map((entry) => ({ entry, far: distance(entry, words) }))
    .filter((one): one is { entry: PaletteEntry; far: number } => one.far !== null)
    .sort((a, b) => a.far - b.far)
    .map(({ entry }) => entry);
}

/** Entries of one group together, groups in the order of their first entry. */
export function grouped(
  entries: readonly PaletteEntry[],
): { group: PaletteGroup; entries: PaletteEntry[] }[] {
  const groups = new Map<PaletteGroup, PaletteEntry[]>();
  for (const entry of entries) {
    const known = groups.get(entry.group);
    if (known) known.push(entry);
    else groups.set(entry.group, [entry]);
  }
  return [...groups].map(([group, found]) => ({ group, entries: found }));
}
