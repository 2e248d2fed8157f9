// The rooms that contribute to the palette, in the order of its entries.
import { accounts_palette } from '../../accounts/palette.ts';
import { identity_palette } from '../../identity/palette.ts';
import type { RoomPalette } from '../../kit/palette-entry.ts';
import { payments_palette } from '../../payments/palette.ts';
import { platform_palette } from '../../platform/palette.ts';
import { vault_palette } from '../../vault/palette.ts';

export const rooms: readonly RoomPalette[] = [
  payments_palette,
  vault_palette,
  accounts_palette,
  identity_palette,
  platform_palette,
];
