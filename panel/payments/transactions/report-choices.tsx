// What a report is asked to be: file or page, which format, whose time, with its lines, its proof.
import type { CustomOutput } from '../../../contract/reports/custom-outputs.ts';
import { CheckField, SelectField } from '../../kit/fields.tsx';
import { timezones } from '../../kit/timezones.ts';
import type { Output } from './large-report.ts';

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

interface ReportChoicesProps {
  choices: Choices;
  formats: readonly CustomOutput[];
  onChange: (change: Partial<Choices>) => void;
}

export function ReportChoices({ choices, formats, onChange }: ReportChoicesProps) {
  const { output, format_id, time_zone, with_lines, with_manifest } = choices;
  return (
    <>
      <fieldset className="download-choices" aria-label="Output">
        {outputs.map(({ value, label, note }) => (
          <label key={value}>
            <input
              type="radio"
              name="output"
              value={value}
              checked={value === output}
              onChange={() => onChange({ output: value })}
            />
            <span>
              {label}
              <small>{note}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <SelectField
        name="format_id"
        label="Format"
        value={format_id}
        none={output === 'csv' ? 'Standard: all columns' : 'Standard'}
        choices={formats.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => onChange({ format_id: id })}
      />
      <SelectField
        name="time_zone"
        label="Time zone"
        value={time_zone}
        none="Of the account"
        choices={timezones(time_zone)}
        onChange={(zone) => onChange({ time_zone: zone })}
      />
      {(output === 'csv' || format_id !== '') && (
        <CheckField
          name="with_lines"
          label="Line items"
          checked={with_lines}
          onChange={(on) => onChange({ with_lines: on })}
        />
      )}
      <CheckField
        name="with_manifest"
        label="Save its sealed manifest too"
        note="Proves later that nothing in the file was changed."
        checked={with_manifest}
        onChange={(on) => onChange({ with_manifest: on })}
      />
    </>
  );
}
