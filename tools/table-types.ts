// Prints the TypeScript types of the migrated database's tables and views, for tables.generated.ts.
import type pg from 'pg';

interface Column {
  table_name: string;
  column_name: string;
  data_type: string;
  is_nullable: 'YES' | 'NO';
  column_default: string | null;
}

const plain: Record<string, string> = {
  text: 'string',
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  numeric: 'string',
  boolean: 'boolean',
  date: 'string',
  bytea: 'Buffer',
  'timestamp with time zone': 'Timestamp',
};

function typeOf(column: Column): string {
  const { table_name, column_name, data_type } = column;
  const type = data_type === 'jsonb' ? `Json<'${table_name}.${column_name}'>` : plain[data_type];
  if (!type) throw new Error(`No type for ${table_name}.${column_name}`);
  const nullable = column.is_nullable === 'YES' ? `${type} | null` : type;
  return column.column_default === null ? nullable : `Generated<${nullable}>`;
}

function pascal(name: string): string {
  return name.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
}

/** The whole file as text. */
export async function tableTypes(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Column>(
    `select table_name, column_name, data_type, is_nullable, column_default
     from information_schema.columns where table_schema = 'public'
     order by table_name, ordinal_position`,
  );
  const tables = groupByTable(rows);
  const parts = [...tables].map(([table, columns]) => {
    const members = columns.map((column) => `  ${column.column_name}: ${typeOf(column)};\n`);
    return `export interface ${pascal(table)} {\n${members.join('')}}\n`;
  });
  const index = [...tables.keys()].map((table) => `  ${table}: ${pascal(table)};\n`);
  return [
    '// Generated from the migrated database by `npm run generate`; do not edit.\n',
    "import type { ColumnType } from 'kysely';\n\n",
    '/** A column that may be left out of an insert. */\n',
    'export type Generated<T> =\n',
    '  T extends ColumnType<infer S, infer I, infer U>\n',
    '    ? ColumnType<S, I | undefined, U>\n',
    '    : ColumnType<T, T | undefined, T>;\n',
    '/** The document of each jsonb column, declared by the room that writes it. */\n',
    '// biome-ignore lint/suspicious/noEmptyInterface: rooms add their members to it\n',
    'export interface JsonDocuments {}\n',
    'type DocumentOf<C extends string> =',
    ' C extends keyof JsonDocuments ? JsonDocuments[C] : unknown;\n',
    '/** Documents are written as JSON text and read as values. */\n',
    'export type Json<C extends string> =\n',
    '  ColumnType<DocumentOf<C>, string | null, string | null>;\n',
    'export type Timestamp = ColumnType<Date, Date | string, Date | string>;\n\n',
    parts.join('\n'),
    `\nexport interface DB {\n${index.join('')}}\n`,
  ].join('');
}

function groupByTable(rows: Column[]): Map<string, Column[]> {
  const groups = new Map<string, Column[]>();
  for (const row of rows) groups.set(row.table_name, [...(groups.get(row.table_name) ?? []), row]);
  return groups;
}
