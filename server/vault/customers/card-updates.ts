// Saved cards for the account updater: which are looked up, and what its answers change.
import { sql } from 'kysely';
import { Refusal } from '../../../contract/errors.ts';
import type { card_update_results } from '../../../contract/vault/card-updates.ts';
import type { method_flags } from '../../../contract/vault/saved-methods.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { connect, type Tx } from '../../db/database.ts';
import { tryEach } from '../../db/each.ts';
import { digestOfCard } from '../digest.ts';
import { protectCard, type SensitiveCard } from '../sensitive-card.ts';
import { changeCustomer } from './change.ts';
import { expiryDay, type NumberKeys } from './methods/method-columns.ts';
import { openNumber, sealNumber } from './methods/sealed-numbers.ts';
import { expirationOf, type MethodRow, toCard } from './records.ts';

const day_ms = 86_400_000;
/** A card is looked up again after so long (rails 13.2). */
const checked_days = 25;
/** Networks that have an account updater. */
const brands = ['visa', 'mastercard', 'discover'];

const stale = (now: Date) => new Date(now.getTime() - checked_days * day_ms);

/** Merchants with cards that were not looked up lately. */
export async function merchantsWithStaleCards(context: Context): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`select distinct merchant_id
    from saved_method where type = 'card' and card_type = any(${brands}::text[])
      and (checked_at is null or checked_at < ${stale(context.clock.now())})`.execute(
    connect(context),
  );
  return rows.map(({ merchant_id }) => merchant_id);
}

/** A card to look up, with its row as it was read. */
export interface SubmittedCard {
  readonly row: MethodRow;
  readonly sensitive: SensitiveCard;
}

/**
 * The next cards of a merchant to look up, after the method with id `after`; `last` is the id that
 * the next ones come after, empty behind the last. A card that cannot be opened is left out.
 */
export async function staleCards(
  context: Context,
  merchant_id: string,
  { after, limit }: { after: string; limit: number },
): Promise<{ cards: SubmittedCard[]; last: string }> {
  const { rows } = await sql<MethodRow>`select * from saved_method
    where merchant_id = ${merchant_id} and type = 'card' and card_type = any(${brands}::text[])
      and (checked_at is null or checked_at < ${stale(context.clock.now())}) and id > ${after}
    order by id limit ${limit}`.execute(connect(context));
  const cards: SubmittedCard[] = [];
  await tryEach(context, {
    parts: rows,
    alert: 'card_not_opened',
    sentence: 'a saved card could not be opened',
    about: ({ id }) => ({ merchant_id, payment_method_id: id }),
    async work(row) {
      const number = await openNumber(context, row);
      const sensitive = protectCard({ number, expiration_date: expirationOf(row) });
      cards.push({ row, sensitive });
    },
  });
  return { cards, last: rows.at(-1)?.id ?? '' };
}

/** Records that these cards are unchanged, unless they have changed since they were submitted. */
export async function markChecked(
  context: Context,
  merchant_id: string,
  cards: readonly SubmittedCard[],
): Promise<void> {
  await sql`update saved_method set checked_at = ${context.clock.now()}
    from unnest(${cards.map(({ row }) => row.id)}::text[],
      ${cards.map(({ row }) => row.digest)}::text[]) as seen (id, digest)
    where saved_method.merchant_id = ${merchant_id} and saved_method.id = seen.id
      and saved_method.digest = seen.digest`.execute(connect(context, merchant_id));
}

type Result = (typeof card_update_results)[number];
type Flag = (typeof method_flags)[number];

/** The source of an update: a submission, or the response to a payment (rails 13.2). */
export type UpdateSource =
  | { run_id: string; transaction_id: '' }
  | { run_id: null; transaction_id: string };

export interface CardChange {
  source: UpdateSource;
  result: Result;
  /** Of a new number. */
  sensitive: SensitiveCard | null;
  /** MM/YY of a new number or month. */
  expiration_date: string;
}

/** Flags set by the updater; it removes them once it finds the card valid. */
const updater_flags: readonly string[] = ['closed_contact', 'contact'];

/** Whether the result "valid" changes this card: it has a flag from an earlier result. */
export function isFlagged({ flags }: MethodRow): boolean {
  return flags.some((flag) => updater_flags.includes(flag));
}

/** The flags of a card once the updater, or whoever changed it, has said so of it. */
export function flagsAfter({ flags }: Pick<MethodRow, 'flags'>, result: Result): string[] {
  const others = flags.filter((flag) => !updater_flags.includes(flag));
  const added: Partial<Record<Result, Flag[]>> = {
    closed: ['closed_contact'],
    contact: ['closed_contact', 'contact'],
  };
  return [...others, ...(added[result] ?? [])];
}

