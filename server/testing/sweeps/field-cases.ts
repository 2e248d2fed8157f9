// Requests about custom fields and their groups that their owner may make.
import { custom_fields } from '../../../contract/accounts/custom-fields.ts';
import { groups } from '../../../contract/accounts/groups.ts';
import { type Case, plainCases } from './case-parts.ts';

let made_count = 0;
const newName = () => {
  made_count += 1;
  return `swept ${made_count}`;
};
const newGroup = () => ({ name: newName() });
const newField = () => ({ name: newName(), type: 'text', group_name: 'swept' });

export const field_cases: Readonly<Record<string, Case>> = {
  ...plainCases(groups, newGroup),
  ...plainCases(custom_fields, newField, () => ({ position: 1 })),
};
