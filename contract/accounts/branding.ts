// The look of a white label: texts, and style variables by a list of names and value grammars.
import { z } from 'zod';
import { open } from '../access.ts';
import { endpoint, record } from '../endpoint.ts';

const grammars = {
  // Hex, or a function of plain figures: nothing that could load or close anything.
  color:
    /^(#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|(rgb|hsl|oklch)a?\([\d\s.,%/-]{1,60}\)|[a-z]{3,24})$/i,
  length: /^\d{1,4}(\.\d{1,3})?(px|rem|em|%)?$/,
  weight: /^([1-9]00|normal|bold)$/,
  family: /^[A-Za-z0-9 ,'"_-]{1,200}$/,
};
type Grammar = keyof typeof grammars;

const names: Record<Grammar, string> = {
  color: `
    color-primary color-secondary color-tertiary color-quaternary color-white color-lightest
    color-lighter color-light color-grey color-dark color-darker color-darkest color-black
    color-border color-background color-content color-hover color-hover-text color-font color-link
    color-input color-success color-info color-warning color-error color-checkbox-bg
    color-disabled-color color-disabled-background menu-bg-color menu-item-text-color
    menu-item-bg-color menu-item-hover-text-color menu-item-hover-bg-color title-bar-bg-color
    title-bar-text-color collapse-bar-bg-color btn-create-color btn-update-color btn-delete-color
    btn-success-color btn-info-color btn-warning-color btn-error-color btn-text-light
    btn-text-dark`,
  length: 'menu-width font-size spacing spacing-half spacing-quarter border-radius',
  weight: 'font-weight-normal font-weight-bold',
  family: 'font-family',
};

const grammar_of = new Map<string, RegExp>(
  Object.entries(names).flatMap(([grammar, list]) =>
    list
      .trim()
      .split(/\s+/)
      .map((name) => [name, grammars[grammar as Grammar]] as const),
  ),
);

/** Whether a value may stand for a style variable. */
export function isBrandingStyle(name: string, value: unknown): boolean {
  return typeof value === 'string' && (grammar_of.get(name)?.test(value) ?? false);
}

/** Styles as stored: a name that is not listed or a value outside its grammar is left out. */
export const branding_styles = z.preprocess(
  (given) =>
    Object.fromEntries(
      Object.entries((given ?? {}) as Record<string, unknown>).filter(([name, value]) =>
        isBrandingStyle(name, value),
      ),
    ),
  z.record(z.string(), z.string()),
);

export const environments = ['dev', 'sandbox', 'production'] as const;

export const branding_record = z.object({
  /** Domain the brand belongs to; empty for the installation's own. */
  domain: z.string(),
  title: z.string(),
  brand_name: z.string(),
  address: z.string(),
  support_email: z.string(),
  support_phone: z.string(),
  styles: z.record(z.string(), z.string()),
  products: z.array(z.string()),
  /** What the banner shows for this host: dev is a host of this machine. */
  environment: z.enum(environments),
});
export type BrandingRecord = z.output<typeof branding_record>;

export const branding = {
  get: endpoint({
    method: 'GET',
    path: '/branding',
    access: open,
    reply: record(branding_record),
    cost: 'read',
    summary: 'The brand of the host the request was made to.',
  }),
};
