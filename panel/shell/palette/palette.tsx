// The command palette: pages, actions and records in one box, by keys alone if one likes.
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { subjectOf } from '../../../contract/access/allowed.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { useModal } from '../../kit/dialog/modals.ts';
import { icon_16 } from '../../kit/icon.ts';
import { HintKey } from '../../kit/keys/hint-key.tsx';
import { active_keys } from '../../kit/keys/keys.ts';
import type { MenuEntry } from '../../kit/menu-entry.ts';
import type { PaletteEntry } from '../../kit/palette-entry.ts';
import { useOwnMerchant } from '../../session/own-merchant.ts';
import basics from '../../style/basics.module.css';
import { grouped, matching, pagesAndActions, screenActions } from './entries.ts';
import { typed_ahead } from './open.ts';
import styles from './palette.module.css';
import { useRecords } from './records.ts';

interface PaletteProps {
  area: AccountType;
  menu: readonly MenuEntry[];
  caller: CallerRecord;
  /** Actions of the shell itself. */
  more: readonly PaletteEntry[];
  onClose: () => void;
}

/** What fits the text, in the order it is shown. */
function useFound({ area, menu, caller, more }: PaletteProps, typed: string) {
  const merchant = useOwnMerchant(area);
  const who = subjectOf(caller, merchant?.permissions);
  const [keys] = useState(() => screenActions(active_keys.get()));
  const known = [...keys, ...pagesAndActions(area, menu, who), ...more];
  const { records, waiting } = useRecords(typed, { area, who });
  const fitting = grouped(matching(known, typed));
  const groups = records.length === 0 ? fitting : [...fitting, ...grouped(records)];
  return { groups, entries: groups.flatMap(({ entries }) => entries), waiting };
}

/** Which entry is chosen, and the keys that walk and take it. */
function useWalk(id: string, entries: readonly PaletteEntry[], onClose: () => void) {
  const [chosen, setChosen] = useState(0);
  const navigate = useNavigate();
  const at = Math.min(chosen, entries.length - 1);
  const take = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    onClose();
    // The focus is back where it was before the action moves it.
    setTimeout(() => (entry.to === undefined ? entry.run?.() : void navigate(entry.to)));
  };
  const step = (by: number) => {
    const next = (at + by + entries.length) % entries.length;
    setChosen(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  const keyed = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const closes = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    const takes = event.key === 'Enter' && !event.nativeEvent.isComposing;
    if (by === undefined && !closes && !takes) return;
    event.preventDefault();
    if (closes) onClose();
    else if (takes) take(entries[at]);
    else if (by !== undefined && entries.length > 0) step(by);
  };
  return { at, setChosen, take, keyed };
}

interface BoxProps {
  id: string;
  typed: string;
  at: number;
  shows: boolean;
  onType: (text: string) => void;
  onKey: (event: KeyboardEvent) => void;
}

function SearchBox({ id, typed, at, shows, onType, onKey }: BoxProps) {
  return (
    <div className={`${basics.inputFrame} ${styles.search}`}>
      <IconSearch {...icon_16} />
      <input
        role="combobox"
        aria-label="Find pages, actions and records"
        aria-expanded={shows}
        aria-controls={shows ? `${id}-list` : undefined}
        aria-activedescendant={shows ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        placeholder="Page, action, name or ID"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKey}
      />
    </div>
  );
}

export function Palette(props: PaletteProps) {
  const { onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  // Not its first state: it is rendered a while before it is shown.
  useLayoutEffect(() => setTyped(typed_ahead.get()), []);
  const { groups, entries, waiting } = useFound(props, typed);
  const id = useId();
  const { at, setChosen, take, keyed } = useWalk(id, entries, onClose);
  useModal(dialog, { onClose });
  const type = (text: string) => {
    setTyped(text);
    setChosen(0);
  };
  const shows = entries.length > 0;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Find anything"
      onClick={(event) => event.target === dialog.current && onClose()}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.box}>
        <SearchBox {...{ id, typed, at, shows }} onType={type} onKey={keyed} />
        {shows && <Groups id={id} groups={groups} at={at} onPoint={setChosen} onTake={take} />}
        <p className={styles.state} role="status">
          {waiting ? 'Searching…' : shows ? '' : 'No page, action or record matches.'}
        </p>
      </div>
    </dialog>
  );
}

interface GroupsProps {
  id: string;
  groups: ReturnType<typeof grouped>;
  at: number;
  onPoint: (index: number) => void;
  onTake: (entry: PaletteEntry) => void;
}

function Groups({ id, groups, at, onPoint, onTake }: GroupsProps) {
  let index = -1;
  return (
    <div className={styles.list} role="listbox" id={`${id}-list`} aria-label="Found">
      {groups.map(({ group, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, no part of a form
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <div className={styles.group} id={`${id}-${group}`} role="presentation">
            {group}
          </div>
          {entries.map((entry) => {
            index += 1;
            const mine = index;
            return (
              <Option
                key={entry.key}
                id={`${id}-${mine}`}
                entry={entry}
                chosen={mine === at}
                onPoint={() => onPoint(mine)}
                onTake={() => onTake(entry)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  entry: PaletteEntry;
  chosen: boolean;
  onPoint: () => void;
  onTake: () => void;
}

function Option({ id, entry, chosen, onPoint, onTake }: OptionProps) {
  const Icon = entry.icon;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the search field's
    // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus
    <div
      id={id}
      role="option"
      className={styles.option}
      aria-selected={chosen}
      onMouseMove={onPoint}
      onClick={onTake}
    >
      <Icon {...icon_16} />
      <span>
        {entry.label} {entry.note && <small>{entry.note}</small>}
      </span>
      {entry.keys && <HintKey>{entry.keys}</HintKey>}
    </div>
  );
}
