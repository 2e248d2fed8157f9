// Refuses changes to a merchant's identifiers at the processor while payments depend on them there.
import { isDeepStrictEqual } from 'node:util';
import { refuse } from '../../../contract/errors.ts';
import type {
  Credential,
  ProcessorType,
} from '../../../contract/payments/processor-types/record.ts';
import type { Tx } from '../../db/database.ts';
import { hasTransactions, under_way, unsettled } from './open-payments.ts';
import type { Path } from './record.ts';

type Members = Readonly<Record<string, unknown>>;

/** Settings that only describe; every other text identifies the merchant at the processor. */
const descriptive = [
  /^(model|serial_number|mcc|mvv|city_code|language_indicator|soft_descriptor_\d)$/,
  /^(acceptor_.*|merchant_(name|location|state|city|phone))$/,
];

const identifies = ({ name, kind }: Credential) =>
  (kind === 'text' || kind === 'url') && !descriptive.some((one) => one.test(name));

/** A capture or void without a response counts too, whatever the status of its payment. */
async function isUnderWay(tx: Tx, path: Path): Promise<boolean> {
  if (await hasTransactions(tx, path, under_way)) return true;
  const attempt = await tx
    .selectFrom('rail_attempt')
    .select('id')
    .where('merchant_id', '=', path.mid)
    .where('processor_id', '=', path.id)
    .where('state', 'in', ['sent', 'no_answer'])
    .limit(1)
    .executeTakeFirst();
  return attempt !== undefined;
}

async function isUnsettled(tx: Tx, path: Path): Promise<boolean> {
  if (await hasTransactions(tx, path, unsettled)) return true;
  const batch = await tx
    .selectFrom('settlement_batch')
    .select('id')
    .where('merchant_id', '=', path.mid)
    .where('processor_id', '=', path.id)
    .where('state', 'in', ['closing', 'unknown'])
    .limit(1)
    .executeTakeFirst();
  return batch !== undefined;
}

/** TPN and MID are said as they are written; other labels within a sentence are not. */
function refuseChange({ name, label }: Credential, message: string): never {
  const field_name = label === label.toUpperCase() ? label : label.toLowerCase();
  const whole = `${message} then change the ${field_name}.`;
  refuse('refused', whole, { invalid: [{ field: name, message: whole }] });
}

/**
 * Recovery and settlement ask the host with the settings of that moment, so the host must know
 * these payments under them. A new secret of the same business may be what an inquiry waits for, so
 * secrets change at any time. The row is locked by the caller: a payment is stored before or after.
 */
export async function refuseHostChange(
  tx: Tx,
  path: Path,
  type: ProcessorType,
  before: Members,
  after: Members,
): Promise<void> {
  const changed = type.credentials.find(
    (one) => identifies(one) && !isDeepStrictEqual(before[one.name] ?? '', after[one.name] ?? ''),
  );
  if (!changed) return;
  const what = type.key === 'dejavoo_spin' ? 'terminal' : 'processor';
  if (await isUnderWay(tx, path)) {
    const open = `This ${what} has payments whose outcome is not known yet.`;
    refuseChange(changed, `${open} Wait until they are finished,`);
  }
  if (await isUnsettled(tx, path)) {
    const open = `This ${what} has payments that are not settled.`;
    refuseChange(changed, `${open} Settle or void them first,`);
  }
}
