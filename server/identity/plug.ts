// Identity's calls in the app.
import { api_keys } from '../../contract/identity/api-keys.ts';
import { bot_checks } from '../../contract/identity/bot-check.ts';
import { passkeys } from '../../contract/identity/passkeys.ts';
import { recovery } from '../../contract/identity/recovery.ts';
import { custom_roles } from '../../contract/identity/roles.ts';
import { sessions } from '../../contract/identity/sessions.ts';
import { two_factor } from '../../contract/identity/two-factor.ts';
import { users } from '../../contract/identity/user-endpoints.ts';
import { view_as } from '../../contract/identity/view-as.ts';
import { serve } from '../http/serve.ts';
import { apiKeyHandlers } from './api-keys.ts';
import { botCheckHandlers } from './bot-check.ts';
import { passkeyHandlers } from './passkeys.ts';
import { recoveryHandlers } from './recovery.ts';
import { roleHandlers } from './roles.ts';
import { sessionHandlers } from './sessions.ts';
import { twoFactorHandlers } from './two-factor.ts';
import { userHandlers } from './user-access.ts';
import { viewAsHandlers } from './view-as.ts';

export function plugIdentity(app: Parameters<typeof serve>[0]): void {
  serve(app, sessions, sessionHandlers);
  serve(app, recovery, recoveryHandlers);
  serve(app, two_factor, twoFactorHandlers);
  serve(app, passkeys, passkeyHandlers);
  serve(app, bot_checks, botCheckHandlers);
  serve(app, api_keys, apiKeyHandlers);
  serve(app, users, userHandlers);
  serve(app, custom_roles, roleHandlers);
  serve(app, view_as, viewAsHandlers);
}
