// Groups of custom fields: plain, but for a name that is taken and a group that is in use.
import type { GroupRecord, groups } from '../../../contract/accounts/groups.ts';
import { refuseOnConstraint } from '../../db/constraint-errors.ts';
import { store } from '../../db/store.ts';
import type { Handlers } from '../../http/serve.ts';

type Row = Omit<GroupRecord, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date };

const plain = store<Row>('field_group', 'group', ['name']);

const sentences = {
  field_group_merchant_id_name_key: 'bad request error: invalid Name: it is taken',
  custom_field_group: 'bad request error: the group has custom fields',
};

function toGroup({ created_at, updated_at, ...row }: Row): GroupRecord {
  return {
    ...row,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

export const groupHandlers: Handlers<typeof groups> = {
  async search(context, _params, page) {
    const { rows, total_count } = await plain.search(context, page);
    return { rows: rows.map(toGroup), total_count };
  },
  get: async (context, { id }) => toGroup(await plain.get(context, id)),
  async create(context, _params, input) {
    const made = plain.create(context, context.actor.account_id, input);
    return toGroup(await refuseOnConstraint(made, sentences));
  },
  async update(context, { id }, input) {
    return toGroup(await refuseOnConstraint(plain.update(context, id, input), sentences));
  },
  remove: (context, { id }) => refuseOnConstraint(plain.remove(context, id), sentences),
};
