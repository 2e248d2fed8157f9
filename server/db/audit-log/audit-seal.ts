// Chains the audit log behind the commits that wrote it: a sequence and a hash for every row.
import { createHash, createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { timePrefix } from '../../ids.ts';
import { connect, inTransaction, type Tx, violatedConstraint } from '../database.ts';
import { forEachMerchant } from '../each.ts';

/** Rows one commit seals: their hashes hold the event loop for some milliseconds. */
const max_rows = 500;
/** How far back a quick look goes; no transaction lives that long, so nothing hides behind it. */
const quick_look_ms = 3_600_000;

interface Unsealed {
  id: string;
  digest: Buffer;
}

interface Link {
  sequence: number;
  audit_id: string;
  hash: Buffer;
}

/** The link of a row: what i18-audit-log-is-whole.sql computes again. */
function linkAfter(before: { sequence: number; hash: Buffer } | undefined, row: Unsealed): Link {
  const sequence = (before?.sequence ?? 0) + 1;
  const place = Buffer.alloc(8);
  place.writeBigInt64BE(BigInt(sequence));
  const hash = createHash('sha256')
    .update(before?.hash ?? Buffer.alloc(0))
    .update(place)
    .update(row.digest)
    .digest();
  return { sequence, audit_id: row.id, hash };
}

type Words = readonly (string | number)[];

function signedWith(key: Buffer, words: Words): string {
  const name = createHmac('sha256', key).update('name').digest('hex').slice(0, 8);
  return `${name}:${createHmac('sha256', key).update(words.join('|')).digest('hex')}`;
}

/**
 * Signs words with a key that the database does not hold: `key:mac`, the key named by its first
 * eight characters. Who can rewrite the whole chain can still not sign its end.
 */
export function sign(context: Context, ...words: Words): string {
  return signedWith(context.keys.derive('audit chain'), words);
}

/** The signatures of words by every key that signed since the key file was made. */
export function signaturesOf(context: Context, ...words: Words): string[] {
  return context.keys.derivations('audit chain').map((key) => signedWith(key, words));
}

function macOf(context: Context, merchant_id: string, link: Link): string {
  return sign(context, merchant_id, link.sequence, link.hash.toString('hex'));
}

// Jumps from owner to owner in the primary key: costs as many probes as there are owners.
const owners_with_news = (from_id: string) => sql<{ merchant_id: string }>`
  with recursive owner as (
    (select merchant_id from audit_log order by merchant_id limit 1)
    union all
    select (select l.merchant_id from audit_log l where l.merchant_id > o.merchant_id
      order by l.merchant_id limit 1)
    from owner o where o.merchant_id is not null
  )
  select o.merchant_id from owner o where o.merchant_id is not null and exists (
    select from audit_log l where l.merchant_id = o.merchant_id and l.id >= ${from_id}
      and not exists (select from audit_seal s
        where s.merchant_id = l.merchant_id and s.audit_id = l.id))`;

const owners_with_any = sql<{ merchant_id: string }>`
  select distinct l.merchant_id from audit_log l
  left join audit_seal s on s.merchant_id = l.merchant_id and s.audit_id = l.id
  where s.audit_id is null`;

async function unsealed(tx: Tx, merchant_id: string, from_id: string): Promise<Unsealed[]> {
  const { rows } = await sql<Unsealed>`
    select d.id, d.digest from audit_log_digest d
    where d.merchant_id = ${merchant_id} and d.id >= ${from_id} and not exists (
      select from audit_seal s where s.merchant_id = d.merchant_id and s.audit_id = d.id)
    order by d.id limit ${max_rows}`.execute(tx);
  return rows;
}

async function append(
  tx: Tx,
  context: Context,
  merchant_id: string,
  rows: readonly Unsealed[],
): Promise<void> {
  const head = await tx
    .selectFrom('audit_seal')
    .select(['sequence', 'hash'])
    .where('merchant_id', '=', merchant_id)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  const links: Link[] = [];
  for (const row of rows) links.push(linkAfter(links.at(-1) ?? head, row));
  const last = links.at(-1) as Link;
  await sql`insert into audit_seal (merchant_id, sequence, audit_id, hash, mac)
    select ${merchant_id}, n.sequence, n.audit_id, n.hash,
      case when n.sequence = ${last.sequence} then ${macOf(context, merchant_id, last)} else '' end
    from unnest(${links.map((link) => link.sequence)}::bigint[],
      ${links.map((link) => link.audit_id)}::text[],
      ${links.map((link) => link.hash)}::bytea[]) as n (sequence, audit_id, hash)`.execute(tx);
}

/** Seals one owner's rows from an id on; a second sealer at the same time gives way. */
async function sealOwner(context: Context, merchant_id: string, from_id: string): Promise<number> {
  let sealed = 0;
  for (let from = from_id; ; ) {
    let rows: Unsealed[];
    try {
      rows = await inTransaction(context, merchant_id, async (tx) => {
        const found = await unsealed(tx, merchant_id, from);
        if (found.length > 0) await append(tx, context, merchant_id, found);
        return found;
      });
    } catch (error) {
      if (violatedConstraint(error).startsWith('audit_seal')) return sealed;
      throw error;
    }
    sealed += rows.length;
    if (rows.length < max_rows) return sealed;
    from = (rows.at(-1) as Unsealed).id;
  }
}

/**
 * Seals every row that is visible and in no chain yet; gives their number. The order of a chain is
 * the order of sealing: a row that becomes visible late is sealed late, never lost. `quick` looks
 * at the last hour alone, for a caller that looks every minute. The caller is the system.
 */
export async function sealAuditLog(
  context: Context,
  look: 'quick' | 'whole' = 'whole',
): Promise<number> {
  const real_ms = context.clock.real().getTime();
  const from_id = look === 'quick' ? timePrefix(real_ms - quick_look_ms) : '';
  const owners = look === 'quick' ? owners_with_news(from_id) : owners_with_any;
  const { rows } = await owners.execute(connect(context));
  let sealed = 0;
  await forEachMerchant(context, 'audit_log_not_sealed', rows, async ({ merchant_id }) => {
    sealed += await sealOwner(context, merchant_id, from_id);
  });
  return sealed;
}

/** Seals every so often in real time, the first time looking at the whole log; gives its end. */
export function startSealing(makeContext: () => Context, every_ms = 60_000): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let busy: Promise<unknown> = Promise.resolve();
  let look: 'quick' | 'whole' = 'whole';
  const tick = () => {
    const context = makeContext();
    busy = sealAuditLog(context, look)
      .then(() => {
        look = 'quick';
      })
      .catch((error) => context.log.error({ err: error }, 'the audit log could not be sealed'))
      .finally(arm);
  };
  const arm = () => {
    timer = setTimeout(tick, every_ms);
    timer.unref();
  };
  arm();
  return async () => {
    clearTimeout(timer);
    await busy;
    clearTimeout(timer);
  };
}
