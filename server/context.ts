// Everything a verb may use of the world: who calls, the database, clock, ids, random, egress,
// keys.
import type { Logger } from 'pino';
import type { AccountType, Pending, Role } from '../contract/access/access.ts';
import type { Environment, ProcessorType } from '../contract/payments/processor-types/record.ts';
import type { PaymentMethodInput } from '../contract/payments/transactions/input.ts';
import type { Config } from './config.ts';
import type { Database, Query, Tx } from './db/database.ts';
import type { PublicEgress } from './egress-public.ts';
import type { KeyRing } from './keys/keys.ts';
import type { Driver } from './payments/processors/driver.ts';
import type { ProcessState } from './process-state.ts';
import type { Timing } from './timing.ts';
import type { OpenToken } from './vault/tokens/payment-token.ts';

/** What binds an API key beyond the rights of its user; an empty list binds nothing. */
export interface KeyLimits {
  readonly scopes: readonly string[];
  readonly allowed_addresses: readonly string[];
  readonly allowed_origins: readonly string[];
  /** RFC 3339, or null: it does not end. */
  readonly expires_at: string | null;
}

export interface Actor {
  kind: 'anonymous' | 'session' | 'api_key' | 'public_key' | 'system';
  account_type: AccountType | 'system' | '';
  account_id: string;
  account_name: string;
  user_id: string;
  username: string;
  role: Role;
  /** The user's document of rights; absent means false. */
  permissions: Readonly<Record<string, boolean | undefined>>;
  /** Session or key that speaks, for audit rows and for ending it. */
  credential_id: string;
  /** Limits of the key that speaks; null for a session and for a key without any. */
  limits: KeyLimits | null;
  /** What the session owes before anything else works, or ''. */
  pending: Pending | '';
  /** Who acts as this user (login-as), or empty; both stand on every audit row. */
  acting_user_id: string;
  acting_user_name: string;
}

export interface Clock {
  /** Business time: moves with the sandbox's clock (Q17). */
  now(): Date;
  /** Real time: sessions, lock-outs, limits, logs. */
  real(): Date;
  /** For measuring; milliseconds from an arbitrary start. */
  monotonicMs(): number;
  /** Waits until `now()` is the business time of all processes; nothing where it is already. */
  synced?(): Promise<void> | undefined;
}

export interface Ids {
  /** 20 characters [0-9a-v]; later ones sort after earlier ones. */
  next(): string;
}

export interface Random {
  bytes(count: number): Buffer;
}

export interface ExchangeRequest {
  url: string;
  /** POST where nothing is said; a GET sends no body. */
  method?: 'GET' | 'POST';
  body: string;
  /** Who we are to the other side, in PEM, and whom we trust there beside the usual authorities. */
  tls?: { cert: string; key: string; ca?: string };
  /** Where somebody else names the address: nothing is sent to a host of no public address. */
  public_only?: boolean;
  headers: Record<string, string>;
  connect_timeout_ms: number;
  first_byte_timeout_ms: number;
  total_timeout_ms: number;
  max_answer_bytes: number;
}
/** Whether a request may have had an effect is decided here, where the socket is (rails 5.5). */
export type Exchange =
  | { kind: 'answered'; status: number; body: string }
  | { kind: 'not_sent'; reason: string }
  | { kind: 'no_answer'; reason: string };

export interface Egress {
  /** One request: no redirects, limits in time and size, never a second try. */
  exchange(request: ExchangeRequest): Promise<Exchange>;
}

/** A mail of the product itself: plain sentences and at most one link. */
export interface EmailMessage {
  /** The account it belongs to. */
  account_id: string;
  /** `welcome`, `reset_password` … */
  kind: string;
  recipient: string;
  subject: string;
  lines: readonly string[];
  /** `has_code`: it lets in whoever reads it, so it is not kept once the mail has left. */
  link?: { href: string; text: string; has_code?: boolean };
}

export interface Mailer {
  /** Queues a letter in this commit; it leaves afterwards. */
  queue(tx: Tx, context: Context, letter: EmailMessage): Promise<void>;
}

/** The brand an account's users know, and what mails to them are signed with. */
export interface AccountBrand {
  brand_name: string;
  address: string;
  support_email: string;
  support_phone: string;
  /** The brand's domain, to which links in mails lead; empty for the installation's own. */
  domain: string;
}

/** Members of a new user, as far as its account has them. */
export interface UserStart {
  timezone?: string;
  dateformat?: string;
  supress_email_notification?: boolean;
  defaults?: { processor_id: string };
}

/** A card to be checked with its bank before it is saved (gateway-api 5). */
export interface MethodCheck {
  by: 'validate' | 'authorize';
  /** As a payment names it. */
  method: Pick<PaymentMethodInput, 'card' | 'token' | 'apple_pay_token'>;
  /** Under the names of payments. */
  billing_address: Readonly<Record<string, string | undefined>> | undefined;
  /** Else the merchant's own. */
  currency: string | undefined;
  /** Of the method and the customer; one that cannot check it is passed over. */
  processor_ids: readonly (string | undefined)[];
}

