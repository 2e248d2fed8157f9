// Requests for exports that their owner may make.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inTransaction } from '../../db/database.ts';
import { exportPath } from '../../reports/export-job.ts';
import type { Case, Owner } from './cases.ts';

/** An export that is done, with its file. */
async function finished({ world, caller }: Owner): Promise<string> {
  const { ids, clock } = world.services;
  const [id, merchant_id] = [ids.next(), caller.user.account_type_id];
  const now = clock.now();
  const text = 'id\n';
  const row = {
    merchant_id,
    id,
    kind: 'transaction',
    asked: '{}',
    actor: '{}',
    state: 'done',
    content_type: 'text/csv',
    filename: 'a.csv',
    expected_row_count: 0,
    byte_count: text.length,
    created_at: now,
    expires_at: new Date(now.getTime() + 86_400_000),
  };
  await inTransaction(world.system, merchant_id, (tx) =>
    tx.insertInto('report_export').values(row).execute(),
  );
  const file = exportPath(world.system, id);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return id;
}

const done: Case = {
  owned: ['id'],
  make: async (owner) => ({ params: { id: await finished(owner) }, body: {} }),
};

export const export_cases: Readonly<Record<string, Case>> = {
  'GET /export/{id}': done,
  'GET /export/{id}/download': done,
};
