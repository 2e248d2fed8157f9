// Which processor types a partner may set up: its choice, within what those above leave it.
import { signedIn } from '../../../contract/access/access.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { invalid } from '../../../contract/errors.ts';
import {
  processor_types,
  processorType,
  takesPayments,
} from '../../../contract/payments/processor-types/catalogue.ts';
import type { ProcessorType } from '../../../contract/payments/processor-types/record.ts';
import type { processors } from '../../../contract/payments/processors.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { connect, inTransaction, type Tx } from '../../db/database.ts';
import { checkAccess } from '../../http/access.ts';

type Chosen = readonly string[] | null;

/** Choices of a partner and of those above it, its own first; null where none was made. */
async function choicesOf(reader: Tx | ReturnType<typeof connect>, partner_id: string) {
  const rows = await reader
    .selectFrom('account_closure')
    .innerJoin('partner', 'partner.id', 'account_closure.account_id')
    .select(['partner.id', 'partner.available_processors'])
    .where('account_closure.descendant_id', '=', partner_id)
    .orderBy('account_closure.depth')
    .execute();
  const of = (mine: boolean) =>
    rows
      .filter(({ id }) => (id === partner_id) === mine)
      .map(({ available_processors }): Chosen => available_processors);
  return { own: of(true)[0] ?? null, above: of(false) };
}

const isOffered = (key: string) => (chosen: Chosen) => chosen === null || chosen.includes(key);

/** Types that the caller may set up: all of them for administrators. */
export async function typesFor(context: Context): Promise<readonly ProcessorType[]> {
  const { account_type, account_id } = context.actor;
  if (account_type !== 'partner') return processor_types;
  const { own, above } = await choicesOf(connect(context), account_id);
  return processor_types.filter(({ key }) => [own, ...above].every(isOffered(key)));
}

const may_choose = signedIn(['partner'], {
  role: 'admin',
  scope: 'manage_processors',
  says: 'Choosing the processors to offer requires',
});

/** `GET /partner/available-processors`. */
export async function available(context: Context) {
  const { own, above } = await choicesOf(connect(context), context.actor.account_id);
  const rows = processor_types
    .filter(({ key }) => above.every(isOffered(key)))
    .map((type) => ({
      key: type.key,
      label: type.label,
      description: type.description,
      takes_payments: takesPayments(type, context.config.environment),
      rails: [...type.rails],
      available: isOffered(type.key)(own),
    }));
  return { rows, total_count: rows.length };
}

type Input = InputOf<typeof processors.chooseAvailable>;

/** The choice as it is stored: known types that the partners above allow, each once. */
async function checked(tx: Tx, partner_id: string, types: readonly string[]): Promise<string[]> {
  const { above } = await choicesOf(tx, partner_id);
  const keys = [...new Set(types)];
  const open = (key: string) => processorType(key) !== null && above.every(isOffered(key));
  return keys.every(open) ? keys : invalid('Processors');
}

/** `POST /partner/available-processors`: stores a choice, if there is one, and answers the list. */
export async function chooseAvailable(context: Context, _params: unknown, input: Input) {
  const { account_id } = context.actor;
  if (input.processors) checkAccess(context.actor, may_choose);
  await inTransaction(context, account_id, async (tx) => {
    const chosen = input.processors && (await checked(tx, account_id, input.processors));
    const { own: before } = await choicesOf(tx, account_id);
    if (chosen) {
      await tx
        .updateTable('partner')
        .set({ available_processors: JSON.stringify(chosen) })
        .where('id', '=', account_id)
        .execute();
    }
    await audit(tx, context, {
      verb: 'available_processors',
      noun: 'partner',
      id: account_id,
      merchant_id: account_id,
      before: { processors: before },
      after: { processors: chosen ?? before },
    });
  });
  return await available(context);
}
