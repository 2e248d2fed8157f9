// The bar of selected rows: how many, what they come to, and what can be done to how many of them.
import { IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { icon_16 } from '../../icon.ts';
import { HintKey } from '../../keys/hint-key.tsx';
import { useKeys } from '../../keys/keys.ts';
import type { BulkAction, RowView } from '../list-types.ts';
import styles from './bulk.module.css';
import type { BulkRow } from './list-bulk-dialog.tsx';
import type { Selection } from './list-selection.ts';

// Its dialog is needed by few, and by those seldom.
const BulkDialog = lazy(async () => ({
  default: (await import('./list-bulk-dialog.tsx')).BulkDialog,
}));

interface BulkBarProps<Row> {
  /** The noun in the singular: `transaction`. */
  noun: string;
  view: RowView<Row>;
  selection: Selection<Row>;
}

interface Chosen<Row> {
  action: BulkAction<Row>;
  rows: readonly Row[];
}

function ableRows<Row>({ action, rows }: Chosen<Row>): Row[] {
  return rows.filter((row) => action.against(row) === null);
}

function boundRows<Row>({ action, rows }: Chosen<Row>, view: RowView<Row>): BulkRow[] {
  return rows.map((row) => ({
    name: view.name(row),
    reason: action.against(row),
    effect: action.effect(row),
    run: () => action.run(row),
  }));
}

export function BulkBar<Row>({ noun, view, selection }: BulkBarProps<Row>) {
  const [chosen, setChosen] = useState<Chosen<Row> | null>(null);
  const { rows, clear } = selection;
  useKeys(rows.length > 0 ? [{ key: 'escape', label: 'clear the selection', run: clear }] : []);
  const sum = view.sum?.(rows) ?? '';
  const close = (done: boolean) => {
    setChosen(null);
    if (done) clear();
  };
  return (
    <>
      {rows.length > 0 && (
        <section className={styles.bar} aria-label="Selected rows">
          <span role="status">
            {rows.length} selected{sum !== '' && `, ${sum}`}
          </span>
          <hr />
          {view.bulk?.map((action) => (
            <BulkButton
              key={action.label}
              action={action}
              count={ableRows({ action, rows }).length}
              onPress={() => setChosen({ action, rows })}
            />
          ))}
          <button type="button" className={styles.clear} onClick={clear}>
            <IconX {...icon_16} />
            Clear <HintKey>Esc</HintKey>
          </button>
        </section>
      )}
      {chosen && (
        <Suspense fallback={null}>
          <BulkDialog
            action={chosen.action}
            rows={boundRows(chosen, view)}
            noun={noun}
            summary={chosen.action.summary(ableRows(chosen))}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}

interface BulkButtonProps<Row> {
  action: BulkAction<Row>;
  count: number;
  onPress: () => void;
}

function BulkButton<Row>({ action, count, onPress }: BulkButtonProps<Row>) {
  const { label, icon: Icon } = action;
  return (
    <button
      type="button"
      aria-disabled={count === 0}
      title={count === 0 ? `${label}: not available for the selected rows` : undefined}
      onClick={() => count > 0 && onPress()}
    >
      <Icon {...icon_16} />
      {label} {count}
    </button>
  );
}
