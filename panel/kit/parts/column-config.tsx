// Fields in an order: drag a row, or move it by keys and buttons; take one away, add another.

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
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import basics from '../../style/basics.module.css';
import { type Choice, SelectControl } from '../form/controls.tsx';
import { icon_16 } from '../icon.ts';
import { IconButton } from '../icon-button.tsx';
import kit from '../kit.module.css';
import styles from './column-config.module.css';

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
  return { said: announcement, labelOf, move, dropped, remove, add };
}

export function ColumnConfig(props: ColumnConfigProps) {
  const { label, offered, chosen, error, disabled = false } = props;
  const frame = useRef<HTMLFieldSetElement>(null);
  const { said: announcement, labelOf, move, dropped, remove, add } = useMoves(props);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const left = offered.filter(({ value }) => !chosen.includes(value));
  const takeAway = (value: string) => {
    remove(value);
    frame.current?.querySelector<HTMLElement>('select')?.focus();
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
      <DndContext
        sensors={disabled ? [] : sensors}
        onDragEnd={dropped}
        accessibility={{
          announcements: silent,
          screenReaderInstructions: instructions,
          container: frame.current ?? undefined,
        }}
      >
        <SortableContext items={[...chosen]} strategy={verticalListSortingStrategy}>
          <ol>
            {chosen.map((value, index) => (
              <Row
                key={value}
                value={value}
                label={labelOf(value)}
                first={index === 0}
                last={index === chosen.length - 1}
                onMove={(by) => move(index, index + by)}
                onRemove={() => takeAway(value)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      {error && (
        <p className={kit.fieldError} role="alert">
          {error}
        </p>
      )}
      {!disabled && left.length > 0 && (
        <SelectControl
          name="add_field"
          label="Add a field"
          value=""
          none="Choose a field"
          choices={left}
          onChange={add}
        />
      )}
      <span className={basics.hiddenText} role="status">
        {announcement}
      </span>
    </fieldset>
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
