// Request traces in the command palette. Ids and Error IDs look alike, so the trace is offered
// beside the record that the id names.
import { IconListDetails } from '@tabler/icons-react';
import type { RoomPalette } from '../kit/palette-entry.ts';
import { tracePath } from './paths.ts';

export const platform_palette: RoomPalette = {
  byId: (id, area) => ({
    key: `trace ${id}`,
    group: 'Records',
    label: 'Request trace of this Error ID',
    note: id,
    icon: IconListDetails,
    to: tracePath(area, id),
  }),
};
