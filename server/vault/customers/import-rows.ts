// A CSV of customers as rows: read strictly, since a shifted column would save a wrong number.
import { parse } from 'csv-parse/sync';
import { refuse } from '../../../contract/errors.ts';
import { maskCardNumbers } from '../../../contract/payments/cards/mask-card-numbers.ts';
import {
  type ImportColumn,
  type ImportInput,
  import_columns,
  max_import_rows,
} from '../../../contract/vault/import.ts';

export interface ImportRow {
  /** As spreadsheets count: the header is row 1. */
  row: number;
  values: Partial<Record<ImportColumn, string>>;
  /** The row has another number of cells than the header. */
  is_uneven: boolean;
}

function refuseFile(text: string): never {
  const data = { invalid: [{ field: 'csv', message: text }] };
  refuse('invalid', `bad request error: invalid CSV: ${text}`, data);
}

/** The sentence repeats nothing of the file, which may contain card numbers. */
function cellsOf(csv: string): string[][] {
  const [head = ''] = csv.split(/\r?\n/, 1);
  const delimiter = [';', '\t'].find((one) => head.split(one).length > head.split(',').length);
  try {
    return parse(csv, {
      bom: true,
      delimiter: delimiter ?? ',',
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    });
  } catch (error) {
    const line = Number((error as { lines?: unknown }).lines);
    const where = Number.isInteger(line) ? ` near line ${line}` : '';
    return refuseFile(`The file cannot be read${where}. Check its quotation marks.`);
  }
}

const isColumn = (name: string): name is ImportColumn =>
  import_columns.some((column) => column === name);

function headerOf(cells: readonly string[]): ImportColumn[] {
  const names = cells.map((cell) => cell.toLowerCase().replace(/[\s-]+/g, '_'));
  const unknown = names.findIndex((name) => !isColumn(name));
  if (unknown >= 0) {
    // A file without a header begins with data, which the refusal must not repeat.
    const known = /^[a-z_]{1,40}$/.test(names[unknown] ?? '') ? ` “${names[unknown]}”` : '';
    refuseFile(`The name of column ${unknown + 1}${known} is not in the template.`);
  }
  if (!names.includes('id')) refuseFile('The column “id” is missing.');
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) refuseFile(`The column “${twice}” appears more than once.`);
  return names as ImportColumn[];
}

/** The columns whose numbers are sealed; card numbers in any other are masked (PCI DSS 3.5.1). */
const number_columns: readonly ImportColumn[] = ['card_number', 'account_number'];
const phone_columns: readonly ImportColumn[] = ['phone', 'fax'];
/** A telephone number of 13 digits may look like a card's. */
const max_phone_digits = 13;

function masked(name: ImportColumn, text: string): string {
  if (number_columns.includes(name)) return text;
  const is_phone = phone_columns.includes(name);
  if (is_phone && text.replace(/\D/g, '').length <= max_phone_digits) return text;
  return maskCardNumbers(text);
}

/** The rows below the header; 400 if the whole file is not valid. */
export function importRows({ csv, first_row = 2 }: ImportInput): ImportRow[] {
  const [head, ...rows] = cellsOf(csv);
  if (!head) refuseFile('The file is empty.');
  const names = headerOf(head);
  if (rows.length === 0) refuseFile('The file has a header and no rows.');
  if (rows.length > max_import_rows) {
    refuseFile(`At most ${max_import_rows} rows can be sent in one request.`);
  }
  return rows.map((cells, at) => {
    const filled = names.map((name, place) => [name, masked(name, cells[place] ?? '')] as const);
    return {
      row: first_row + at,
      values: Object.fromEntries(filled.filter(([, value]) => value !== '')),
      is_uneven: cells.length !== names.length,
    };
  });
}

/** `12/30` out of what spreadsheets and other processors write: 12/2030, 2030-12, 1/30, 130. */
export function expirationIn(text: string): string {
  const [, month, year] =
    /^(\d{1,2})\/(?:20)?(\d\d)$/.exec(text) ?? /^(\d{1,2})(\d\d)$/.exec(text) ?? [];
  if (month && year) return `${month.padStart(2, '0')}/${year}`;
  const [, long, after] = /^20(\d\d)-(\d\d)(?:-\d\d)?$/.exec(text) ?? [];
  return long && after ? `${after}/${long}` : text;
}
