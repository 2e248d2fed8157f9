// References to linked bank accounts: the numbers are sealed under the reference itself, as those
// of a token are (decisions 25 and 30). A reference can be used repeatedly for half an hour.

import type { AchInput } from '../../../contract/payments/transactions/input.ts';
import { bank_link_seconds, ref_pattern, ref_refusal } from '../../../contract/vault/bank-link.ts';
import type { Context } from '../../context.ts';
import {
  newToken,
  openToken,
  randomText,
  refuseToken,
  type TokenKind,
} from '../tokens/payment-token.ts';

const account_ref: TokenKind = {
  pattern: ref_pattern,
  seconds: bank_link_seconds,
  label: 'Ref ID',
  refusal: ref_refusal,
  make: (context) => `ref_${randomText(context)}`,
};

interface Linked {
  readonly account_id: string;
  readonly mask: string;
}

interface Numbers {
  readonly routing_number: string;
  readonly account_number: string;
  readonly account_type: 'checking' | 'savings';
}

/** A new reference with its row; the payer consented on the internet, whence the SEC code. */
export const newRef = (context: Context, linked: Linked, numbers: Numbers) =>
  newToken(
    context,
    'ach',
    { method: { ach: { ...numbers, sec_code: 'web' } }, linked },
    account_ref,
  );

const field = 'payment_method.plaid.ref_id';

/** The account of a payment; 400 with one sentence if reference and merchant do not match. */
export async function openRef(
  context: Context,
  { ref_id = '', account_id = '' }: { ref_id?: string; account_id?: string },
): Promise<{ ach: AchInput; mask: string }> {
  const { method, linked } = await openToken(context, ref_id, field, account_ref);
  if (!method.ach || !linked || linked.account_id !== account_id) refuseToken(field, account_ref);
  return { ach: method.ach, mask: linked.mask };
}
