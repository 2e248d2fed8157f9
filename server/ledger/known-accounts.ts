// Which ledger accounts are known to stand, so that postings need not open them again and again.
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';

export interface KnownLedgerAccounts {
  /** Accounts that were seen committed. */
  readonly ids: Set<string>;
  /** When the accounts of an owner were last read. */
  readonly last_read_ms: Map<string, number>;
}

export function makeKnownLedgerAccounts(): KnownLedgerAccounts {
  return { ids: new Set(), last_read_ms: new Map() };
}

const read_every_ms = 1_000;
const max_ids = 200_000;

/**
 * Whether all these accounts were seen committed. Accounts are never deleted, so what was once seen
 * stands. Where one is unknown the owner's accounts are read beside the transaction, on
 * another connection, which sees committed ones only; until then the posting opens them itself.
 */
export function allCommitted(context: Context, owner_id: string, ids: readonly string[]): boolean {
  const known = context.known_ledger_accounts;
  if (ids.every((id) => known.ids.has(id))) return true;
  const now_ms = context.clock.monotonicMs();
  const last_read_ms = known.last_read_ms.get(owner_id);
  if (last_read_ms === undefined || now_ms - last_read_ms > read_every_ms) {
    known.last_read_ms.set(owner_id, now_ms);
    readAccounts(context, owner_id).catch((error) =>
      context.log.debug({ err: error }, 'ledger accounts were not read'),
    );
  }
  return false;
}

async function readAccounts(context: Context, owner_id: string): Promise<void> {
  const known = context.known_ledger_accounts;
  const { rows } = await sql<{ id: string }>`
    select id from ledger_account where owner_id = ${owner_id}`.execute(connect(context));
  if (known.ids.size > max_ids) known.ids.clear();
  for (const { id } of rows) known.ids.add(id);
}
