// Partners: reading one (spec 1 §3).
import type { Selectable } from 'kysely';
import type { AccountStatus } from '../../contract/access.ts';
import { contact } from '../../contract/accounts/contacts.ts';
import type { PartnerRecord, partners } from '../../contract/accounts/partners.ts';
import { notFound } from '../../contract/errors.ts';
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';
import { scope } from '../db/scope.ts';
import type { Account, Partner } from '../db/tables.generated.ts';
import type { Handlers } from '../http/serve.ts';
import { parentStructure } from '../identity/accounts-tree.ts';

/** A partner within reach of the caller, itself included; 404 for any other id. */
export async function getPartner(context: Context, id: string): Promise<PartnerRecord> {
  const query = connect(context);
  const [row, parents] = await Promise.all([
    query
      .selectFrom('partner as p')
      .innerJoin('account as a', 'a.id', 'p.id')
      .selectAll('p')
      .selectAll('a')
      .where('p.id', '=', id)
      .where(scope(context, 'p.id'))
      .executeTakeFirst(),
    parentStructure(query, id),
  ]);
  return row ? toPartner(row, parents) : notFound();
}

function toPartner(
  row: Selectable<Partner> & Selectable<Account>,
  parent_structure: Record<string, string>,
): PartnerRecord {
  return {
    id: row.id,
    parent_id: row.parent_id ?? '',
    name: row.name,
    description: row.description,
    website: row.website,
    phone: row.phone,
    phone_ext: row.phone_ext,
    email: row.email,
    timezone: row.timezone,
    status: row.status as AccountStatus,
    fee_schedule_id: row.fee_schedule_id,
    primary_contact: contact.parse(row.primary_contact),
    billing_contact: contact.parse(row.billing_contact),
    parent_structure,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const partnerHandlers: Handlers<typeof partners> = {
  getOwn: (context) => getPartner(context, context.actor.account_id),
};
