// Groups of custom fields: plain, but for a name that is taken and a group that is in use.
import type { Selectable } from 'kysely';
import { groups } from '../../../contract/accounts/groups.ts';
import { notUnique } from '../../../contract/faults.ts';
import { store } from '../../db/store.ts';
import type { FieldGroup } from '../../db/tables.generated.ts';
import { handlersOf } from '../../http/plain.ts';

const plain = store<Selectable<FieldGroup>>({
  table: 'field_group',
  noun: 'group',
  fields: ['name'],
  sentences: {
    field_group_merchant_id_name_key: notUnique('name'),
    custom_field_group: 'bad request error: the group has custom fields',
  },
});

export const groupHandlers = handlersOf(groups, plain);
