// Screens and menu entries of custom fields and their groups: a merchant's alone (spec 1 §2).
import { IconFolder, IconForms } from '@tabler/icons-react';
import { type RouteObject, redirect } from 'react-router';
import { may } from '../../../contract/access/may.ts';
import type { MenuEntry } from '../../kit/menu-entry.ts';
import { shownFor } from '../../session/session.ts';
import { custom_fields_path, groups_path } from './paths.ts';

const below = (path: string) => path.slice('/merchant/'.length);
/** Custom fields and their groups are role admin's business (spec 1 §2, §6). */
const admin_alone = () => (shownFor()?.role === 'admin' ? null : redirect('/merchant'));

const list = () => import('./list.tsx');
const form = () => import('./form.tsx');
const groups = () => import('../groups.tsx');

const [fields_at, groups_at] = [below(custom_fields_path), below(groups_path)];

export const customFieldRoutes: RouteObject[] = [
  {
    path: fields_at,
    loader: admin_alone,
    lazy: async () => ({ Component: (await list()).CustomFieldList }),
  },
  {
    path: `${fields_at}/create`,
    loader: admin_alone,
    lazy: async () => ({ Component: (await form()).CustomFieldForm }),
  },
  {
    path: `${fields_at}/update/:customFieldID`,
    loader: admin_alone,
    lazy: async () => ({ Component: (await form()).CustomFieldForm }),
  },
  {
    path: groups_at,
    loader: admin_alone,
    lazy: async () => ({ Component: (await groups()).Groups }),
  },
  {
    path: `${groups_at}/create`,
    loader: admin_alone,
    lazy: async () => ({ Component: (await groups()).GroupForm }),
  },
  {
    path: `${groups_at}/update/:groupID`,
    loader: admin_alone,
    lazy: async () => ({ Component: (await groups()).GroupForm }),
  },
];

export const customFieldMenu: MenuEntry[] = [
  {
    label: 'Custom Fields',
    group: 'Set up',
    to: custom_fields_path,
    icon: IconForms,
    covers: /\/custom-field\//,
    needs: may.change_custom_fields,
  },
  {
    label: 'Groups',
    group: 'Set up',
    to: groups_path,
    icon: IconFolder,
    covers: /\/groups\//,
    needs: may.change_custom_fields,
  },
];
