// Users, roles and keys in the command palette: to create, and users to find by their names.
import { IconKey, IconPlus, IconUser, IconUserPlus } from '@tabler/icons-react';
import { allowed } from '../../contract/access/allowed.ts';
import { may } from '../../contract/access/may.ts';
import type { users } from '../../contract/identity/user-endpoints.ts';
import { record_id_pattern } from '../../contract/text-patterns.ts';
import { call } from '../api.ts';
import {
  has,
  listCall,
  max_records,
  type PaletteLink,
  type RoomPalette,
} from '../kit/palette-entry.ts';
import { keysPath, newUserPath, rolesPath, userPath } from './paths.ts';

const find_users = listCall<typeof users.find>('/users/search');

export const identity_palette: RoomPalette = {
  actions(area) {
    const user: PaletteLink = {
      label: 'New user',
      icon: IconUserPlus,
      to: newUserPath(area, null),
      needs: may.see_users,
    };
    const role: PaletteLink = {
      label: 'New role',
      icon: IconPlus,
      to: `${rolesPath(area)}/create`,
      needs: may.see_users,
    };
    const key: PaletteLink = {
      label: 'New API key',
      icon: IconKey,
      to: `${keysPath(area)}/create`,
      needs: may.manage_api_keys,
    };
    return area === 'admin' ? [user, key] : [user, role, key];
  },
  async find(text, { area, who }) {
    const reads = allowed(may.manage_users, who).ok && allowed(may.see_users, who).ok;
    if (!reads || record_id_pattern.test(text)) return [];
    const found = await Promise.all(
      [{ name: has(text) }, { username: has(text) }].map((filter) =>
        call<typeof users.find>(find_users, { input: { ...filter, limit: max_records } }),
      ),
    );
    const rows = new Map(found.flatMap((page) => page.rows).map((row) => [row.id, row]));
    return [...rows.values()].slice(0, max_records).map((row) => ({
      key: `user ${row.id}`,
      group: 'Records',
      label: row.name,
      note: `User ${row.username}`,
      icon: IconUser,
      to: userPath(area, row.id),
    }));
  },
};
