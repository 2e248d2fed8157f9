// Saved customers in the command palette, by the beginnings of words.
import { IconUsers } from '@tabler/icons-react';
import { allowed } from '../../contract/access/allowed.ts';
import { may } from '../../contract/access/may.ts';
import type { customers } from '../../contract/vault/customers.ts';
import { type Callable, call } from '../api.ts';
import { max_records, type RoomPalette } from '../kit/palette-entry.ts';
import { customerPath, new_customer_path } from './paths.ts';

type Find = typeof customers.globalSearch;
/** By its path alone, so that the palette does not carry the room's schemas. */
const find_customers = {
  method: 'GET',
  path: '/vault/customer/global-search',
  reply: { kind: 'list' },
} as Callable<Find>;

export const vault_palette: RoomPalette = {
  actions: (area) =>
    area === 'merchant'
      ? [
          {
            label: 'New customer',
            icon: IconUsers,
            to: new_customer_path,
            needs: may.save_customers,
          },
        ]
      : [],
  async find(text, { area, who }) {
    if (area !== 'merchant' || !allowed(may.see_customers, who).ok) return [];
    const input = { q: text, limit: max_records };
    const { rows } = await call<Find>(find_customers, { input });
    return rows.map((row) => {
      const place = row.billing_address ?? row.shipping_address;
      const name = `${place?.first_name ?? ''} ${place?.last_name ?? ''}`.trim();
      const method = row.card?.masked_number ?? row.ach?.masked_account_number ?? '';
      return {
        key: `customer ${row.id}`,
        group: 'Records' as const,
        label: name || row.description || row.id,
        note: ['Customer', method].filter(Boolean).join(' · '),
        icon: IconUsers,
        to: customerPath(row.id),
      };
    });
  },
};
