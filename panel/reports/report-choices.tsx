// The choices of a report: file or page, format, time zone, line items, manifest.
import type { CustomOutput } from '../../contract/reports/custom-outputs.ts';
import { CheckField, SelectField, TimezoneField } from '../kit/form/fields.tsx';
import { useField, useValue } from '../kit/form/form-context.ts';
import kit from '../kit/kit.module.css';
import type { Output } from './large-report.ts';
import styles from './reports.module.css';

export interface Choices {
  output: Output;
  /** A custom output's id, or '' for the standard columns. */
  format_id: string;
  /** IANA name, or '' for the account's own. */
  time_zone: string;
  with_lines: boolean;
  with_manifest: boolean;
}

export const first_choices: Choices = {
  output: 'csv',
  ...{ format_id: '', time_zone: '', with_lines: false, with_manifest: false },
};

/** The body of a report: the search with what was chosen. */
export function reportInput(search: Record<string, unknown>, choices: Choices) {
  const { output, format_id, time_zone, with_lines } = choices;
  return {
    ...search,
    output,
    ...(format_id !== '' && { format_id }),
    ...(time_zone !== '' && { time_zone }),
    ...(with_lines && { include_line_items: true }),
  };
}

const outputs: readonly { value: Output; label: string; note: string }[] = [
  { value: 'csv', label: 'CSV file', note: 'for a spreadsheet' },
  { value: 'printable', label: 'Page to print', note: 'opens in a new tab' },
];

/** A file or a page. */
function OutputChoice() {
  const { value: chosen, put } = useField('output');
  return (
    <fieldset className={styles.downloadChoices} aria-label="Output">
      {outputs.map(({ value, label, note }) => (
        <label key={value} className={kit.choice}>
          <input
            type="radio"
            name="output"
            value={value}
            checked={value === chosen}
            onChange={() => put(value)}
          />
          <span>
            {label}
            <small>{note}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

export function ReportChoices({ formats }: { formats: readonly CustomOutput[] }) {
  const is_file = useValue('output') === 'csv';
  const format_id = useValue('format_id');
  return (
    <>
      <OutputChoice />
      <SelectField
        name="format_id"
        label="Format"
        none={is_file ? 'Standard: all columns' : 'Standard'}
        choices={formats.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TimezoneField name="time_zone" />
      {(is_file || format_id !== '') && <CheckField name="with_lines" label="Line items" />}
      <CheckField
        name="with_manifest"
        label="Also save its signed manifest"
        note="It proves that the file was not changed."
      />
    </>
  );
}
