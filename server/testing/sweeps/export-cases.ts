// Requests for exports and saved searches that their owner may make.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Manifest } from '../../../contract/reports/manifest.ts';
import { inTransaction } from '../../db/database.ts';
import { exportPath } from '../../reports/export-job.ts';
import type { Case, Owner } from './case-parts.ts';

function manifestOf(export_id: string, account_id: string, text: string): Manifest {
  return {
    version: 1,
    ...{ export_id, account_id, kind: 'transactions', search: {}, columns: ['id'], sums: [] },
    ...{ filename: 'a.csv', content_type: 'text/csv', time_zone: 'UTC', rows: 0 },
    ...{ as_of: '2030-01-01T00:00:00.000Z', bytes: text.length },
    sha256: createHash('sha256').update(text).digest('hex'),
    seal: '0'.repeat(64),
  };
}

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
    request: '{}',
    actor: '{}',
    state: 'done',
    content_type: 'text/csv',
    filename: 'a.csv',
    expected_row_count: 0,
    byte_count: text.length,
    manifest: JSON.stringify(manifestOf(id, merchant_id, text)),
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

const search_body = () => ({ name: 'Swept', section: 'transaction', data: {} });

/** A search that the caller saved. */
async function savedSearch({ world, caller }: Owner): Promise<string> {
  const answer = await world.call('POST', '/search/saved', {
    credential: caller.private_key,
    body: search_body(),
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data.id;
}

const output_body = () => ({ name: 'Swept output', type: 'transaction', field_list: ['id'] });
let outputs = 0;

/** A custom output that the caller made. */
async function customOutput({ world, caller }: Owner): Promise<string> {
  outputs += 1;
  const body = { ...output_body(), name: `Swept output ${outputs}` };
  const answer = await world.call('POST', '/custom-output', {
    credential: caller.private_key,
    body,
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data.id;
}

const made_output: Case = {
  owned: ['id'],
  make: async (owner) => ({ params: { id: await customOutput(owner) }, body: {} }),
};

const of_section = { section: 'transaction' };

export const export_cases: Readonly<Record<string, Case>> = {
  'GET /export/{id}': done,
  'GET /export/{id}/download': done,
  'GET /export/{id}/manifest': done,
  'POST /export/verify': {
    owned: [],
    make: async () => ({ params: {}, body: { content: 'id\n' } }),
  },
  'GET /custom-output/{id}': made_output,
  'POST /custom-output/{id}': made_output,
  'DELETE /custom-output/{id}': made_output,
  'POST /custom-output': { owned: [], make: async () => ({ params: {}, body: output_body() }) },
  'GET /search/saved/{section}': {
    owned: [],
    make: async () => ({ params: of_section, body: {} }),
  },
  'POST /search/saved': { owned: [], make: async () => ({ params: {}, body: search_body() }) },
  'POST /search/saved/{section}': {
    owned: [],
    make: async () => ({ params: of_section, body: search_body() }),
  },
  'DELETE /search/saved/{id}': {
    owned: ['id'],
    make: async (owner) => ({ params: { id: await savedSearch(owner) }, body: {} }),
  },
};
