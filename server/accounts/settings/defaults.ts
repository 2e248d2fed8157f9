// Default values of a partner or merchant, one group at a time (spec 1 §7).
import {
  type DefaultGroup,
  defaultGroup,
} from '../../../contract/accounts/documents/default-values.ts';
import { invalid, notFound } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { connect, inTransaction, type Query, type Tx } from '../../db/database.ts';
import { merchantRow, partnerRow } from '../rows.ts';
import { effectiveDefaults, type OwnDefaults, writeDefaults } from './documents.ts';
import { defaultsAbove } from './levels.ts';
import { differing, mark, settingKey } from './setting-provenance.ts';

type Noun = 'partner' | 'merchant';
interface Path {
  id: string;
  group: string;
}

function groupNamed(name: string): DefaultGroup {
  return defaultGroup(name) ?? notFound();
}

/** What the account has set, and the documents of those above it, the topmost first. */
async function levelsOf(query: Query | Tx, context: Context, noun: Noun, id: string, lock = false) {
  if (noun === 'merchant') {
    const { default_values, above } = await merchantRow(query, context, id, lock);
    return { own: default_values as unknown, above };
  }
  const { default_values } = await partnerRow(query, context, id, lock);
  const found = await query
    .selectFrom('account')
    .select(defaultsAbove('account.id').as('above'))
    .where('id', '=', id)
    .executeTakeFirst();
  return { own: default_values as unknown, above: found?.above ?? [] };
}

/** One group as it is in force for the account; 404 for an unknown group. */
export async function getDefaults(context: Context, noun: Noun, path: Path) {
  const group = groupNamed(path.group);
  const { own, above } = await levelsOf(connect(context), context, noun, path.id);
  return { ...effectiveDefaults([...above, own])[group] };
}

/** A processor that is named as a default must be the merchant's; a partner has none. */
async function checkProcessor(
  context: Context,
  noun: Noun,
  id: string,
  group: DefaultGroup,
  input: Record<string, unknown>,
): Promise<void> {
  const named = group === 'user' ? input.processor_id : '';
  if (typeof named !== 'string' || named === '') return;
  const has = noun === 'merchant' && (await context.hasProcessor(context, id, named));
  if (!has) invalid('Processor ID');
}

async function store(tx: Tx, noun: Noun, id: string, own: OwnDefaults): Promise<void> {
  const default_values = JSON.stringify(own);
  await (noun === 'merchant'
    ? tx.updateTable('merchant').set({ default_values }).where('merchant_id', '=', id).execute()
    : tx.updateTable('partner').set({ default_values }).where('id', '=', id).execute());
}

/** Changes the account's own values of a group; gives the group as it is then in force. */
export async function updateDefaults(
  context: Context,
  noun: Noun,
  path: Path,
  input: Record<string, unknown>,
) {
  const { id } = path;
  const group = groupNamed(path.group);
  await checkProcessor(context, noun, id, group, input);
  return await inTransaction(context, id, async (tx) => {
    const levels = await levelsOf(tx, context, noun, id, true);
    const written = writeDefaults(levels.own, group, input);
    return { ...(await put(tx, context, { noun, id, group, ...levels, written })) };
  });
}

/** A value of a merchant's own that names a record which is gone; any other one stays. */
export async function clearDefault(
  tx: Tx,
  context: Context,
  id: string,
  { group, name, value }: { group: DefaultGroup; name: string; value: string },
): Promise<void> {
  const levels = await levelsOf(tx, context, 'merchant', id, true);
  const own = (levels.own ?? {}) as OwnDefaults;
  const { [name]: named, ...others } = own[group] ?? {};
  if (named !== value) return;
  const written = { ...own, [group]: others };
  await put(tx, context, { noun: 'merchant', id, group, ...levels, written });
}

interface Put {
  noun: Noun;
  id: string;
  group: DefaultGroup;
  own: unknown;
  above: readonly unknown[];
  written: OwnDefaults;
}

/** Stores what the account sets itself from now on; gives the group as it is then in force. */
async function put(tx: Tx, context: Context, { noun, id, group, own, above, written }: Put) {
  const before = effectiveDefaults([...above, own])[group];
  const after = effectiveDefaults([...above, written])[group];
  await store(tx, noun, id, written);
  const stood = ((own ?? {}) as OwnDefaults)[group] ?? {};
  const changed = differing(stood, written[group] ?? {});
  await mark(
    tx,
    context,
    id,
    changed.map((name) => settingKey('default', group, name)),
  );
  await tx
    .updateTable('account')
    .set({ updated_at: context.clock.now() })
    .where('id', '=', id)
    .execute();
  await audit(tx, context, {
    verb: 'update',
    noun,
    id,
    merchant_id: id,
    before: { default_values: { [group]: before } },
    after: { default_values: { [group]: after } },
  });
  return after;
}
