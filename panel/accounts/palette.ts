// Accounts and custom fields in the command palette: to create, and to find by name or whole id.
import { IconBuilding, IconBuildingStore, IconForms } from '@tabler/icons-react';
import { may } from '../../contract/access/may.ts';
import type { merchants } from '../../contract/accounts/merchants.ts';
import type { partners } from '../../contract/accounts/partners.ts';
import { record_id_pattern } from '../../contract/text-patterns.ts';
import { call } from '../api.ts';
import {
  has,
  is,
  listCall,
  max_records,
  type PaletteEntry,
  type RoomPalette,
} from '../kit/palette-entry.ts';
import { custom_fields_path } from './custom-fields/paths.ts';
import { accountPath, createPath } from './paths.ts';

const find_merchants = listCall<typeof merchants.search>('/merchant/search');
const find_partners = listCall<typeof partners.search>('/partner/search');

const new_custom_field = {
  label: 'New custom field',
  icon: IconForms,
  to: `${custom_fields_path}/create`,
  needs: may.change_custom_fields,
};

export const accounts_palette: RoomPalette = {
  actions(area) {
    if (area === 'merchant') return [new_custom_field];
    const merchant = { label: 'New merchant', icon: IconBuildingStore };
    const partner = { label: 'New partner', icon: IconBuilding };
    return [
      { ...merchant, to: createPath(area, 'merchant'), needs: may.manage_accounts },
      { ...partner, to: createPath(area, 'partner'), needs: may.manage_accounts },
    ];
  },
  async find(text, { area }) {
    if (area === 'merchant') return [];
    const filter = record_id_pattern.test(text) ? { id: is(text) } : { name: has(text) };
    const input = { ...filter, limit: max_records };
    const [of_merchants, of_partners] = await Promise.all([
      call<typeof merchants.search>(find_merchants, { input }),
      call<typeof partners.search>(find_partners, { input }),
    ]);
    const entry =
      (kind: 'merchant' | 'partner') =>
      (row: { id: string; name: string }): PaletteEntry => ({
        key: `${kind} ${row.id}`,
        group: 'Records',
        label: row.name,
        note: kind === 'merchant' ? 'Merchant' : 'Partner',
        icon: kind === 'merchant' ? IconBuildingStore : IconBuilding,
        to: accountPath(area, kind, row.id),
      });
    return [...of_merchants.rows.map(entry('merchant')), ...of_partners.rows.map(entry('partner'))];
  },
};
