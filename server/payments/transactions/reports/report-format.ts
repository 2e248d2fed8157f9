// The format a report names: a custom output of the caller's account (Q19).
import { invalid, notFound } from '../../../../contract/errors.ts';
import { isFieldList } from '../../../../contract/reports/output-fields.ts';
import type { Context } from '../../../context.ts';
import { connect } from '../../../db/database.ts';

/**
 * Its fields in their order. 404 where the caller sees no such output, 400 where it is none of
 * exports.
 */
export async function fieldsOfFormat(context: Context, id: string): Promise<readonly string[]> {
  const { account_id, user_id } = context.actor;
  const found = await connect(context)
    .selectFrom('custom_output')
    .select(['type', 'field_list'])
    .where('merchant_id', '=', account_id)
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('user_id', '=', user_id), eb('shared', '=', true)]))
    .executeTakeFirst();
  if (!found) notFound();
  const fields = found.field_list as string[];
  if (found.type !== 'transaction' || !isFieldList('transaction', fields)) invalid('Format ID');
  return fields;
}
