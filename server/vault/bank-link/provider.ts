// The calls of the bank link provider, and its refusals as sentences (rails 12.1). Without
// credentials a sandbox asks the lab, whose bank is simulated.
import { z } from 'zod';
import { refuse } from '../../../contract/errors.ts';
import { bankLinkOf, type PlaidAccess } from '../../config.ts';
import { type Context, withoutSlot } from '../../context.ts';
import { parseStorable } from '../../db/storable-text.ts';
import { refusePublicToken, refuseRelink } from './refusals.ts';

const time_limits = {
  connect_timeout_ms: 5_000,
  first_byte_timeout_ms: 25_000,
  total_timeout_ms: 30_000,
  max_answer_bytes: 1_048_576,
};
/** The provider's way of versioning its answers. */
const api_version = '2020-09-14';

const not_set_up = 'Bank account linking is not set up in this installation.';
const away = 'The bank link service is not responding. Try again later.';
const failed = 'The bank link service could not complete the request. Try again later.';

interface Provider extends PlaidAccess {
  is_simulated: boolean;
}

/** The provider to ask; null if there is none. Production never asks the lab. */
export function providerOf({ config, lab_url }: Context): Provider | null {
  if (config.plaid) return { ...config.plaid, is_simulated: false };
  const lab = bankLinkOf(config) === 'simulated' ? lab_url().replace(/\/+$/, '') : '';
  if (lab === '') return null;
  return { client_id: 'lab', secret: 'lab', base_url: `${lab}/plaid`, is_simulated: true };
}

const refusal_answer = z.object({ error_code: z.string() });

/** A refusal of the provider, with its code, such as `ITEM_LOGIN_REQUIRED`. */
export class ProviderRefusal extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.name = 'ProviderRefusal';
    this.code = code;
  }
}

function parsed(text: string): unknown {
  try {
    return parseStorable(text);
  } catch {
    return null;
  }
}

/**
 * What the provider answers to one call. Throws its refusal, and refuses itself where nothing is
 * set up or the answer is none.
 */
async function ask<S extends z.ZodType>(
  context: Context,
  path: string,
  body: object,
  schema: S,
): Promise<z.output<S>> {
  const provider = providerOf(context) ?? refuse('refused', not_set_up);
  const { client_id, secret, base_url } = provider;
  const sent_ms = context.clock.monotonicMs();
  const answer = await withoutSlot(context, () =>
    context.egress.exchange({
      url: `${base_url}${path}`,
      body: JSON.stringify({ client_id, secret, ...body }),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'plaid-version': api_version,
      },
      ...time_limits,
    }),
  );
  context.waited.processor_ms += context.clock.monotonicMs() - sent_ms;
  if (answer.kind !== 'answered') {
    context.log.warn({ path, reason: answer.reason }, 'the bank link provider does not answer');
    refuse('refused', away);
  }
  const fields = parsed(answer.body);
  if (answer.status === 200) {
    const read = schema.safeParse(fields);
    if (read.success) return read.data;
  }
  const refused = refusal_answer.safeParse(fields);
  if (refused.success && answer.status < 500) throw new ProviderRefusal(refused.data.error_code);
  context.log.warn({ path, status: answer.status }, 'the bank link provider gave no answer');
  refuse('refused', failed);
}

/** Refuses in our words; a code without a sentence of its own goes to the log. */
export function refuseProvider(context: Context, error: unknown): never {
  if (!(error instanceof ProviderRefusal)) throw error;
  if (error.code === 'INVALID_PUBLIC_TOKEN') refusePublicToken();
  if (error.code === 'INVALID_ACCESS_TOKEN') refuseRelink();
  context.log.warn({ code: error.code }, 'the bank link provider refused a call');
  refuse('refused', failed);
}

/** Longest name that the provider's window shows. */
const max_name_letters = 30;

/** The provider's ID of a payer's sign-in, and the token that reads its accounts. */
export interface Item {
  readonly item_id: string;
  readonly access_token: string;
}

/** Creates a link token for the window: for a new bank, or to sign in again to an item. */
export async function createLinkToken(context: Context, item: Item | null): Promise<string> {
  const { user_id, account_name } = context.actor;
  const body = {
    user: { client_user_id: user_id },
    client_name: account_name.slice(0, max_name_letters).trim() || 'Payment',
    country_codes: ['US'],
    language: 'en',
    ...(item ? { access_token: item.access_token } : { products: ['auth'] }),
  };
  const schema = z.object({ link_token: z.string() });
  const asked = ask(context, '/link/token/create', body, schema);
  return (await asked.catch((error) => refuseProvider(context, error))).link_token;
}

/** The item behind the public token that the window returned; 400 if it has expired. */
export async function exchangePublicToken(context: Context, public_token: string): Promise<Item> {
  const schema = z.object({ access_token: z.string().min(1), item_id: z.string().min(1) });
  const asked = ask(context, '/item/public_token/exchange', { public_token }, schema);
  return await asked.catch((error) => refuseProvider(context, error));
}

/** What the lab's window would give to the page. */
export async function signInAtLab(context: Context, username: string, item: Item | null) {
  const options = { override_username: username };
  const body = { options, ...(item && { access_token: item.access_token }) };
  const schema = z.object({ public_token: z.string() });
  const asked = ask(context, '/sandbox/public_token/create', body, schema);
  return (await asked.catch((error) => refuseProvider(context, error))).public_token;
}

const auth_answer = z.object({
  accounts: z.array(
    z.object({
      account_id: z.string().min(1),
      name: z.string().nullish(),
      official_name: z.string().nullish(),
      mask: z.string().nullish(),
      subtype: z.string().nullish(),
      balances: z.object({
        available: z.number().nullish(),
        current: z.number().nullish(),
        iso_currency_code: z.string().nullish(),
      }),
    }),
  ),
  numbers: z.object({
    ach: z.array(z.object({ account_id: z.string(), account: z.string(), routing: z.string() })),
  }),
});
export type AuthAnswer = z.output<typeof auth_answer>;

/** Accounts of an item with their numbers; throws `ITEM_LOGIN_REQUIRED` and the like. */
export async function readAccounts(context: Context, { access_token }: Item): Promise<AuthAnswer> {
  return await ask(context, '/auth/get', { access_token }, auth_answer);
}
