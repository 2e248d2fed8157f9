// Linking a bank account: its owner signs in at the bank, and what was linked pays by a reference
// for half an hour (spec 2 §7, decision 30).
import { z } from 'zod';
import { may } from '../access/may.ts';
import { endpoint, record } from '../endpoint.ts';
import { blankable, moment } from '../fields.ts';

/** How long a linked account can be paid from, and a sign-in be made again. */
export const bank_link_seconds = 1_800;

/** `ref_` and 43 letters, digits, `-` and `_`: 256 random bits. */
export const ref_pattern = /^ref_[\w-]{43}$/;

/** Unknown, expired and foreign references, and those of another account, in one sentence. */
export const ref_refusal = 'The bank account is not linked. Links work for 30 minutes.';

/** Of the provider's window: `public-sandbox-` and what it drew. */
export const public_token_pattern = /^public-[a-z]+-[\w-]{8,120}$/;
export const public_token_refusal = 'The sign-in at the bank has expired. Sign in again.';
export const relink_refusal = 'The sign-in has expired. Link the bank account again.';

const relink = blankable(z.string().max(2_000));

export const linked_account = z.object({
  account_id: z.string(),
  /** What pays, together with `account_id`. */
  ref_id: z.string(),
  name: z.string(),
  subtype: z.enum(['checking', 'savings']),
  /** The bank's own name of it; empty where it states none. */
  official_name: z.string(),
  /** Last digits of the account, as the bank shows them. */
  mask: z.string(),
  /** Minor units of `currency`, as all amounts; null where the bank does not say. */
  available_balance: z.int().nullable(),
  current_balance: z.int().nullable(),
  /** Lower case, or empty where the bank does not say. */
  currency: z.string(),
});
export type LinkedAccount = z.infer<typeof linked_account>;

export const link_input = z.object({
  public_token: blankable(z.string().trim().max(200)),
  /** After a sign-in that the bank wanted again: stands for the item, in place of a new token. */
  relink,
});

/** `simulated`: the installation has no provider; its own window stands in for the bank's. */
export const link_modes = ['provider', 'simulated'] as const;

export const bank_link = {
  createToken: endpoint({
    method: 'POST',
    path: '/plaid/link-token',
    access: may.pay,
    input: z.object({ relink }),
    reply: record(z.object({ link_token: z.string(), mode: z.enum(link_modes) })),
    rate_class: 'write',
    summary: 'Starts a bank link, in which the payer signs in at the bank.',
  }),
  link: endpoint({
    method: 'POST',
    path: '/plaid/link',
    access: may.pay,
    input: link_input,
    reply: record(z.object({ accounts: z.array(linked_account), expires_at: moment })),
    rate_class: 'write',
    audit: 'bank_account.link',
    summary: 'Linked bank accounts of a payer; each can be charged for 30 minutes.',
  }),
  signInSimulated: endpoint({
    method: 'POST',
    path: '/plaid/simulated-sign-in',
    access: may.pay,
    input: z.object({ username: z.string().trim().min(1).max(64), relink }),
    reply: record(z.object({ public_token: z.string() })),
    rate_class: 'write',
    summary: 'Signs in at the simulated bank of a sandbox; nowhere else.',
  }),
};