/** The first use is kept: for the network, a replacement card continues the same agreement. */
function numberAfter(keys: NumberKeys, before: MethodRow, sensitive: SensitiveCard | null) {
  if (sensitive === null) return {};
  const { number } = sensitive.open();
  return {
    sealed_number: sealNumber(keys.seal, before.merchant_id, before.id, number),
    digest: digestOfCard(keys.digest, number),
    masked: sensitive.masked,
    last_four: sensitive.last_four,
    card_type: sensitive.brand,
  };
}

/** The change, its audit entry and its event are stored in one commit. */
async function note(tx: Tx, context: Context, source: UpdateSource, change: Noted): Promise<void> {
  const { before, after, result } = change;
  const { merchant_id, id: payment_method_id, customer_id } = after;
  const { run_id, transaction_id } = source;
  const now = context.clock.now();
  await sql`insert into card_update (merchant_id, id, run_id, transaction_id, customer_id,
      payment_method_id, result, card_type, masked_before, masked_after, expired_on, expires_on,
      created_at)
    values (${merchant_id}, ${context.ids.next()}, ${run_id}, ${transaction_id}, ${customer_id},
      ${payment_method_id}, ${result}, ${after.card_type}, ${before.masked}, ${after.masked},
      ${before.expires_on}, ${after.expires_on}, ${now})`.execute(tx);
  const about = { noun: 'saved_method', id: payment_method_id, merchant_id };
  const states = { before: toCard(before), after: toCard(after) };
  await audit(tx, context, { verb: 'update', ...about, ...states });
  // Numbered in the row of the card: the outbox forgets the earlier events.
  await sql`with counted as (
      update saved_method set event_count = event_count + 1
      where merchant_id = ${merchant_id} and id = ${payment_method_id} returning event_count)
    insert into outbox
      (merchant_id, id, kind, resource_id, sequence, payload, request_id, created_at,
        next_attempt_at)
    select ${merchant_id}, ${context.ids.next()},
      'transaction_automatic_account_updater_vault_update', ${payment_method_id}, event_count,
      ${JSON.stringify({ result })}::jsonb, ${context.request_id}, ${now}::timestamptz,
      ${now}::timestamptz
    from counted`.execute(tx);
}

interface Noted {
  before: MethodRow;
  after: MethodRow;
  result: Result;
}

/** The values of a card when its number was sent to the processor. */
export type SentCard = Pick<MethodRow, 'id' | 'customer_id' | 'digest' | 'expires_on'>;

const isSame = (before: SentCard | undefined, sent: SentCard): before is SentCard =>
  before?.digest === sent.digest && String(before.expires_on) === String(sent.expires_on);

/** The new values of the card's row; null if it has them already. */
function rowAfter(keys: NumberKeys, before: MethodRow, change: CardChange) {
  const { result, sensitive, expiration_date } = change;
  const after = {
    ...numberAfter(keys, before, sensitive),
    ...(expiration_date !== '' && { expires_on: expiryDay(expiration_date) }),
  };
  const flags = JSON.stringify(flagsAfter(before, result));
  const is_known = isSame({ ...before, ...after }, before);
  return is_known && flags === JSON.stringify(before.flags) ? null : { ...after, flags };
}

/**
 * Writes one answer under the lock of its customer. False where the card is no longer what was
 * sent, since whoever changed or removed it meanwhile knows better, and where nothing is new.
 */
export async function applyCardChange(
  context: Context,
  keys: NumberKeys,
  sent: SentCard,
  change: CardChange,
): Promise<boolean> {
  let applied = false;
  const done = changeCustomer(context, sent.customer_id, async (tx, whole) => {
    const before = whole.methods.find(({ id }) => id === sent.id);
    if (!before || !isSame(before, sent)) return null;
    const now = context.clock.now();
    const changed = rowAfter(keys, before, change);
    const after = await tx
      .updateTable('saved_method')
      .set({ checked_at: now, ...(changed && { ...changed, updated_at: now }) })
      .where('merchant_id', '=', before.merchant_id)
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (!changed) return null;
    await note(tx, context, change.source, { before, after, result: change.result });
    applied = true;
    return null;
  });
  await done.catch((error: unknown) => {
    if (!(error instanceof Refusal && error.kind === 'not_found')) throw error;
  });
  return applied;
}
