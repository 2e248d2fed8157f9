// What the lab knows: items, answers and batches in memory, moved by journal events alone.

export type Rail = 'card' | 'ach';
export type ItemState =
  | 'declined'
  | 'verified'
  | 'authorized'
  | 'pending'
  | 'settled'
  | 'voided'
  | 'returned'
  | 'late_returned';
export type ItemOperation = 'sale' | 'authorize' | 'credit' | 'verify' | 'refund';

/** What the network hears of a card that the merchant keeps. */
export interface StoredCredential {
  initiated_by: 'customer' | 'merchant';
  use: 'first' | 'later';
  reason: 'recurring' | 'unscheduled';
  network_transaction_id: string;
}

/** One movement of money at the host; amounts in minor units. */
export interface Item {
  id: string;
  account: string;
  rail: Rail;
  reference: string;
  operation: ItemOperation;
  state: ItemState;
  currency: string;
  approved: number;
  captured: number;
  /** The part of it that is a tip, where a terminal took it. */
  tip?: number;
  settled: number;
  refunded: number;
  /** Id of the sale a refund gives back, else ''. */
  parent: string;
  last_four: string;
  fingerprint: string;
  /** What later calls on this item must do, see triggers.ts; '' = nothing. */
  trigger: string;
  /** What was stated of a card that the merchant keeps. */
  stored_credential?: StoredCredential;
  /** Inquiries before this instant are answered "come back later". */
  available_at: number;
  at: number;
  settled_at: number;
  batch: number;
}

export type Answer = Record<string, unknown>;
export interface Answered {
  operation: string;
  answer: Answer;
  item: string;
  /** Before this instant it is still on its way in: inquiries find nothing. */
  arrives_at: number;
}

export type LabEvent =
  | {
      kind: 'answered';
      account: string;
      reference: string;
      operation: string;
      answer: Answer;
      item: string;
      create?: Item;
      changes?: { id: string; set: Partial<Item> }[];
      /** Prepaid value of a card taken (or given back, negative). */
      spent?: { fingerprint: string; by: number };
      /** A reversal came before what it reverses: this reference may not be performed. */
      bar?: string;
      arrives_at?: number;
    }
  | { kind: 'clock'; offset_ms: number }
  /** Everything is forgotten but which ids were given: a host gives none twice. */
  | { kind: 'reset'; sequence: number }
  | { kind: 'loaded'; item: Item; answer: Answer };

export interface Account {
  batch_number: number;
  /** Ids that the next close settles. */
  open: Set<string>;
  /** Settled ids that come back on a later day. */
  coming_back: Set<string>;
  batches: Map<number, string[]>;
  spent: Map<string, number>;
  barred: Set<string>;
}

export interface World {
  sequence: number;
  items: Map<string, Item>;
  answers: Map<string, Answered>;
  accounts: Map<string, Account>;
}

export const emptyWorld = (): World => ({
  sequence: 0,
  items: new Map(),
  answers: new Map(),
  accounts: new Map(),
});

/** Trigger of an ACH debit that is returned the day after it settled. */
export const late_return = 'late_return';

export const answerKey = (account: string, reference: string): string => `${account}\n${reference}`;

export function accountOf(world: World, name: string): Account {
  let account = world.accounts.get(name);
  if (!account) {
    account = {
      batch_number: 0,
      open: new Set(),
      coming_back: new Set(),
      batches: new Map(),
      spent: new Map(),
      barred: new Set(),
    };
    world.accounts.set(name, account);
  }
  return account;
}

/** Keeps the indexes of an account in step with an item's new state. */
function index(world: World, item: Item): void {
  const account = accountOf(world, item.account);
  if (item.state === 'pending') account.open.add(item.id);
  else account.open.delete(item.id);
  if (item.state === 'settled' && item.trigger === late_return) account.coming_back.add(item.id);
  else account.coming_back.delete(item.id);
}

function put(world: World, item: Item): void {
  world.items.set(item.id, item);
  index(world, item);
  if (item.batch > 0) addToBatch(accountOf(world, item.account), item);
}

function addToBatch(account: Account, item: Item): void {
  account.batch_number = Math.max(account.batch_number, item.batch);
  const members = account.batches.get(item.batch);
  if (members) members.push(item.id);
  else account.batches.set(item.batch, [item.id]);
}

/** The only function that changes the world; live requests and the replay both go through it. */
export function apply(world: World, event: LabEvent): void {
  if (event.kind === 'clock') return;
  if (event.kind === 'reset') {
    Object.assign(world, emptyWorld(), { sequence: event.sequence });
    return;
  }
  world.sequence += 1;
  if (event.kind === 'loaded') {
    const { item, answer } = event;
    put(world, item);
    const key = answerKey(item.account, item.reference);
    world.answers.set(key, { operation: item.operation, answer, item: item.id, arrives_at: 0 });
    return;
  }
  const { account: name, reference, operation, answer } = event;
  const account = accountOf(world, name);
  const { item: about, arrives_at = 0 } = event;
  world.answers.set(answerKey(name, reference), { operation, answer, item: about, arrives_at });
  if (event.create) put(world, event.create);
  for (const { id, set } of event.changes ?? []) {
    const item = world.items.get(id);
    if (!item) continue;
    const batched = set.batch !== undefined && set.batch !== item.batch;
    Object.assign(item, set);
    index(world, item);
    if (batched) addToBatch(account, item);
  }
  if (event.spent) {
    const { fingerprint, by } = event.spent;
    account.spent.set(fingerprint, (account.spent.get(fingerprint) ?? 0) + by);
  }
  if (event.bar !== undefined) account.barred.add(event.bar);
}