/** The approved payment that checked a card: the first one by it. */
export interface CheckedBy {
  initial_transaction_id: string;
  /** How the card's network calls it; '' where it gave no name. */
  network_transaction_id: string;
}

/** A payment of a wallet, as a request names it. */
export type WalletMethod = Pick<PaymentMethodInput, 'apple_pay_token' | 'google_pay_token'>;
/** Paths of its members in the request, for refusals; '' where they stand at the top. */
export interface WalletPlaces {
  apple: string;
  google: string;
}

/** What lives as long as the process. */
export interface Services extends ProcessState {
  config: Config;
  timing: Timing;
  database: Database;
  clock: Clock;
  ids: Ids;
  random: Random;
  egress: Egress;
  /** To addresses that users have given us; processors are reached by `egress`. */
  public_egress: PublicEgress;
  keys: KeyRing;
  mailer: Mailer;
  /** What serves a processor type here; null where each payment is refused with code 410 (Q15). */
  driverOf(type: ProcessorType, environment: Environment): Driver | null;
  /** Whether an account has this processor: rooms below payments keep its id, not its table. */
  hasProcessor(context: Context, account_id: string, id: string): Promise<boolean>;
  /** Checks a card by a payment of its own, or refuses. */
  checkMethod(context: Context, check: MethodCheck): Promise<CheckedBy>;
  /** Opens a wallet's card: rooms below payments do not know registrations. */
  openWallet(
    context: Context,
    method: WalletMethod,
    places?: WalletPlaces,
  ): Promise<OpenToken | null>;
  /** The switches of the caller's merchant; undefined for partners and administrators. */
  ownSwitches(context: Context): Promise<Readonly<Record<string, boolean | undefined>> | undefined>;
  /** What a new user of the account starts with: rooms below accounts do not read its settings. */
  userStart(context: Context, account_id: string): Promise<UserStart>;
  /** The brand of an account; null where nobody has one. Rooms below accounts do not read them. */
  accountBrand(
    query: Query | Tx,
    context: Context,
    account_id: string,
  ): Promise<AccountBrand | null>;
  log: Logger;
  /** Wakes the job runner: something has just become due. */
  nudge(): void;
  /** Base address of the rail lab, empty where there is none. */
  lab_url(): string;
  /** Whether scope() is left out, to prove that row-level security holds by itself. */
  without_scope?: boolean;
}

/** A request's or a job's view of the world. */
export interface Context extends Services {
  actor: Actor;
  /** The correlation id: on every answer, audit row and log line. */
  request_id: string;
  ip: string;
  user_agent: string;
  /** Host name the request was made to, without port; branding is addressed by it. */
  hostname: string;
  /** Web origin of the page that makes the call, or empty. */
  origin: string;
  /** Host and port that the call was made to: those of our own pages. */
  own_host: string;
  /** Header `Idempotency-Key`, an alias of the body's member (Q8); empty when absent. */
  idempotency_header: string;
  /** The browser's device cookie, or empty: whether this device has signed in before. */
  device: string;
  /** Header `x-bot-check`: what the browser has to show for itself, or empty. */
  bot_check: string;
  /** Whether a browser's page asks, by the marks that browsers put on its calls. */
  from_page: boolean;
  /** Header `x-fingerprint`: a hint at the visitor's browser, never an identity. */
  fingerprint: string;
  /** Headers that the answer carries beside the usual ones. */
  answer_headers: Record<string, string>;
  /** What of the request's time passed at processors, between the sending and the answer. */
  waited: { processor_ms: number };
  /** How long a transaction waits for a database that is away; without it, not at all. */
  database_retry_ms?: number;
  /** Frees the request's slot (load shedding) for the time of `work`. */
  withoutSlot?<T>(work: () => Promise<T>): Promise<T>;
}

/** For waiting inside a request: whoever waits needs neither core nor connection. */
export function withoutSlot<T>(context: Context, work: () => Promise<T>): Promise<T> {
  return context.withoutSlot ? context.withoutSlot(work) : work();
}

/** The context after commit 1: its writes do not give up while the database comes back. */
export function withDatabaseRetries(context: Context): Context {
  return { ...context, database_retry_ms: context.timing.database_retry_ms };
}

export const nobody: Actor = {
  kind: 'anonymous',
  account_type: '',
  account_id: '',
  account_name: '',
  user_id: '',
  username: '',
  role: 'standard',
  permissions: {},
  credential_id: '',
  limits: null,
  pending: '',
  acting_user_id: '',
  acting_user_name: '',
};

export const system_actor: Actor = { ...nobody, kind: 'system', account_type: 'system' };

/** Context of the product's own work: jobs, recovery, seed, signing in. */
export function systemContext(services: Services, request_id: string): Context {
  return {
    ...services,
    actor: system_actor,
    request_id,
    ip: '',
    user_agent: '',
    hostname: '',
    idempotency_header: '',
    device: '',
    bot_check: '',
    from_page: false,
    origin: '',
    own_host: '',
    fingerprint: '',
    answer_headers: {},
    waited: { processor_ms: 0 },
  };
}

/** The same request, done as the product itself: for what stands before or above any account. */
export function asSystem(context: Context): Context {
  return { ...context, actor: { ...context.actor, account_type: 'system', account_id: '' } };
}
