// The head of a plain table: one row of columns by their labels.
export interface HeadColumn {
  label: string;
  key?: string;
  numeric?: boolean | undefined;
  /** Left out where the table is narrow. */
  wide?: boolean;
}

export function TableHead({ columns }: { columns: readonly HeadColumn[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ label, key = label, numeric, wide }) => (
          <th
            key={key}
            scope="col"
            data-numeric={numeric || undefined}
            data-wide={wide || undefined}
          >
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}
