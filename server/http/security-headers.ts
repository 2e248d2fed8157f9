// The security headers of every answer, in one table (quality S5).

import { printed_style_source } from './printed-style.ts';

/** On every answer, whatever made it: pages, files, calls, errors. */
const always: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** What is not a page runs nothing, loads nothing and stands in no frame. */
const closed_policy = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const transport: Readonly<Record<string, string>> = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

/** Headers of everything but pages. `secure`: the answer travels over TLS, so it stays there. */
export function answerHeaders(secure: boolean): Record<string, string> {
  return { ...always, 'content-security-policy': closed_policy, ...(secure && transport) };
}

/** The third parties, each only where its keys are configured. */
const turnstile_origin = 'https://challenges.cloudflare.com';
const bank_link_origin = 'https://cdn.plaid.com';
const bank_link_script = `${bank_link_origin}/link/v2/stable/link-initialize.js`;

/**
 * The policy of a page: only our own files, what carries this answer's nonce, and the style of
 * printed reports, which a page opens. Markup reaches the document through the policy `default`
 * alone, which lets none in (panel/trusted-types.ts).
 */
export function pagePolicy(
  nonce: string,
  { turnstile = false, plaid_url = '', reader_bridge_port = 0 } = {},
): string {
  const bot_check = turnstile ? ` ${turnstile_origin}` : '';
  const [linking, link_frame] = plaid_url
    ? [` ${bank_link_script}`, ` ${bank_link_origin}`]
    : ['', ''];
  const bridge = reader_bridge_port > 0 ? ` ${bridgeAddress(reader_bridge_port)}` : '';
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${bot_check}${linking}`,
    `style-src 'self' 'nonce-${nonce}' ${printed_style_source}`,
    "img-src 'self' data:",
    "font-src 'self'",
    // The card reader bridge is on the computer of whoever reads the page.
    `connect-src 'self'${bridge}${plaid_url && ` ${plaid_url}`}`,
    "manifest-src 'self'",
    // Pages that allow it themselves: a mail in the sandbox's mailbox.
    `frame-src 'self'${bot_check}${link_frame}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** Where pages find the card reader bridge. */
export const bridgeAddress = (port: number): string => `http://127.0.0.1:${port}`;

/**
 * The policy of the page with the payment fields, which other sites frame: those of its public key,
 * else any. It runs and loads nothing but our own files, and calls nobody but us.
 */
export function framePolicy(nonce: string, origins: readonly string[]): string {
  const ancestors = origins.length === 0 ? '*' : ["'self'", ...origins].join(' ');
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    // Last: it alone holds what a merchant wrote.
    `frame-ancestors ${ancestors}`,
  ].join('; ');
}
