// Whether the colours of a brand can be read: those that carry text, and pairs laid on each other.

type Styles = Readonly<Record<string, string>>;

/** WCAG 2.2, 1.4.3: text of ordinary size. */
const least_ratio = 4.5;

function channels(color: string): readonly number[] | null {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(color)?.[1];
  if (hex !== undefined) {
    const pairs =
      hex.length === 3 ? [...hex].map((d) => d + d) : [0, 2, 4].map((at) => hex.slice(at, at + 2));
    return pairs.map((pair) => Number.parseInt(pair, 16) / 255);
  }
  const rgb = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/i.exec(color);
  return rgb ? rgb.slice(1).map((part) => Math.min(255, Number(part)) / 255) : null;
}

function luminance([red = 0, green = 0, blue = 0]: readonly number[]): number {
  const linear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast of two colours, 1 to 21; null where one is not `#rrggbb`, `#rgb` or `rgb(r, g, b)`. */
export function contrastOf(one: string, other: string): number | null {
  const [a, b] = [channels(one), channels(other)];
  if (!a || !b) return null;
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((p, q) => p - q);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Text stands in these colours on white, or in white on them. */
const on_white = [
  'color-primary',
  'color-link',
  'color-success',
  'color-info',
  'color-warning',
  'color-error',
];
/** Text, and what it stands on, where a brand sets both. */
const pairs = [
  ['menu-item-text-color', 'menu-bg-color'],
  ['menu-item-text-color', 'menu-item-bg-color'],
  ['menu-item-hover-text-color', 'menu-item-hover-bg-color'],
  ['title-bar-text-color', 'title-bar-bg-color'],
] as const;

function fault(name: string, color: string, against: string, ground: string): string | null {
  const ratio = contrastOf(color, ground);
  if (ratio === null) return `${name} must be given as #rrggbb`;
  if (ratio >= least_ratio) return null;
  // Cut, not rounded: 4.49 must not read as the 4.5 that it misses.
  const shown = (Math.floor(ratio * 10) / 10).toFixed(1);
  return `${name} has a contrast of ${shown}:1 against ${against}, ${least_ratio}:1 is needed`;
}

/** The first colour that could not be read, in words, or null. The panel asks before it saves. */
export function brandFault(styles: Styles): string | null {
  for (const name of on_white) {
    const color = styles[name];
    const found = color === undefined ? null : fault(name, color, 'white', '#ffffff');
    if (found !== null) return found;
  }
  for (const [ink, ground] of pairs) {
    const [color, below] = [styles[ink], styles[ground]];
    if (color === undefined || below === undefined) continue;
    const found = fault(ink, color, ground, below);
    if (found !== null) return found;
  }
  return null;
}
