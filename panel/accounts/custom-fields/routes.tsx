// Screens and menu entries of custom fields and their groups: a merchant's alone (spec 1 §2).
import { IconFolder, IconForms } from '@tabler/icons-react';
import { type RouteObject, redirect } from 'react-router';
import { may } from '../../../contract/access/may.ts';
import type { MenuEntry } from '../../kit/menu-entry.ts';
import { belowArea, screenRoute } from '../../kit/page/screen-route.tsx';
import { shownFor } from '../../session/session.ts';
import { custom_fields_path, groups_path } from './paths.ts';

/** Only a merchant's role admin changes custom fields and their groups (spec 1 §2, §6). */
const admin_alone = () => (shownFor()?.role === 'admin' ? null : redirect('/merchant'));

const fieldList = async () => (await import('./list.tsx')).CustomFieldList;
const fieldForm = async () => (await import('./form.tsx')).CustomFieldForm;
const groupList = async () => (await import('../groups.tsx')).Groups;
const groupForm = async () => (await import('../groups.tsx')).GroupForm;

const fields_at = belowArea('merchant', custom_fields_path);
const groups_at = belowArea('merchant', groups_path);

export const customFieldRoutes: RouteObject[] = [
  screenRoute(fields_at, fieldList, {}, admin_alone),
  screenRoute(`${fields_at}/create`, fieldForm, {}, admin_alone),
  screenRoute(`${fields_at}/update/:customFieldID`, fieldForm, {}, admin_alone),
  screenRoute(groups_at, groupList, {}, admin_alone),
  screenRoute(`${groups_at}/create`, groupForm, {}, admin_alone),
  screenRoute(`${groups_at}/update/:groupID`, groupForm, {}, admin_alone),
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
