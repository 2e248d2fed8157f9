// What a brand looks like where it says nothing: the product's own tokens in the light scheme.
import type { Styles } from './style-values.ts';

/** By name of the style; a test holds them against the tokens. */
export const style_defaults: Styles = {
  'color-primary': '#026579',
  'color-success': '#026c3e',
  'color-info': '#1957ac',
  'color-warning': '#7c5003',
  'color-error': '#a61821',
  'menu-bg-color': '#f6f8f9',
  'menu-item-text-color': '#48535a',
  'menu-item-hover-text-color': '#151b1e',
  'menu-item-hover-bg-color': '#ffffff',
  'title-bar-bg-color': '#ffffff',
  'title-bar-text-color': '#151b1e',
  'border-radius': '6px',
};

const style_texts: Styles = {
  'menu-item-bg-color': 'none',
  'font-family': 'system font',
  'font-size': '16px',
};

/** What applies while a style is left empty, beside the others of its brand. */
export function defaultOf(name: string, styles: Styles): string {
  // A brand's links have its primary colour.
  const own =
    name === 'color-link' ? styles['color-primary'] || style_defaults['color-primary'] : '';
  return own || style_defaults[name] || style_texts[name] || '';
}
