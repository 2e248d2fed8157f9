// The bank link provider: link tokens, public tokens of test banks, and the numbers of their
// accounts (plaid.md, rails 12.1).
import { createHash, randomUUID } from 'node:crypto';
import { type Body, badRequest, Refused, text } from '../request.ts';

const public_token_ms = 1_800_000;
const link_token_ms = 14_400_000;

/** What a test user has at its bank, by the name it signs in with. */
const accounts = [
  {
    name: 'Checking',
    official_name: 'Lab Gold Standard Checking',
    mask: '0000',
    subtype: 'checking',
    balances: { available: 100, current: 110, iso_currency_code: 'USD' },
    numbers: { account: '1111222233330000', routing: '011401533' },
  },
  {
    name: 'Savings',
    official_name: 'Lab Silver Standard Savings',
    mask: '1111',
    subtype: 'savings',
    balances: { available: 200, current: 210, iso_currency_code: 'USD' },
    numbers: { account: '1111222233331111', routing: '011401533' },
  },
  {
    name: 'Business',
    official_name: null,
    mask: '2222',
    subtype: 'checking',
    balances: { available: null, current: 43_200.5, iso_currency_code: 'USD' },
    numbers: { account: '1111222233332222', routing: '011401533' },
  },
] as const;

interface Item {
  id: string;
  access_token: string;
  username: string;
  /** Whether the bank asks the payer to sign in again before it says anything. */
  login_required: boolean;
}

/** Members of a refusal beside the status (rails 12.1). */
class Declined extends Refused {
  readonly body: Body;

  constructor(error_type: string, error_code: string, error_message: string) {
    super(400, error_code, error_message);
    const request_id = randomUUID().slice(0, 15);
    this.body = { error_type, error_code, error_message, display_message: null, request_id };
  }
}

const idOf = (...parts: string[]) =>
  createHash('sha256').update(parts.join('/')).digest('base64url').slice(0, 37);

function accountsOf(item: Item): Body {
  if (item.login_required) {
    throw new Declined(
      'ITEM_ERROR',
      'ITEM_LOGIN_REQUIRED',
      'the login details of this item have changed',
    );
  }
  if (item.username === 'user_no_accounts') {
    throw new Declined('ITEM_ERROR', 'NO_AUTH_ACCOUNTS', 'no accounts with account numbers');
  }
  const named = accounts.map((account) => ({ ...account, id: idOf(item.username, account.mask) }));
  return {
    accounts: named.map(({ id, numbers: _, ...shown }) => ({
      account_id: id,
      type: 'depository',
      persistent_account_id: idOf('persistent', id),
      ...shown,
    })),
    numbers: {
      ach: named.map(({ id, numbers }) => ({
        account_id: id,
        ...numbers,
        wire_routing: numbers.routing,
        is_tokenized_account_number: false,
      })),
    },
    item: { item_id: item.id },
    request_id: randomUUID().slice(0, 15),
  };
}

export interface Plaid {
  /** Status and answer of a path below `/plaid/`; null where there is no such call. */
  serve(path: string, body: Body): { status: number; body: Body } | null;
}

export function openPlaid(now: () => number): Plaid {
  const publics = new Map<string, { item: Item; until: number }>();
  const items = new Map<string, Item>();
  const known = (body: Body): Item =>
    items.get(text(body, 'access_token')) ??
    (() => {
      throw new Declined('INVALID_INPUT', 'INVALID_ACCESS_TOKEN', 'could not find this token');
    })();
  const publicToken = (item: Item): Body => {
    const public_token = `public-sandbox-${randomUUID()}`;
    publics.set(public_token, { item, until: now() + public_token_ms });
    return { public_token };
  };
  const calls: Record<string, (body: Body) => Body> = {
    '/link/token/create': (body) => {
      if (text(body, 'client_name') === '') badRequest('client_name');
      // An update of an item: the payer signs in at the same bank again.
      if (text(body, 'access_token') !== '') known(body);
      const expiration = new Date(now() + link_token_ms).toISOString();
      return { link_token: `link-sandbox-${randomUUID()}`, expiration };
    },
    /** What the provider's window would give to the page once the payer has signed in. */
    '/sandbox/public_token/create': (body) => {
      const options = (body.options ?? {}) as Body;
      const username = text(options, 'override_username') || 'user_good';
      const known_access = text(body, 'access_token');
      if (known_access !== '') {
        const item = known(body);
        item.login_required = false;
        return publicToken(item);
      }
      const item = {
        id: idOf(randomUUID()),
        access_token: `access-sandbox-${randomUUID()}`,
        username,
        login_required: username === 'user_login_required',
      };
      items.set(item.access_token, item);
      return publicToken(item);
    },
    '/item/public_token/exchange': (body) => {
      const token = text(body, 'public_token');
      const found = publics.get(token);
      publics.delete(token);
      if (!found || found.until <= now()) {
        throw new Declined('INVALID_INPUT', 'INVALID_PUBLIC_TOKEN', 'could not find this token');
      }
      return { access_token: found.item.access_token, item_id: found.item.id };
    },
    '/auth/get': (body) => accountsOf(known(body)),
  };
  return {
    serve(path, body) {
      const call = calls[path.replace(/^\/plaid/, '')];
      if (!call) return null;
      try {
        if (text(body, 'client_id') === '' || text(body, 'secret') === '') {
          throw new Declined('INVALID_INPUT', 'INVALID_API_KEYS', 'invalid client_id or secret');
        }
        return { status: 200, body: call(body) };
      } catch (error) {
        if (error instanceof Declined) return { status: error.status, body: error.body };
        throw error;
      }
    },
  };
}
