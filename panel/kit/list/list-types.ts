// What a screen passes to the list about its rows.
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Fact } from '../parts/facts.tsx';

export interface Column<Row> {
  /** Name of the column, and of the field it is sorted by. */
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned figures. */
  numeric?: boolean;
  sortable?: boolean;
  /** The cell that names the row; it carries the link that opens it. */
  name?: boolean;
}

export interface RowAction {
  label: string;
  icon: Icon;
  run: () => void;
  /** Beside the word: `$130.56`. */
  amount?: string;
  destructive?: boolean;
  /** Why it is not possible; it then stays, disabled, with this sentence. */
  reason?: string | null;
}

/** What may be done to many rows, one by one. */
export interface BulkAction<Row> {
  /** Verb first: `Capture`. */
  label: string;
  icon: Icon;
  destructive?: boolean;
  /** Why this row cannot take it; null where it can. */
  against: (row: Row) => string | null;
  /** What it will do to this row, before it is done: `$130.56 is taken.` */
  effect: (row: Row) => string;
  /** What it will do to all of them: `$277.71 is taken from 2 payers.` */
  summary: (rows: readonly Row[]) => string;
  /** Does it to one row; gives what came of it in words, throws what the server refused. */
  run: (row: Row) => Promise<string>;
  /** Called once after the last row that was done. */
  after: () => void;
}

/** A row on a phone: two lines, and below them its facts by their labels. */
export interface PhoneRow {
  title: ReactNode;
  amount?: ReactNode;
  badge?: ReactNode;
  note?: ReactNode;
  time?: ReactNode;
  facts?: readonly Fact[];
}

export interface RowView<Row> {
  key: (row: Row) => string;
  /** Names the row for readers of the screen: "Marcus Oyelaran, $277.71". */
  name: (row: Row) => string;
  /** Where a row opens. */
  to: (row: Row) => string;
  /** Groups of actions; a line between them. Open is always the first. */
  actions?: (row: Row) => RowAction[][];
  phone: (row: Row) => PhoneRow;
  /** What may be done to several rows; they can be selected then. */
  bulk?: readonly BulkAction<Row>[];
  /** What selected rows come to, beside their count: `$883.61`. */
  sum?: (rows: readonly Row[]) => string;
}

/** What is said where nothing has ever been. */
export interface EmptyState {
  title: string;
  text: string;
  /** The first step; else the link to the form named below. */
  action?: ReactNode;
  /** Path of the form that creates one; its link is shown here and beside the title. */
  create?: string | false;
}
