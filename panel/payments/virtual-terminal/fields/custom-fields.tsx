// The merchant's custom fields on the virtual terminal, one group at a time.
import { useEffect } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { fieldsOf } from '../../../../contract/accounts/custom-field-rules.ts';
import type { CustomFieldRecord } from '../../../../contract/accounts/custom-fields.ts';
import { default_group } from '../../../../contract/accounts/groups.ts';
import { CustomFieldInputs } from '../../../accounts/custom-field-values/custom-field-inputs.tsx';
import kit from '../../../kit/kit.module.css';
import { Fold } from '../../../kit/parts/fold.tsx';
import type { TerminalForm } from '../form.ts';
import { SelectField } from './field.tsx';
import styles from './fields.module.css';

/** What a merchant without fields never sees. */
export function CustomFields({ fields }: { fields: readonly CustomFieldRecord[] }) {
  const { control, setValue, clearErrors } = useFormContext<TerminalForm>();
  const group = useWatch({ control, name: 'group_name' });
  const values = useWatch({ control, name: 'custom_fields' });
  const { errors } = useFormState({ control });
  // Errors of another group's fields no longer apply.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the group changes
  useEffect(() => clearErrors('custom_fields'), [group, clearErrors]);
  if (fields.length === 0) return null;
  const groups = [...new Set([default_group, ...fields.map(({ group_name }) => group_name)])];
  const own_fields = fieldsOf(fields, group);
  const problems = Object.fromEntries(
    own_fields.map(({ id }) => [id, errors.custom_fields?.[id]?.message]),
  );
  const change = (id: string, next: string[]) =>
    setValue(`custom_fields.${id}`, next, { shouldDirty: true, shouldValidate: true });
  return (
    <Fold
      title="Custom fields"
      peek={own_fields.map(({ name }) => name).join(', ')}
      open_at_start
      forced={errors.custom_fields !== undefined}
    >
      {groups.length > 1 && (
        <div className={`${kit.formGrid} ${styles.group}`}>
          <SelectField
            name="group_name"
            label="Group"
            span={6}
            options={groups.map((value) => ({
              value,
              label: value === default_group ? 'Default' : value,
            }))}
          />
        </div>
      )}
      <CustomFieldInputs
        fields={own_fields}
        values={values}
        problems={problems}
        onChange={change}
      />
    </Fold>
  );
}
