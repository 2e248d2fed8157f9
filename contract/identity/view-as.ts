// View-as: the panel as another user or a role would have it, without becoming them; reads only.

import { may } from '../access/may.ts';
import { endpoint, record } from '../endpoint.ts';
import { caller_record } from './users.ts';

/**
 * Names the user or role that a call of the panel is made in view of: it is answered with what
 * viewer and viewed may both see, and nothing is changed by it.
 */
export const view_as_header = 'x-view-as';

export const view_as = {
  get: endpoint({
    method: 'GET',
    path: '/view-as/{userID}',
    access: may.view_as,
    reply: record(caller_record),
    rate_class: 'write',
    audit: 'user.view_as',
    summary: 'The permissions of a user, to preview the panel as that user.',
  }),
  getRole: endpoint({
    method: 'GET',
    path: '/view-as/role/{roleID}',
    access: may.view_as,
    reply: record(caller_record),
    rate_class: 'write',
    audit: 'role.view_as',
    summary: 'The permissions of a role, to preview the panel as a user with that role.',
  }),
};
