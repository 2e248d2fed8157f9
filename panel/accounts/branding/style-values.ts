// The styles of a brand as a form holds them: fields for what is applied, lines for the rest.
import { isBrandingStyle } from '../../../contract/accounts/branding.ts';
import { brandFault, contrastOf } from '../../../contract/accounts/contrast.ts';

export type Styles = Readonly<Record<string, string>>;

interface StyleField {
  name: string;
  label: string;
  kind: 'color' | 'text';
  hint?: string;
}

/** What the panel applies, in the order it is looked for. */
export const applied_styles: readonly { title: string; fields: readonly StyleField[] }[] = [
  {
    title: 'Colours',
    fields: [
      { name: 'color-primary', label: 'Primary', kind: 'color' },
      { name: 'color-link', label: 'Links', kind: 'color' },
      { name: 'color-success', label: 'Success', kind: 'color' },
      { name: 'color-info', label: 'Information', kind: 'color' },
      { name: 'color-warning', label: 'Warning', kind: 'color' },
      { name: 'color-error', label: 'Error', kind: 'color' },
    ],
  },
  {
    title: 'Menu and title bar',
    fields: [
      { name: 'menu-bg-color', label: 'Menu', kind: 'color' },
      { name: 'menu-item-text-color', label: 'Menu text', kind: 'color' },
      { name: 'menu-item-bg-color', label: 'Menu entry', kind: 'color' },
      { name: 'menu-item-hover-text-color', label: 'Text under the pointer', kind: 'color' },
      { name: 'menu-item-hover-bg-color', label: 'Entry under the pointer', kind: 'color' },
      { name: 'title-bar-bg-color', label: 'Title bar', kind: 'color' },
      { name: 'title-bar-text-color', label: 'Title bar text', kind: 'color' },
    ],
  },
  {
    title: 'Text and corners',
    fields: [
      { name: 'font-family', label: 'Font', kind: 'text', hint: 'installed fonts' },
      { name: 'font-size', label: 'Size of text', kind: 'text', hint: '14px to 18px' },
      { name: 'border-radius', label: 'Corners', kind: 'text', hint: '0px to 12px' },
    ],
  },
];

const applied_names = applied_styles.flatMap(({ fields }) => fields.map(({ name }) => name));
const applied = new Set(applied_names);

/** Styles without a field, one `name: value` a line: older clients read them. */
export function otherLines(styles: Styles): string {
  const others = Object.entries(styles).filter(([name]) => !applied.has(name));
  return others.map(([name, value]) => `${name}: ${value}`).join('\n');
}

interface ReadLines {
  styles: Styles;
  /** The first line that is no style, or ''. */
  wrong: string;
}

export function readLines(text: string): ReadLines {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()] as const;
  });
  const bad = pairs.findIndex(([name, value]) => !isBrandingStyle(name, value));
  return { styles: Object.fromEntries(pairs), wrong: bad < 0 ? '' : (lines[bad] ?? '') };
}

export interface StyleDraft {
  /** By name, of those that have a field; empty where the brand does not say. */
  fields: Styles;
  others: string;
}

export function draftOf(styles: Styles): StyleDraft {
  const fields = applied_names.map((name) => [name, styles[name] ?? '']);
  return { fields: Object.fromEntries(fields), others: otherLines(styles) };
}

/** As they are sent: what was emptied is left out, and what is none, of which its field tells. */
export function stylesOf({ fields, others }: StyleDraft): Record<string, string> {
  const all = Object.entries({ ...readLines(others).styles, ...fields });
  return Object.fromEntries(all.filter(([name, value]) => isBrandingStyle(name, value)));
}

/** By name of the field; a colour nobody can read counts as well. */
export function styleRules(draft: StyleDraft): Record<string, string> {
  const { fields, others } = draft;
  const dark = unreadable(draft);
  const wrong = Object.entries(fields).filter(
    ([name, value]) => value !== '' && !isBrandingStyle(name, value),
  );
  const line = readLines(others).wrong;
  return {
    ...Object.fromEntries(
      wrong.map(([name]) => [`styles.fields.${name}`, 'must be a colour such as #0a6579']),
    ),
    ...(line !== '' && { 'styles.others': `“${line.slice(0, 60)}” is no known style.` }),
    ...(dark && { [`styles.fields.${dark.name}`]: `${dark.text}.` }),
  };
}

/** A colour that could not be read, in words, with the name of its style. */
export function unreadable(draft: StyleDraft): { name: string; text: string } | null {
  const text = brandFault(stylesOf(draft));
  return text === null ? null : { name: text.split(' ')[0] ?? '', text };
}

const least_ratio = 4.5;

/** The nearest darker colour that can be read on white; null where it is none of ours to find. */
export function readableNear(color: string): string | null {
  const hex = /^#([\da-f]{6})$/i.exec(color)?.[1];
  if (hex === undefined) return null;
  const channels = (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  for (let kept = 100; kept >= 0; kept -= 2) {
    const darker = channels.map((value) => Math.round((value * kept) / 100));
    const shown = `#${darker.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
    if ((contrastOf(shown, '#ffffff') ?? 0) >= least_ratio) return shown;
  }
  return null;
}
