// The look of a white label: texts, and style variables by a list of names and value grammars.
import { z } from 'zod';
import { account_types, open, signedIn } from '../access/access.ts';
import { may } from '../access/may.ts';
import { list_query } from '../crud.ts';
import { endpoint, file, list, nothing, record } from '../endpoint.ts';
import { blankable, email, id, moment, phone } from '../fields.ts';

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
  (value) =>
    Object.fromEntries(
      Object.entries((value ?? {}) as Record<string, unknown>).filter(([name, value]) =>
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
  /** Path of the brand's image, on this host as on any; empty where it has none. */
  logo_url: z.string(),
  /** What the banner shows for this host: dev is a host of this machine. */
  environment: z.enum(environments),
});
export type BrandingRecord = z.output<typeof branding_record>;

/** One brand of a partner, addressed by its domain. */
export const partner_branding_record = branding_record.omit({ environment: true }).extend({
  id,
  partner_id: z.string(),
  colorado_cap: z.boolean(),
  created_at: moment,
  updated_at: moment,
});
export type PartnerBrandingRecord = z.output<typeof partner_branding_record>;

/** The brand of every host without a brand. */
export const installation_brand = branding_record.omit({ environment: true, domain: true });
export type InstallationBrand = z.output<typeof installation_brand>;

/** A host name: letters, digits and dashes, with dots; no scheme, port or path. */
const domain = z
  .string()
  .trim()
  .max(253)
  .transform((text) => text.toLowerCase())
  .pipe(z.string().regex(/^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]([a-z\d-]{0,61}[a-z\d])$/));
const line = (max_length: number) =>
  z
    .string()
    .trim()
    .max(max_length)
    .regex(/^\P{Cc}*$/u);
const empty_or = <S extends z.ZodType<string>>(schema: S) =>
  z.preprocess((value) => value ?? undefined, z.union([z.literal(''), schema]).optional());

/**
 * Names that are not listed are dropped; a listed one must fit its grammar, and colours that carry
 * text must be readable (`brandFault`). "" takes a style away.
 */
const styles_input = z.preprocess(
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).filter(([name, value]) => grammar_of.has(name) && value !== ''),
    );
  },
  z.record(z.string(), z.string()).superRefine((input, check) => {
    for (const [name, value] of Object.entries(input)) {
      if (!isBrandingStyle(name, value)) check.addIssue({ code: 'custom', path: [name] });
    }
  }),
);

const brand_input = z.object({
  title: blankable(line(100)),
  brand_name: blankable(line(100)),
  address: line(255).nullish(),
  support_email: empty_or(email),
  support_phone: empty_or(phone),
  /** Replaces all styles. */
  styles: styles_input.nullish(),
  products: z.array(line(50).min(1)).max(20).nullish(),
  /** Base64, as a merchant's logo; "" takes it away. */
  logo: z.string().nullish(),
});
export type BrandInput = z.output<typeof brand_input>;

export const partner_branding_input = brand_input.extend({
  /** The entry that changes; without it that of the domain, or a new one. */
  id: blankable(id),
  /** Needed for a new entry, whose partner never changes. */
  partner_id: blankable(id),
  domain: blankable(domain),
  /** Caps surcharges of the partner's merchants in Colorado (decisions G33). */
  colorado_cap: z.boolean().nullish(),
});

/** A merchant's own styles, for its public pages and receipts (gateway-api 17). */
export const merchant_branding_record = z.object({
  id,
  account_type: z.enum(account_types),
  account_type_id: id,
  styles: z.record(z.string(), z.string()),
});
export type MerchantBrandingRecord = z.output<typeof merchant_branding_record>;

/** Larger is refused: the body of a call holds no more. */
export const max_logo_bytes = 524_288;
export const max_logo_px = 1000;
export const logo_types = ['image/png', 'image/gif', 'image/jpeg'] as const;
const max_logo_size = `${max_logo_px}x${max_logo_px} pixels`;
export const logo_too_large = `The uploaded image must must not be larger than ${max_logo_size}.`;
export const logo_unreadable = 'There was a problem processing the file.';

/** An administrator or partner names the merchant; a merchant is its own. */
const whose = { merchant_id: blankable(id) };

export const branding = {
  get: endpoint({
    method: 'GET',
    path: '/branding',
    access: open,
    reply: record(branding_record),
    rate_class: 'read',
    summary: 'The brand of the host the request was made to.',
  }),
  getInstallation: endpoint({
    method: 'GET',
    path: '/admin/branding/installation',
    access: may.brand_installation,
    reply: record(installation_brand),
    rate_class: 'read',
    summary: 'The brand of every host without a brand.',
  }),
  saveInstallation: endpoint({
    method: 'POST',
    path: '/admin/branding/installation',
    access: may.brand_installation,
    input: brand_input,
    reply: record(installation_brand),
    rate_class: 'write',
    audit: 'branding.save',
    summary: 'Changes the brand of the installation; fields left out keep their value.',
  }),
  getBrandLogo: endpoint({
    method: 'GET',
    path: '/brand-logo/{id}',
    access: open,
    reply: file(logo_types),
    rate_class: 'free',
    summary: "The image behind a brand's `logo_url`.",
  }),
  search: endpoint({
    method: 'GET',
    path: '/admin/branding/{partnerId}',
    access: signedIn(['admin'], { scope: 'view_accounts' }),
    input: list_query,
    reply: list(partner_branding_record),
    rate_class: 'search',
    summary: 'The brands of a partner, by domain.',
  }),
  save: endpoint({
    method: 'POST',
    path: '/admin/branding',
    access: may.brand_partner,
    input: partner_branding_input,
    reply: record(partner_branding_record),
    rate_class: 'write',
    audit: 'branding.save',
    summary: 'Creates or changes the brand of a domain; a domain belongs to one partner.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/branding/delete/{id}',
    access: may.brand_partner,
    reply: nothing(),
    rate_class: 'write',
    audit: 'branding.remove',
    summary: 'Removes a brand; its domain shows the brand of the installation again.',
  }),
  getMerchant: endpoint({
    method: 'GET',
    path: '/merchant/branding/{id}',
    access: signedIn(undefined, { scope: 'view_accounts' }),
    reply: record(merchant_branding_record),
    rate_class: 'read',
    summary: "A merchant's own styles.",
  }),
  saveMerchant: endpoint({
    method: 'POST',
    path: '/merchant/branding',
    access: may.change_settings,
    input: z.object({ ...whose, styles: styles_input }),
    reply: record(merchant_branding_record),
    rate_class: 'write',
    audit: 'merchant.update',
    summary: "Replaces a merchant's own styles.",
  }),
  saveLogo: endpoint({
    method: 'POST',
    path: '/merchant/logo',
    access: may.change_settings,
    /** Base64, with or without `data:image/…;base64,` before it; the bytes tell its type. */
    input: z.object({ ...whose, logo: z.string().min(1) }),
    reply: record(z.object({ logo_url: z.string() })),
    rate_class: 'write',
    audit: 'merchant.update',
    summary: 'Stores the logo, a png, gif or jpeg. At most 1000 x 1000 pixels and 512 KiB.',
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: '/merchant/logo',
    access: may.change_settings,
    input: z.object(whose),
    reply: record(z.object({ logo_url: z.string() })),
    rate_class: 'write',
    audit: 'merchant.update',
    summary: 'Removes the logo.',
  }),
  getLogo: endpoint({
    method: 'GET',
    path: '/logo/{merchantId}/{logoId}',
    access: open,
    reply: file(logo_types),
    rate_class: 'free',
    summary: 'The image behind `logo_url`, while the merchant is active.',
  }),
};
