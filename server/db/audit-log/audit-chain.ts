// Verifies the chain over the audit log: every link against its row, every end against its mac.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { readAudits, runAudit } from '../audit.ts';
import { connect } from '../database.ts';
import { signaturesOf } from './audit-seal.ts';

export interface ChainFault {
  merchant_id: string;
  fault: string;
  [more: string]: unknown;
}

export interface ChainReport {
  sealed_count: number;
  chain_count: number;
  /** Rows that wait for the sealer. */
  unsealed_count: number;
  /** One hash over the ends of all chains: kept elsewhere, it proves that no end was cut off. */
  head: string;
  /** What is wrong, at most a hundred faults of each kind; empty is well. */
  faults: ChainFault[];
  duration_ms: number;
}

interface Head {
  merchant_id: string;
  sequence: number;
  hash: Buffer;
  mac: string;
  link_count: number;
}

async function headsOf(context: Context): Promise<Head[]> {
  const { rows } = await sql<Head>`
    select h.merchant_id, h.link_count, s.sequence, s.hash, s.mac
    from (select merchant_id, count(*) as link_count, max(sequence) as sequence
      from audit_seal group by merchant_id) h
    join audit_seal s on s.merchant_id = h.merchant_id and s.sequence = h.sequence
    order by h.merchant_id`.execute(connect(context));
  return rows;
}

/** `key:mac`: a MAC made with another key can be neither confirmed nor refuted. */
function macFault(mac: string, expected: readonly string[]): string | null {
  if (expected.includes(mac)) return null;
  if (mac === '') return 'is not signed: what followed was cut off';
  const named = (text: string) => text.split(':')[0];
  return expected.some((one) => named(one) === named(mac))
    ? 'has a wrong signature'
    : 'is signed by another key';
}

function headFaults(context: Context, heads: readonly Head[]): ChainFault[] {
  return heads.flatMap(({ merchant_id, sequence, hash, mac }) => {
    const fault = macFault(mac, signaturesOf(context, merchant_id, sequence, hash.toString('hex')));
    return fault ? [{ merchant_id, sequence, fault: `the end of the chain ${fault}` }] : [];
  });
}

interface Counted {
  id: string;
  sealed_through: Date;
  sealed_count: number;
  mac: string;
}

/** What the last run of the audits wrote down: how many links stood by then, and its signature. */
export function countText({ id, sealed_through, sealed_count }: Omit<Counted, 'mac'>) {
  return ['run', id, sealed_through.toISOString(), sealed_count] as const;
}

/** How many links had been sealed by a moment. */
export async function sealedBy(context: Context, moment: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from audit_seal
    where sealed_at < ${moment}`.execute(connect(context));
  return rows[0]?.count ?? 0;
}

async function countFaults(context: Context): Promise<ChainFault[]> {
  const last = await connect(context)
    .selectFrom('audit_run')
    .select(['id', 'sealed_through', 'sealed_count', 'mac'])
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return [];
  const fault = macFault(last.mac, signaturesOf(context, ...countText(last)));
  if (fault) return [{ merchant_id: '', run_id: last.id, fault: `the last count ${fault}` }];
  const count = await sealedBy(context, last.sealed_through);
  if (count === last.sealed_count) return [];
  const gone = `${last.sealed_count} links stood at the last count, of them are left ${count}`;
  return [{ merchant_id: '', run_id: last.id, fault: gone }];
}

async function unsealedCount(context: Context): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from audit_log) - (select count(*) from audit_seal) as count`.execute(
    connect(context),
  );
  return Math.max(0, rows[0]?.count ?? 0);
}

/** Holds the whole chain against the log; the caller is the system. A million rows take seconds. */
export async function verifyChain(context: Context): Promise<ChainReport> {
  const started_ms = context.clock.monotonicMs();
  const links = readAudits().find((audit) => audit.name === 'i18-audit-log-is-whole');
  if (!links) throw new Error('The audit of the chain is missing.');
  const { rows } = await runAudit(context.database, links);
  const heads = await headsOf(context);
  const whole = createHash('sha256');
  for (const { merchant_id, sequence, hash } of heads) {
    whole.update(`${merchant_id}|${sequence}|${hash.toString('hex')}\n`);
  }
  return {
    sealed_count: heads.reduce((sum, head) => sum + head.link_count, 0),
    chain_count: heads.length,
    unsealed_count: await unsealedCount(context),
    head: whole.digest('hex'),
    faults: [
      ...(rows as ChainFault[]),
      ...headFaults(context, heads),
      ...(await countFaults(context)),
    ],
    duration_ms: Math.round(context.clock.monotonicMs() - started_ms),
  };
}
