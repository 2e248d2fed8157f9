// The styles of a brand as a form holds them: fields for what is applied, lines for the rest.
import { isBrandingStyle } from '../../../contract/accounts/branding.ts';
import { brandFault, contrastOf } from '../../../contract/accounts/branding-contrast.ts';

export type Styles = Readonly<Record<string, string>>;

interface StyleField {
  name: string;
  label: string;
  kind: 'color' | 'text';
  hint?: string;
}

const color = (name: string, label: string): StyleField => ({ name, label, kind: 'color' });
const text = (name: string, label: string, hint: string): StyleField => ({
  ...{ name, label, hint, kind: 'text' },
});

/** The styles that the panel applies, in the order of the form. */
export const applied_styles: readonly { title: string; fields: readonly StyleField[] }[] = [
  {
    title: 'Colors',
    fields: [
      color('color-primary', 'Primary'),
      color('color-link', 'Links'),
      color('color-success', 'Success'),
      color('color-info', 'Information'),
      color('color-warning', 'Warning'),
      color('color-error', 'Error'),
    ],
  },
  {
    title: 'Menu and title bar',
    fields: [
      color('menu-bg-color', 'Menu'),
      color('menu-item-text-color', 'Menu text'),
      color('menu-item-bg-color', 'Menu entry'),
      color('menu-item-hover-text-color', 'Menu text on hover'),
      color('menu-item-hover-bg-color', 'Menu entry on hover'),
      color('title-bar-bg-color', 'Title bar'),
      color('title-bar-text-color', 'Title bar text'),
    ],
  },
  {
    title: 'Text and corners',
    fields: [
      text('font-family', 'Font', 'installed fonts'),
      text('font-size', 'Text size', '14px to 18px'),
      text('border-radius', 'Corners', '0px to 12px'),
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
      wrong.map(([name]) => [`styles.fields.${name}`, 'must be a color such as #0a6579']),
    ),
    ...(line !== '' && { 'styles.others': `“${line.slice(0, 60)}” is not a known style.` }),
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
  for (let share = 100; share >= 0; share -= 2) {
    const darker = channels.map((value) => Math.round((value * share) / 100));
    const shown = `#${darker.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
    if ((contrastOf(shown, '#ffffff') ?? 0) >= least_ratio) return shown;
  }
  return null;
}
