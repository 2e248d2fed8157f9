// What a room contributes to the command palette: actions to begin, records to find.
import type { Icon } from '@tabler/icons-react';
import type { Access, AccountType } from '../../contract/access/access.ts';
import type { Subject } from '../../contract/access/allowed.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Callable } from '../api.ts';

export type PaletteGroup = 'On this screen' | 'Pages' | 'Actions' | 'Records';

export interface PaletteEntry {
  key: string;
  group: PaletteGroup;
  label: string;
  /** More about it, in the second tone. */
  note?: string;
  icon: Icon;
  /** Where it leads; without it `run` does it. */
  to?: string;
  run?: () => void;
  /** The keys that do the same: `G T`. */
  keys?: string;
}

/** A page or an action, shown to whoever may open it. */
export interface PaletteLink extends Omit<PaletteEntry, 'key' | 'group'> {
  to: string;
  needs?: Access;
}

/** Who looks for a record, and where. */
export interface PaletteReader {
  area: AccountType;
  who: Subject;
}

export interface RoomPalette {
  /** What somebody may create in this area. */
  actions?(area: AccountType): PaletteLink[];
  /** Records that the text names, at most `max_records` of a kind. */
  find?(text: string, reader: PaletteReader): Promise<PaletteEntry[]>;
  /** What an id alone opens, without a call. */
  byId?(id: string, area: AccountType): PaletteEntry;
}

export const max_records = 5;
export const is = (value: string) => ({ operator: '=' as const, value });
export const has = (value: string) => ({ operator: '%' as const, value });

/** The call of a list by its path alone, so that the palette does not carry the room's schemas. */
export function listCall<Listing extends Endpoint>(path: string): Callable<Listing> {
  return { method: 'POST', path, reply: { kind: 'list' } } as Callable<Listing>;
}
