// Many switches in folded groups, with a field above that finds one by name, help or key.
import { Switch } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconLock } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { icon_14, icon_16 } from '../icon.ts';
import { FindBox, NothingFound } from './find-box.tsx';
import styles from './switch-groups.module.css';
import { countOn, foundSwitches, type SwitchGroup, type SwitchRow } from './switch-search.ts';

/** Up to so many rows are shown at once; more are folded. */
const few_rows = 14;

interface SwitchGroupsProps<Row extends SwitchRow> {
  /** Names the search: `Find a permission`. */
  find_label: string;
  groups: readonly SwitchGroup<Row>[];
  onSwitch: (row: Row, on: boolean) => void;
  /** At the end of a row: the button that shows where its value comes from. */
  asideOf?: (row: Row) => ReactNode;
}

export function SwitchGroups<Row extends SwitchRow>(props: SwitchGroupsProps<Row>) {
  const { find_label, groups, onSwitch, asideOf } = props;
  const [find, setFind] = useState('');
  const total = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const [turned, setTurned] = useState<Readonly<Record<string, boolean>>>({});
  const found = foundSwitches(groups, find);
  const searching = find.trim() !== '';
  const isOpen = (title: string, at: number) =>
    searching || (turned[title] ?? (total <= few_rows || at === 0));
  return (
    <div className={styles.groups} data-part="switch-groups">
      <FindBox label={find_label} value={find} onFind={setFind}>
        {countOn(groups.flatMap(({ rows }) => rows))}
      </FindBox>
      {found.length === 0 && <NothingFound find={find} />}
      {found.map((group, at) => (
        <Group
          key={group.title}
          {...{ group, onSwitch, asideOf }}
          open={isOpen(group.title, at)}
          onTurn={(open) => setTurned({ ...turned, [group.title]: open })}
        />
      ))}
    </div>
  );
}

interface GroupProps<Row extends SwitchRow>
  extends Pick<SwitchGroupsProps<Row>, 'onSwitch' | 'asideOf'> {
  group: SwitchGroup<Row>;
  open: boolean;
  onTurn: (open: boolean) => void;
}

function Group<Row extends SwitchRow>({ group, open, onTurn, ...row }: GroupProps<Row>) {
  const id = useId();
  const Chevron = open ? IconChevronDown : IconChevronRight;
  const changed = group.rows.filter((one) => one.changed).length;
  return (
    <section className={styles.group} aria-label={group.title}>
      <h3>
        <button type="button" aria-expanded={open} aria-controls={id} onClick={() => onTurn(!open)}>
          <Chevron {...icon_16} />
          <b>{group.title}</b>
          <span>
            {countOn(group.rows)}
            {changed > 0 && `, ${changed} changed`}
          </span>
        </button>
      </h3>
      <div id={id} className={styles.rows} hidden={!open}>
        {open && group.rows.map((one) => <OneSwitch key={one.name} row={one} {...row} />)}
      </div>
    </section>
  );
}

interface RowProps<Row extends SwitchRow>
  extends Pick<SwitchGroupsProps<Row>, 'onSwitch' | 'asideOf'> {
  row: Row;
}

function OneSwitch<Row extends SwitchRow>({ row, onSwitch, asideOf }: RowProps<Row>) {
  const { name, label, help, on, locked, changed } = row;
  const id = useId();
  return (
    <div className={styles.row} data-changed={changed || undefined}>
      <div>
        <span className={styles.label}>
          <label htmlFor={`${id}-switch`}>{label}</label>
          <code aria-hidden="true">{name}</code>
        </span>
        <small id={`${id}-help`}>{help}</small>
        {locked !== '' && (
          <small id={`${id}-locked`} className={styles.locked}>
            <IconLock {...icon_14} />
            {locked}
          </small>
        )}
      </div>
      <Switch
        id={`${id}-switch`}
        name={name}
        title={name}
        aria-describedby={locked === '' ? `${id}-help` : `${id}-help ${id}-locked`}
        checked={on}
        disabled={locked !== ''}
        onChange={(event) => onSwitch(row, event.currentTarget.checked)}
      />
      {asideOf && <span className={styles.aside}>{asideOf(row)}</span>}
    </div>
  );
}
