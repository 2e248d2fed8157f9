// `POST /plaid/link` and the calls around it: a payer signs in at its bank, and each account gets a
// reference that can be charged (spec 2 §7, rails 12.1).
import { allowed } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import { notFound, refuse } from '../../../contract/errors.ts';
import { parseMoney } from '../../../contract/money.ts';
import {
  type bank_link,
  bank_link_seconds,
  type LinkedAccount,
  public_token_pattern,
} from '../../../contract/vault/bank-link.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { inTransaction } from '../../db/database.ts';
import { checkAccess } from '../../http/access.ts';
import type { Handlers } from '../../http/serve.ts';
import { insertTokens } from '../tokens/payment-token.ts';
import { newRef } from './account-ref.ts';
import {
  type AuthAnswer,
  createLinkToken,
  exchangePublicToken,
  type Item,
  ProviderRefusal,
  providerOf,
  readAccounts,
  refuseProvider,
  signInAtLab,
} from './provider.ts';
import { refuseMissingToken, refusePublicToken } from './refusals.ts';
import { openRelink, sealRelink } from './relink-handle.ts';

const payments = [may.sale, may.authorize, may.verification, may.credit];

/** 403 for callers who may not take any type of payment. */
async function checkMayLink(context: Context): Promise<void> {
  const account_permissions = await context.ownSwitches(context);
  const who = { ...context.actor, ...(account_permissions && { account_permissions }) };
  if (payments.some((rule) => allowed(rule, who).ok)) return;
  checkAccess(who, may.sale);
}

/**
 * Exact minor units of the provider's decimals; null if there are none or too many decimal places.
 */
function minorUnits(amount: number | null | undefined, currency: string): number | null {
  if (amount === null || amount === undefined || currency === '') return null;
  return parseMoney(String(amount), currency);
}

type ProviderAccount = AuthAnswer['accounts'][number];

function subtypeOf({ subtype }: ProviderAccount): LinkedAccount['subtype'] | null {
  return subtype === 'checking' || subtype === 'savings' ? subtype : null;
}

/** Accounts that can be debited: checking or savings, with their numbers. */
function payable(context: Context, { accounts, numbers }: AuthAnswer) {
  return accounts.flatMap((account) => {
    const subtype = subtypeOf(account);
    const own = numbers.ach.find(({ account_id }) => account_id === account.account_id);
    if (!subtype || !own) return [];
    const { account_id, balances } = account;
    const mask = account.mask ?? '';
    const made = newRef(
      context,
      { account_id, mask },
      { routing_number: own.routing, account_number: own.account, account_type: subtype },
    );
    const currency = (balances.iso_currency_code ?? '').toLowerCase();
    const shown: LinkedAccount = {
      account_id,
      ref_id: made.token,
      name: account.name ?? '',
      subtype,
      official_name: account.official_name ?? '',
      mask,
      available_balance: minorUnits(balances.available, currency),
      current_balance: minorUnits(balances.current, currency),
      currency,
    };
    return [{ made, shown }];
  });
}

const sign_in_again = 'Your bank asks you to sign in again.';
/** Refusals after a successful sign-in without any account that can be charged. */
const no_accounts = new Set(['NO_AUTH_ACCOUNTS', 'NO_ACCOUNTS']);
const nothing: AuthAnswer = { accounts: [], numbers: { ach: [] } };

/** 400 with a relink handle if the bank requires a new sign-in. */
async function accountsOf(context: Context, item: Item): Promise<AuthAnswer> {
  try {
    return await readAccounts(context, item);
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    if (error.code === 'ITEM_LOGIN_REQUIRED') {
      refuse('refused', sign_in_again, { relink: sealRelink(context, item) });
    }
    if (no_accounts.has(error.code)) return nothing;
    refuseProvider(context, error);
  }
}

/** A handle identifies the item; signing in again returns no new access token. */
async function itemOf(context: Context, public_token: string, relink: string): Promise<Item> {
  if (relink !== '') return openRelink(context, relink);
  if (public_token === '') refuseMissingToken();
  if (!public_token_pattern.test(public_token)) refusePublicToken();
  return await exchangePublicToken(context, public_token);
}

/** Stores the references, and records that these accounts were shown. */
async function keep(context: Context, { item_id: id }: Item, found: ReturnType<typeof payable>) {
  const merchant_id = context.actor.account_id;
  const accounts = found.map(({ shown: { subtype, mask } }) => ({ subtype, mask }));
  await inTransaction(context, merchant_id, async (tx) => {
    await insertTokens(
      tx,
      found.map(({ made }) => made),
    );
    const about = { noun: 'bank_account', id, merchant_id };
    await audit(tx, context, { verb: 'link', ...about, after: { accounts } });
  });
}

export const bankLinkHandlers: Handlers<typeof bank_link> = {
  createToken: async (context, _params, { relink = '' }) => {
    await checkMayLink(context);
    const item = relink === '' ? null : openRelink(context, relink);
    const link_token = await createLinkToken(context, item);
    return { link_token, mode: providerOf(context)?.is_simulated ? 'simulated' : 'provider' };
  },
  link: async (context, _params, { public_token = '', relink = '' }) => {
    await checkMayLink(context);
    const item = await itemOf(context, public_token, relink);
    const found = payable(context, await accountsOf(context, item));
    await keep(context, item, found);
    const until_ms = context.clock.now().getTime() + bank_link_seconds * 1000;
    const expires_at = found[0]?.made.expires_at ?? new Date(until_ms);
    return { accounts: found.map(({ shown }) => shown), expires_at: expires_at.toISOString() };
  },
  signInSimulated: async (context, _params, { username, relink = '' }) => {
    if (!providerOf(context)?.is_simulated) notFound();
    await checkMayLink(context);
    const item = relink === '' ? null : openRelink(context, relink);
    return { public_token: await signInAtLab(context, username, item) };
  },
};
