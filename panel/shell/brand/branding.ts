// The brand of this host: texts, and style variables from an allow-list put over the tokens.
import type { branding } from '../../../contract/accounts/branding.ts';
import { type Callable, call } from '../../api.ts';
import { brand, own_name } from '../../brand.ts';
import { showError } from '../../notices.ts';
import { firstLetter } from './brand-mark.tsx';

// Written out: the contract's own value would bring its schemas into the first download.
const get_branding: Callable<typeof branding.get> = {
  method: 'GET',
  path: '/branding',
  reply: { kind: 'record' },
};

type Styles = Readonly<Record<string, string>>;
interface Sheet {
  light: Record<string, string>;
  dark: Record<string, string>;
}

const tones = { success: 'ok', info: 'info', warning: 'warn', error: 'bad' } as const;

/** In both schemes, by name of the branding variable. */
const plain: Readonly<Record<string, string>> = {
  'menu-bg-color': '--menu-bg',
  'menu-item-text-color': '--menu-ink',
  'menu-item-bg-color': '--menu-item-bg',
  'menu-item-hover-text-color': '--menu-hover-ink',
  'menu-item-hover-bg-color': '--menu-hover-bg',
  'title-bar-bg-color': '--title-bg',
  'title-bar-text-color': '--title-ink',
  'font-family': '--font',
};

function putPrimary(color: string, { light, dark }: Sheet): void {
  light['--brand'] = color;
  light['--brand-hover'] = `oklch(from ${color} calc(l - 0.08) c h)`;
  light['--brand-ink'] = color;
  light['--brand-tint'] = `oklch(from ${color} 0.955 calc(c * 0.2) h)`;
  light['--brand-edge'] = `oklch(from ${color} 0.64 c h)`;
  light['--bg-sel'] = `oklch(from ${color} 0.985 calc(c * 0.08) h)`;
  dark['--brand'] = `oklch(from ${color} 0.55 c h)`;
  dark['--brand-hover'] = `oklch(from ${color} 0.48 c h)`;
  dark['--brand-ink'] = `oklch(from ${color} 0.75 c h)`;
  dark['--brand-tint'] = `oklch(from ${color} 0.27 calc(c * 0.5) h)`;
  dark['--brand-edge'] = `oklch(from ${color} 0.64 c h)`;
  dark['--bg-sel'] = `oklch(from ${color} 0.24 calc(c * 0.4) h)`;
}

function putTone(tone: string, color: string, { light, dark }: Sheet): void {
  light[`--${tone}`] = color;
  light[`--${tone}-tint`] = `oklch(from ${color} 0.965 calc(c * 0.2) h)`;
  light[`--${tone}-edge`] = `oklch(from ${color} 0.64 c h)`;
  dark[`--${tone}`] = `oklch(from ${color} 0.83 calc(c * 0.8) h)`;
  dark[`--${tone}-tint`] = `oklch(from ${color} 0.26 calc(c * 0.5) h)`;
}

function putRadius(length: string, { light }: Sheet): void {
  const px = Number.parseFloat(length);
  if (!length.endsWith('px') || !(px >= 0 && px <= 12)) return;
  light['--r-1'] = `${(px * 2) / 3}px`;
  light['--r-2'] = `${px}px`;
  light['--r-3'] = `${(px * 4) / 3}px`;
  light['--r-4'] = `${px * 2}px`;
}

/** What a style variable may be called; the server stores listed names alone. */
const variable = /^[a-z][a-z-]{0,40}$/;

/**
 * Tokens that the styles of a brand set, by scheme (visual 3); what is not listed sets none of
 * ours, and is set under its own name alone (spec 1 §1).
 */
export function brandTokens(styles: Styles): Sheet {
  const sheet: Sheet = { light: {}, dark: {} };
  for (const [name, value] of Object.entries(styles)) {
    if (variable.test(name)) sheet.light[`--${name}`] = value;
  }
  const primary = styles['color-primary'];
  if (primary !== undefined) putPrimary(primary, sheet);
  const link = styles['color-link'];
  if (link !== undefined) sheet.light['--brand-ink'] = link;
  for (const [name, tone] of Object.entries(tones)) {
    const color = styles[`color-${name}`];
    if (color !== undefined) putTone(tone, color, sheet);
  }
  for (const [name, token] of Object.entries(plain)) {
    const value = styles[name];
    if (value !== undefined) sheet.light[token] = value;
  }
  const title = styles['title-bar-text-color'];
  // Our own tint under the pointer is made for our own ground.
  if (title !== undefined) {
    sheet.light['--title-hover'] = `color-mix(in srgb, ${title} 14%, transparent)`;
  }
  const size = Number.parseFloat(styles['font-size'] ?? '');
  if (size >= 14 && size <= 18) sheet.light['font-size'] = `${size}px`;
  if (styles['border-radius'] !== undefined) putRadius(styles['border-radius'], sheet);
  return sheet;
}

function rule(selector: string, tokens: Record<string, string>): string {
  const lines = Object.entries(tokens).map(([name, value]) => `${name}:${value};`);
  return lines.length === 0 ? '' : `${selector}{${lines.join('')}}`;
}

/** As a sheet of its own: the content security policy lets no style element in without a nonce. */
function applyStyles(styles: Styles): void {
  const { light, dark } = brandTokens(styles);
  const text = rule(':root', light) + rule(':root[data-mantine-color-scheme="dark"]', dark);
  if (text === '') return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Another brand's mark in the browser's tab: its image, else its first letter on its colour. */
function applyIcon(color: string): void {
  const { brand_name: name, logo_url } = brand.get();
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link === null) return;
  if (logo_url !== '') {
    // Whatever type it has, it is not that of our own.
    link.removeAttribute('type');
    link.href = logo_url;
    return;
  }
  if (name === own_name) return;
  const box = `<rect width="32" height="32" rx="8" fill="${color}"/>`;
  const font = 'font-family="system-ui,sans-serif" font-weight="600" font-size="20"';
  const place = 'x="16" y="23" text-anchor="middle" fill="#fff"';
  const text = `<text ${place} ${font}>${firstLetter(name)}</text>`;
  const image = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${box}${text}</svg>`;
  link.href = `data:image/svg+xml,${encodeURIComponent(image)}`;
}

/** Reads the brand once, when the panel starts; a failure opens the error dialog (spec 1 §1). */
export async function loadBranding(): Promise<void> {
  try {
    const found = await call<typeof branding.get>(get_branding);
    brand.set({
      title: found.title || found.brand_name || own_name,
      brand_name: found.brand_name || own_name,
      support_email: found.support_email,
      support_phone: found.support_phone,
      logo_url: found.logo_url,
    });
    applyStyles(found.styles);
    applyIcon(found.styles['color-primary'] ?? '#026579');
  } catch (error) {
    showError(error);
  }
}
