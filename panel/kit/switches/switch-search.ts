// Which switches of a long table are shown for what is looked for, and how many of a group are on.

export interface SwitchRow {
  /** The key that programs use: shown on hover and focus, and found by the search. */
  name: string;
  /** The thing, in the words of people. */
  label: string;
  /** One line of help. */
  help: string;
  on: boolean;
  /** Why it cannot be switched, and who can; '' where it can. */
  locked: string;
  /** Differs from what is saved. */
  changed?: boolean;
}

export interface SwitchGroup<Row extends SwitchRow = SwitchRow> {
  title: string;
  rows: readonly Row[];
}

/** The groups with the rows that match; every word has to be found. A title finds its group. */
export function foundSwitches<Row extends SwitchRow>(
  groups: readonly SwitchGroup<Row>[],
  find: string,
): SwitchGroup<Row>[] {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  return groups
    .map(({ title, rows }) => ({
      title,
      rows: fits(title)
        ? rows
        : rows.filter(({ name, label, help }) => fits(`${title} ${label} ${help} ${name}`)),
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** `3 of 8 on`. */
export function countOn(rows: readonly SwitchRow[]): string {
  return `${rows.filter(({ on }) => on).length} of ${rows.length} on`;
}
