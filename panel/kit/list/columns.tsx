// Columns and row actions that many lists have: a moment, a long text, enabling, a copied id.
import { IconCopy, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { copyText } from '../copy-text.ts';
import { Moment } from '../format/moment.tsx';
import { midSentence } from '../format/sentence.ts';
import kit from '../kit.module.css';
import type { Column, RowAction } from './list-types.ts';

/** Names of a row's members that hold a moment. */
type MomentOf<Row> = {
  [K in keyof Row & string]: Row[K] extends string | null ? K : never;
}[keyof Row & string];

/** A moment of the row; `none` is shown where it is null. */
export function momentColumn<Row>(
  key: MomentOf<Row>,
  label: string,
  { sortable = false, none = '' } = {},
): Column<Row> {
  const cell = (row: Row) => {
    const at = row[key] as string | null;
    return at === null ? none : <Moment at={at} />;
  };
  return { key, label, sortable, cell };
}

/** A text that is cut at the end of its line and whole under the pointer. */
export function oneLineColumn<Row>(key: keyof Row & string, label: string): Column<Row> {
  const cell = (row: Row) => (
    <span className={kit.oneLine} title={String(row[key])}>
      {String(row[key])}
    </span>
  );
  return { key, label, cell };
}

/** Disables a row that is active, else enables it. */
export function enableAction(
  status: string,
  run: (action: 'enable' | 'disable') => void,
  reason: string | null = null,
): RowAction {
  return status === 'active'
    ? { label: 'Disable', icon: IconPlayerPause, reason, run: () => run('disable') }
    : { label: 'Enable', icon: IconPlayerPlay, reason, run: () => run('enable') };
}

/** `Copy transaction ID` of `Transaction ID`. */
export function copyAction(label: string, value: string): RowAction {
  return {
    label: `Copy ${midSentence(label)}`,
    icon: IconCopy,
    run: () => void copyText(label, value),
  };
}
