// The merchant's custom fields as a list, filtered where it stands (spec 1 §2, §5, §9).

import {
  custom_field_types,
  isChosen,
  validation_types,
} from '../../../contract/accounts/custom-field-rules.ts';
import { type CustomFieldRecord, custom_fields } from '../../../contract/accounts/custom-fields.ts';
import { choice, date, type SearchField, text } from '../../../contract/search/search.ts';
import { sectionOf } from '../../kit/filter/saved-searches.ts';
import { Moment } from '../../kit/format/moment.tsx';
import { momentColumn } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import type { Column, RowAction, RowView } from '../../kit/list/list-types.ts';
import { useAllFields, useCustomFields } from '../custom-field-values/use-custom-fields.ts';
import { type_labels, validation_labels } from './labels.ts';
import { useLocalList } from './local-list.ts';
import { custom_fields_path } from './paths.ts';
import { useFieldRemoval } from './use-field-removal.ts';

/** A text is sought in any case and in part, by = as well (spec 2 §5). */
const held = (label: string): SearchField => ({ ...text(label), operators: ['=', '!='] });

const fields = {
  name: held('Name'),
  group_name: held('Group'),
  type: { ...choice('Type', custom_field_types), choice_labels: type_labels },
  required: choice('Required', ['yes', 'no']),
  validation_type: { ...choice('Validation', validation_types), choice_labels: validation_labels },
  created_at: date('Created Date'),
};

function textOf(field: CustomFieldRecord, name: string): string {
  if (name === 'required') return field.required ? 'yes' : 'no';
  return String(field[name as keyof CustomFieldRecord] ?? '');
}

/** What it takes: the names of its choices, or the form of what is typed. */
function acceptedValues(field: CustomFieldRecord): string {
  if (!isChosen(field.type)) return validation_labels[field.validation_type];
  return field.values?.map(({ name }) => name).join(', ') ?? '';
}

const columns: readonly Column<CustomFieldRecord>[] = [
  { key: 'name', label: 'Name', name: true, sortable: true, cell: ({ name }) => name },
  { key: 'group_name', label: 'Group', sortable: true, cell: ({ group_name }) => group_name },
  { key: 'type', label: 'Type', sortable: true, cell: ({ type }) => type_labels[type] },
  { key: 'required', label: 'Required', cell: ({ required }) => (required ? 'Yes' : 'No') },
  { key: 'accepts', label: 'Accepts', cell: (field) => acceptedValues(field) },
  momentColumn('created_at', 'Created', { sortable: true }),
];

function viewOf(remove: (field: CustomFieldRecord) => RowAction): RowView<CustomFieldRecord> {
  return {
    key: ({ id }) => id,
    name: ({ name }) => name,
    to: ({ id }) => `${custom_fields_path}/update/${id}`,
    actions: (field) => [[remove(field)]],
    phone: (field) => ({
      title: field.name,
      amount: field.required ? 'Required' : '',
      note: `${type_labels[field.type]} · ${field.group_name}`,
      time: <Moment at={field.created_at} />,
    }),
  };
}

export function CustomFieldList() {
  const { isError, dataUpdatedAt, refetch } = useAllFields('merchant');
  const rows = useCustomFields();
  const removal = useFieldRemoval();
  const search = useLocalList({
    section: sectionOf(custom_fields.search.path),
    rows,
    failed: isError,
    read_at: dataUpdatedAt,
    refresh: () => void refetch(),
    fields,
    global_field: 'name',
    textOf,
  });
  return (
    <>
      <ListScreen
        title="Custom Fields"
        noun="custom field"
        search={search}
        columns={columns}
        view={viewOf(removal.action)}
        nothing={{
          title: 'No custom fields yet',
          text: 'Custom fields collect extra information with each payment.',
          create: `${custom_fields_path}/create`,
        }}
      />
      {removal.dialog}
    </>
  );
}
