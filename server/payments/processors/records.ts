// The calls of processor records: written by partners and admins, read by the merchant too (Q1).
import { takesPayments } from '../../../contract/payments/processor-types/catalogue.ts';
import type { processors } from '../../../contract/payments/processors.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { inTransaction } from '../../db/database.ts';
import type { Handlers } from '../../http/serve.ts';
import { testCredentials } from '../transactions/outcomes/perform.ts';
import { available, chooseAvailable, typesFor } from './available.ts';
import { create, update } from './change-record.ts';
import { type Path, rowOf, search, toRecord, typeOf } from './record.ts';
import { remove, setStatus } from './record-status.ts';
import { openSettings } from './secrets.ts';

async function test(context: Context, path: Path) {
  const row = await rowOf(context, path);
  const type = typeOf(row);
  const settings = await openSettings(context, row);
  const account = { processor_id: row.id, type: row.type, settings };
  const result = await testCredentials(context, { row, type, account, currencies: [] });
  await inTransaction(context, path.mid, (tx) =>
    audit(tx, context, {
      verb: 'test',
      noun: 'processor',
      id: path.id,
      merchant_id: path.mid,
      after: { ok: result.ok },
    }),
  );
  return result;
}

async function types(context: Context) {
  const all = await typesFor(context);
  const rows = all.map((type) => ({
    key: type.key,
    label: type.label,
    description: type.description,
    availability: type.availability,
    takes_payments: takesPayments(type, context.config.environment),
    rails: [...type.rails],
    currencies: [...type.currencies],
    operations: [...type.capabilities.ops],
    settlement: type.settlement.model,
    default_settle_at: type.settlement.default_settle_at,
    credentials: type.credentials.map((field) => ({ ...field })),
  }));
  return { rows: rows as never[], total_count: rows.length };
}

export const processorHandlers: Handlers<typeof processors> = {
  types,
  available,
  chooseAvailable,
  search,
  create,
  get: async (context, path) => await toRecord(context, await rowOf(context, path)),
  update,
  remove,
  getStatus: setStatus,
  setStatus,
  test,
};
