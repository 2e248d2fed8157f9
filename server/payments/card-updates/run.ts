// One submission of a merchant's saved cards to the account updater of its card processor.
import { sql } from 'kysely';
import { latestDue } from '../../../contract/vault/update-schedule.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { tryEach } from '../../db/each.ts';
import {
  applyCardChange,
  type CardChange,
  isFlagged,
  markChecked,
  type SubmittedCard,
  staleCards,
} from '../../vault/customers/card-updates.ts';
import { type NumberKeys, numberKeys } from '../../vault/customers/methods/method-columns.ts';
import { localDay } from '../days.ts';
import { type MerchantConfig, merchantConfig, type ProcessorConfig } from '../merchant-config.ts';
import type { CardUpdate, CardUpdates, CardUpdatesCodec } from '../processors/card-updates.ts';
import { send } from '../transport.ts';

/** Most cards in one request (rails 13.2). */
const max_cards = 2_000;

interface Updater {
  processor: ProcessorConfig;
  codec: CardUpdatesCodec;
}

/** The merchant's card processor that has an account updater, its default one first. */
export function updaterOf(context: Context, { processors }: MerchantConfig): Updater | null {
  const usable = processors.filter(
    ({ row, type }) => row.status === 'active' && type.rails.includes('card'),
  );
  const by_default = [...usable].sort(
    (a, b) => Number(b.row.default_card) - Number(a.row.default_card),
  );
  for (const processor of by_default) {
    const driver = context.driverOf(processor.type, context.config.environment);
    const codec = driver?.kind === 'wire' ? driver.codec.card_updates : undefined;
    if (codec) return { processor, codec };
  }
  return null;
}

/** The run of the latest scheduled day, begun where nobody has; null where it has ended. */
async function beginRun(context: Context, config: MerchantConfig, processor_id: string) {
  const { submission_frequency, day_of_the_month } = config.documents.default_values.vault;
  const now = context.clock.now();
  const today = localDay(now, config.timezone);
  const due_on = latestDue(submission_frequency, day_of_the_month, today);
  const query = connect(context, config.id);
  await sql`insert into card_update_run (merchant_id, id, due_on, processor_id, created_at)
    select ${config.id}, ${context.ids.next()}, ${due_on}::date, ${processor_id}, ${now}
    where not exists (select 1 from card_update_run
      where merchant_id = ${config.id} and due_on > ${due_on}::date)
    on conflict (merchant_id, due_on) do nothing`.execute(query);
  const { rows } = await sql<{ id: string }>`select id from card_update_run
    where merchant_id = ${config.id} and due_on = ${due_on}::date
      and finished_at is null`.execute(query);
  return rows[0] ?? null;
}

interface Counts {
  cards: number;
  updated: number;
  flagged: number;
}

const is_change = ({ result }: CardUpdate, { row }: SubmittedCard) =>
  result === 'valid' ? isFlagged(row) : result !== 'no_match' && result !== 'not_participating';

function countsOf(applied: readonly CardUpdate[], cards: number): Counts {
  const many = (...results: string[]) =>
    applied.filter(({ result }) => results.includes(result)).length;
  return {
    cards,
    updated: many('new_number', 'new_expiration'),
    flagged: many('closed', 'contact'),
  };
}

/** Writes one page of answers; a card without a readable answer is submitted again next time. */
async function applyAll(
  context: Context,
  keys: NumberKeys,
  run_id: string,
  { cards, updates }: { cards: readonly SubmittedCard[]; updates: readonly CardUpdate[] },
): Promise<Counts> {
  const { account_id: merchant_id } = context.actor;
  const answers = new Map(updates.map((update) => [update.id, update]));
  const answered = cards.flatMap((card) => {
    const update = answers.get(card.row.id);
    return update ? [{ card, update }] : [];
  });
  const changed = answered.filter(({ card, update }) => is_change(update, card));
  const others = answered.filter(({ card, update }) => !is_change(update, card));
  await markChecked(
    context,
    merchant_id,
    others.map(({ card }) => card),
  );
  const applied: CardUpdate[] = [];
  await tryEach(context, {
    parts: changed,
    alert: 'card_not_updated',
    sentence: 'what the account updater answered of a saved card was not stored',
    about: ({ card }) => ({ merchant_id, payment_method_id: card.row.id }),
    async work({ card, update }) {
      const source = { run_id, transaction_id: '' } as const;
      const change = { ...update, source } as CardChange;
      try {
        if (await applyCardChange(context, keys, card.row, change)) applied.push(update);
      } finally {
        update.sensitive?.wipe();
      }
    },
  });
  return countsOf(applied, cards.length);
}

async function noteRun(context: Context, run_id: string, counts: Counts | string): Promise<void> {
  const { account_id: merchant_id } = context.actor;
  const query = connect(context, merchant_id);
  if (typeof counts === 'string') {
    await sql`update card_update_run set error = ${counts.slice(0, 500)}
      where merchant_id = ${merchant_id} and id = ${run_id}`.execute(query);
    return;
  }
  await sql`update card_update_run set card_count = card_count + ${counts.cards},
      updated_count = updated_count + ${counts.updated},
      flagged_count = flagged_count + ${counts.flagged}
    where merchant_id = ${merchant_id} and id = ${run_id}`.execute(query);
}

async function endRun(context: Context, run_id: string): Promise<void> {
  const { account_id: merchant_id } = context.actor;
  await sql`update card_update_run set error = '', finished_at = ${context.clock.now()}
    where merchant_id = ${merchant_id} and id = ${run_id}`.execute(connect(context, merchant_id));
}

async function submit(
  context: Context,
  { processor, codec }: Updater,
  cards: readonly SubmittedCard[],
): Promise<CardUpdates> {
  const command = {
    operation: 'update_cards',
    reference: context.ids.next(),
    account: processor.account,
    cards: cards.map(({ row, sensitive }) => ({ id: row.id, sensitive })),
  } as const;
  const request = codec.encode(command);
  for (const { sensitive } of cards) sensitive.wipe();
  return codec.decode(command, await send(context, processor.type, request));
}

/**
 * Submits a merchant's cards for the latest scheduled day, once. Asking twice changes nothing at
 * the processor, so a submission without an answer is made again by the next job.
 */
export async function updateCardsOf(system: Context, merchant_id: string): Promise<void> {
  const config = await merchantConfig(system, merchant_id);
  const { permissions } = config.documents;
  if (!permissions.allow_automatic_account_updater) return;
  const updater = updaterOf(system, config);
  if (!updater) return;
  const run = await beginRun(system, config, updater.processor.row.id);
  if (!run) return;
  // Whose cards they are; everything below is theirs alone.
  const context = { ...system, actor: { ...system.actor, account_id: merchant_id } };
  const keys = await numberKeys(context);
  for (let after = ''; ; ) {
    const { cards, last } = await staleCards(context, merchant_id, { after, limit: max_cards });
    if (last === '') break;
    after = last;
    if (cards.length === 0) continue;
    const answer = await submit(context, updater, cards);
    if (answer.result !== 'read') return await noteRun(context, run.id, answer.reason);
    const { updates } = answer;
    await noteRun(context, run.id, await applyAll(context, keys, run.id, { cards, updates }));
  }
  await endRun(context, run.id);
}
