// What a viewer may do with terminals and card readers.
import { allowed, type Subject } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';

export const terminalRights = (viewer: Subject) => ({
  sets_up: allowed(may.set_up_terminals, viewer).ok,
  may_manage: allowed(may.manage_terminals, viewer).ok,
});
