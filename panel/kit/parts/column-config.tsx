// Fields in an order: drag a row, or move it by keys and buttons; search for another and add it.

import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import basics from '../../style/basics.module.css';
import type { Choice } from '../form/controls.tsx';
import { icon_16 } from '../icon.ts';
import { IconButton } from '../icon-button.tsx';
import kit from '../kit.module.css';
import styles from './column-config.module.css';
import { SearchInput } from './search-input.tsx';

interface ColumnConfigProps {
  /** What the rows are: `Columns`. */
  label: string;
  /** Everything that may be chosen. */
  offered: readonly Choice[];
  /** Values in their order. */
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  error?: string;
  disabled?: boolean;
}

/** Silences the library: our announcements are inside the dialog, where they are read out. */
const silent: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};
const instructions = {
  draggable: 'Press Space to lift the row, arrow keys to move it, Space to drop it.',
};

/** What may be done to the list, each said to readers of the screen. */
function useMoves({ offered, chosen, onChange }: ColumnConfigProps) {
  const [announcement, announce] = useState('');
  const labelOf = (value: string) => offered.find((one) => one.value === value)?.label ?? value;
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= chosen.length) return;
    announce(`${labelOf(chosen[from] ?? '')}: place ${to + 1} of ${chosen.length}`);
    onChange(arrayMove([...chosen], from, to));
  };
  const dropped = ({ active, over }: DragEndEvent) => {
    if (over) move(chosen.indexOf(String(active.id)), chosen.indexOf(String(over.id)));
  };
  const remove = (value: string) => {
    announce(`${labelOf(value)} removed`);
    onChange(chosen.filter((one) => one !== value));
  };
  const add = (value: string) => {
    if (value === '') return;
    announce(`${labelOf(value)} added, place ${chosen.length + 1}`);
    onChange([...chosen, value]);
  };
  return { announcement, labelOf, move, dropped, remove, add };
}

type Moves = ReturnType<typeof useMoves>;

/** Which fields the search leaves, and what Enter does in it. */
function useFieldSearch(props: ColumnConfigProps, { labelOf, add }: Moves) {
  const { offered, chosen } = props;
  const [typed, setTyped] = useState('');
  const isWanted = (label: string) => label.toLowerCase().includes(typed.trim().toLowerCase());
  const shown = chosen.filter((value) => isWanted(labelOf(value)));
  const left = offered.filter(({ value, label }) => !chosen.includes(value) && isWanted(label));
  /** Enter adds what was found first; it must not send the form around. */
  const addFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (typed.trim() !== '') add(left[0]?.value ?? '');
  };
  const none = shown.length + left.length === 0 ? `No field matches "${typed.trim()}".` : '';
  const box = (
    <span className={`${basics.inputFrame} ${basics.searchBox} ${styles.search}`}>
      <SearchInput label="Search fields" value={typed} onType={setTyped} onKeyDown={addFirst} />
    </span>
  );
  return { shown, left, none, box };
}

export function ColumnConfig(props: ColumnConfigProps) {
  const { label, chosen, error, disabled = false } = props;
  const frame = useRef<HTMLFieldSetElement>(null);
  const moves = useMoves(props);
  const { shown, left, none, box } = useFieldSearch(props, moves);
  // The button that was pressed is gone by then.
  const thenSearch = (run: () => void) => {
    run();
    frame.current?.querySelector<HTMLElement>('input[type="search"]')?.focus();
  };
  return (
    <fieldset
      className={styles.columnConfig}
      data-part="column-config"
      ref={frame}
      disabled={disabled}
    >
      <legend>
        {label} <span>{chosen.length}</span>
      </legend>
      {!disabled && box}
      <Chosen
        {...{ chosen, shown, disabled, moves, frame }}
        onRemove={(value) => thenSearch(() => moves.remove(value))}
      />
      {error && (
        <p className={kit.fieldError} role="alert">
          {error}
        </p>
      )}
      {!disabled && <Rest fields={left} onAdd={(value) => thenSearch(() => moves.add(value))} />}
      {none !== '' && <p className={kit.hint}>{none}</p>}
      <span className={basics.hiddenText} role="status">
        {moves.announcement}
      </span>
    </fieldset>
  );
}

interface ChosenProps {
  chosen: readonly string[];
  /** Those of them that the search leaves. */
  shown: readonly string[];
  disabled: boolean;
  moves: Moves;
  frame: RefObject<HTMLElement | null>;
  onRemove: (value: string) => void;
}

function Chosen({ chosen, shown, disabled, moves, frame, onRemove }: ChosenProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  return (
    <DndContext
      sensors={disabled ? [] : sensors}
      onDragEnd={moves.dropped}
      accessibility={{
        announcements: silent,
        screenReaderInstructions: instructions,
        container: frame.current ?? undefined,
      }}
    >
      <SortableContext items={[...shown]} strategy={verticalListSortingStrategy}>
        <ol>
          {shown.map((value) => {
            const index = chosen.indexOf(value);
            return (
              <Row
                key={value}
                value={value}
                label={moves.labelOf(value)}
                first={index === 0}
                last={index === chosen.length - 1}
                onMove={(by) => moves.move(index, index + by)}
                onRemove={() => onRemove(value)}
              />
            );
          })}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

interface RestProps {
  fields: readonly Choice[];
  onAdd: (value: string) => void;
}

/** What is not chosen yet. */
function Rest({ fields, onAdd }: RestProps) {
  if (fields.length === 0) return null;
  return (
    <>
      <p className={styles.restTitle}>Not included</p>
      <ul className={styles.rest} aria-label="Not included">
        {fields.map(({ value, label }) => (
          <li key={value}>
            <button type="button" aria-label={`Add ${label}`} onClick={() => onAdd(value)}>
              <IconPlus {...icon_16} />
              {label}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface RowProps {
  value: string;
  label: string;
  first: boolean;
  last: boolean;
  onMove: (by: number) => void;
  onRemove: () => void;
}

function Row({ value, label, first, last, onMove, onRemove }: RowProps) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, ...drag } =
    useSortable({ id: value });
  const moved = transform && `translate3d(0, ${Math.round(transform.y)}px, 0)`;
  return (
    <li
      ref={setNodeRef}
      data-dragging={drag.isDragging || undefined}
      style={{ transform: moved ?? undefined, transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={`${basics.iconButton} ${styles.dragHandle}`}
        {...attributes}
        {...listeners}
        aria-label={`Drag ${label}`}
      >
        <IconGripVertical {...icon_16} />
      </button>
      <span>{label}</span>
      <IconButton
        label={`Move ${label} up`}
        icon={IconArrowUp}
        size={14}
        aria-disabled={first}
        onClick={() => onMove(-1)}
      />
      <IconButton
        label={`Move ${label} down`}
        icon={IconArrowDown}
        size={14}
        aria-disabled={last}
        onClick={() => onMove(1)}
      />
      <IconButton label={`Remove ${label}`} icon={IconX} size={14} onClick={onRemove} />
    </li>
  );
}
