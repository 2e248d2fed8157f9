// Records that the palette finds by the searches of their lists: nothing a list would not show.
import { useQuery } from '@tanstack/react-query';
import { record_id_pattern } from '../../../contract/text-patterns.ts';
import type { PaletteEntry, PaletteReader } from '../../kit/palette-entry.ts';
import { useDebouncedValue } from '../../use-debounced-value.ts';
import { rooms } from './rooms.ts';

const waits_ms = 250;
const shortest = 2;

/** A room whose search fails leaves the others as they are. */
async function findAll(text: string, reader: PaletteReader): Promise<PaletteEntry[]> {
  const found = await Promise.allSettled(
    rooms.map(async (room) => (await room.find?.(text, reader)) ?? []),
  );
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

function byId(text: string, { area }: PaletteReader): PaletteEntry[] {
  if (!record_id_pattern.test(text)) return [];
  return rooms.flatMap((room) => room.byId?.(text, area) ?? []);
}

export function useRecords(typed: string, reader: PaletteReader) {
  const text = typed.trim();
  const settled_text = useDebouncedValue(text, waits_ms);
  const { data = [], isFetching } = useQuery({
    queryKey: ['palette', settled_text],
    queryFn: () => findAll(settled_text, reader),
    enabled: settled_text.length >= shortest,
    // Anything may have been typed: a card's number as well.
    gcTime: 0,
    meta: { quiet: true },
  });
  const waiting = text.length >= shortest && (settled_text !== text || isFetching);
  return { records: [...(settled_text === text ? data : []), ...byId(text, reader)], waiting };
}
