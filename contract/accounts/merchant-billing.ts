// The bank account that a merchant's fees are drawn from, as it is sent: two shapes, one meaning.
import { z } from 'zod';

/** Kinds of bank payment; the first is the merchant's own account as a person. */
export const billing_types = ['ppd', 'ccd'] as const;
export const billing_account_types = ['checking', 'savings'] as const;

/** Whether nine digits are a routing number: weights 3, 7 and 1 sum to a multiple of ten. */
export function isRoutingNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits)) return false;
  const weights = [3, 7, 1];
  const sum = [...digits].reduce((so_far, d, at) => so_far + Number(d) * (weights[at % 3] ?? 0), 0);
  return sum % 10 === 0 && digits !== '000000000';
}

const lower = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);

const bank_account = z.object({
  type: z.preprocess(lower, z.enum(billing_types)),
  routing_number: z.string().refine(isRoutingNumber),
  /** Left out or as it was answered, masked: the stored number stays. */
  account_number: z
    .string()
    .regex(/^(\d{4,17}|\*+\d{0,4})?$/)
    .nullish(),
  account_type: z.preprocess(lower, z.enum(billing_account_types)),
});
export type BillingInput = z.output<typeof bank_account>;

const isUnset = (account: object) =>
  Object.values(account).every((member) => member === '' || member === null);

/**
 * `{type, …}` or `{ach: {type, …}}`. Null removes the account; absent keeps it, and so does one of
 * only empty members, which is how a missing account is answered (gateway-api 17).
 */
export const billing_input = z.preprocess((value) => {
  if (typeof value !== 'object' || value === null) return value;
  const account: unknown = 'ach' in value ? value.ach : value;
  return typeof account === 'object' && account !== null && isUnset(account) ? undefined : account;
}, bank_account.nullish());
