// A file of customers in parts that the server takes at once, cut between rows.
import {
  type ImportRecord,
  import_columns,
  max_import_characters,
  max_import_rows,
} from '../../contract/vault/import.ts';

export interface ImportPart {
  csv: string;
  /** Number of its first row in the file; the header is row 1. */
  first_row: number;
}

/** The records of a CSV, each with its line end; a quoted cell may hold line ends of its own. */
function recordsOf(text: string): string[] {
  const records: string[] = [];
  let begin = 0;
  let is_quoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') is_quoted = !is_quoted;
    if (text[at] !== '\n' || is_quoted) continue;
    records.push(text.slice(begin, at + 1));
    begin = at + 1;
  }
  if (begin < text.length) records.push(text.slice(begin));
  return records.filter((record) => record.trim() !== '');
}

/** Parts with the header before each; a file of a header alone is one part, which is refused. */
export function importParts(text: string): ImportPart[] {
  const [header = '', ...rows] = recordsOf(text);
  const head = header.endsWith('\n') ? header : `${header}\n`;
  const parts: ImportPart[] = [];
  let csv = head;
  let first_row = 2;
  let count = 0;
  const cut = () => {
    parts.push({ csv, first_row });
    first_row += count;
    count = 0;
    csv = head;
  };
  for (const row of rows) {
    if (count === max_import_rows || csv.length + row.length > max_import_characters) cut();
    csv += row;
    count += 1;
  }
  if (count > 0 || parts.length === 0) cut();
  return parts;
}

/** What became of all parts together. */
export function joined(records: readonly ImportRecord[]): ImportRecord {
  const sum = (name: 'row_count' | 'created' | 'added' | 'unchanged') =>
    records.reduce((total, record) => total + record[name], 0);
  return {
    row_count: sum('row_count'),
    created: sum('created'),
    added: sum('added'),
    unchanged: sum('unchanged'),
    refused: records.flatMap(({ refused }) => refused),
  };
}

/** The template: every column, and one customer as an example. */
export function importTemplate(): string {
  const example: Partial<Record<(typeof import_columns)[number], string>> = {
    id: 'customer-1',
    description: 'Regular customer',
    card_number: '4111111111111111',
    expiration_date: '12/30',
    first_name: 'Ann',
    last_name: 'Miller',
    line_1: '1 Main St',
    city: 'Denver',
    state: 'CO',
    postal_code: '80202',
    country: 'US',
    email: 'ann@example.com',
  };
  const row = import_columns.map((name) => example[name] ?? '');
  return `${import_columns.join(',')}\n${row.join(',')}\n`;
}
