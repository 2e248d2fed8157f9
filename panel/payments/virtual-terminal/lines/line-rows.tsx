// The rows of a payment's line items, apart from the form: few payments have any.
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { formatMoney, symbolOf } from '../../../../contract/money.ts';
import { units_of_measure } from '../../../../contract/payments/units.ts';
import { icon_14, icon_16 } from '../../../kit/icon.ts';
import kit from '../../../kit/kit.module.css';
import { FormGrid } from '../../../kit/page/page-parts.tsx';
import { PlainButton } from '../../../kit/plain-button.tsx';
import basics from '../../../style/basics.module.css';
import { Field, type FieldName, SelectField } from '../fields/field.tsx';
import fieldsStyles from '../fields/fields.module.css';
import type { TerminalForm } from '../form.ts';
import type { LineItemsProps } from './line-items.tsx';
import styles from './lines.module.css';
import { type LineValues, max_lines, startingLine, totalledLines } from './lines.ts';

const known = units_of_measure.map(([code, word]) => ({ value: code, label: `${code}, ${word}` }));
const decimal = { inputMode: 'decimal' } as const;

/** A merchant's default may be a code of its own. */
function unitsWith(code: string) {
  const listed = code === '' || known.some(({ value }) => value === code);
  const own = listed ? [] : [{ value: code, label: code }];
  return [{ value: '', label: 'Select' }, ...own, ...known];
}

const nameAt = (index: number, field: keyof LineValues) =>
  `line_items.${index}.${field}` as FieldName;

/** Rates always show what they start from; they count while the line is taxable. */
function TaxFields({ index, taxable }: { index: number; taxable: boolean }) {
  const { register, setValue } = useFormContext<TerminalForm>();
  const on = nameAt(index, 'taxable');
  const rate = {
    span: 3,
    half: true,
    after: '%',
    input: decimal,
    // Whoever types a rate means it.
    arrange: ({ value }: HTMLInputElement) => {
      if (!taxable && value.trim() !== '') setValue(on, true, { shouldDirty: true });
    },
    ...(!taxable && { aside: 'not added' }),
  } as const;
  return (
    <>
      <label className={`${kit.choice} ${fieldsStyles.option} ${styles.taxable}`} data-span={3}>
        <input type="checkbox" {...register(on)} />
        <span>Taxable</span>
      </label>
      <Field name={nameAt(index, 'local_tax_rate')} label="Local tax" {...rate} />
      <Field name={nameAt(index, 'national_tax_rate')} label="National tax" {...rate} />
      <Field name={nameAt(index, 'alternate_tax_identifier')} label="Tax identifier" span={3} />
    </>
  );
}

interface LineProps {
  index: number;
  line: LineValues;
  total: string;
  currency: string;
  onRemove: () => void;
}

function Line({ index, line, total, currency, onRemove }: LineProps) {
  const at = (field: keyof LineValues) => nameAt(index, field);
  const money = {
    before: <span className={fieldsStyles.symbol}>{symbolOf(currency)}</span>,
    input: { ...decimal, placeholder: '0.00' },
  };
  const number = index + 1;
  return (
    <fieldset className={styles.line}>
      <legend className={basics.hiddenText}>Line {number}</legend>
      <FormGrid>
        <Field name={at('name')} label="Item" span={4} />
        <Field name={at('quantity')} label="Quantity" span={2} half input={decimal} />
        <SelectField
          name={at('unit_of_measure')}
          label="Unit"
          span={3}
          half
          options={unitsWith(line.unit_of_measure)}
        />
        <Field name={at('unit_price')} label="Unit price" span={3} {...money} />
        <Field name={at('description')} label="Line description" span={4} />
        <Field name={at('product_code')} label="Product code" span={2} half />
        <Field name={at('commodity_code')} label="Commodity code" span={3} half />
        <Field name={at('discount_amount')} label="Line discount" span={3} {...money} />
        <TaxFields index={index} taxable={line.taxable} />
      </FormGrid>
      <p className={styles.lineFoot}>
        <span>
          Line {number}: <b>{total}</b>
        </span>
        <button type="button" className={basics.iconButton} onClick={onRemove}>
          <IconTrash {...icon_16} />
          <span className={basics.hiddenText}>Remove line {number}</span>
        </button>
      </p>
    </fieldset>
  );
}

/** Every line with what it comes to, and the button for one more. */
export function LineRows({ merchant, currency }: LineItemsProps) {
  const { control, getValues, setFocus, clearErrors } = useFormContext<TerminalForm>();
  const { fields, append, remove } = useFieldArray({ control, name: 'line_items' });
  const lines = useWatch({ control, name: 'line_items' });
  const exempt = useWatch({ control, name: 'tax_exempt' });
  const { isSubmitted } = useFormState({ control });
  const totals = totalledLines(lines, currency, exempt);
  const add = () => {
    const index = getValues('line_items').length;
    append(startingLine(merchant), { shouldFocus: false });
    requestAnimationFrame(() => {
      // Nobody had the chance to fill it in yet.
      if (!isSubmitted) clearErrors(`line_items.${index}`);
      setFocus(`line_items.${index}.name`);
    });
  };
  return (
    <>
      {fields.map((field, index) => (
        <Line
          key={field.id}
          index={index}
          line={lines[index] ?? field}
          total={formatMoney(totals[index]?.amount ?? 0, currency)}
          currency={currency}
          onRemove={() => remove(index)}
        />
      ))}
      {fields.length < max_lines && (
        <PlainButton onClick={add}>
          <IconPlus {...icon_14} />
          Add a line
        </PlainButton>
      )}
    </>
  );
}
