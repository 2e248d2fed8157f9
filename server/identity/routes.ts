// Identity's calls in the app.
import { api_keys } from '../../contract/identity/api-keys.ts';
import { bot_checks } from '../../contract/identity/bot-check.ts';
import { passkeys } from '../../contract/identity/passkeys.ts';
import { password_reset } from '../../contract/identity/password-reset.ts';
import { custom_roles } from '../../contract/identity/roles.ts';
import { sessions } from '../../contract/identity/sessions.ts';
import { two_factor } from '../../contract/identity/two-factor.ts';
import { users } from '../../contract/identity/user-endpoints.ts';
import { view_as } from '../../contract/identity/view-as.ts';
import { type Routes, routes } from '../http/serve.ts';
import { apiKeyHandlers } from './api-keys/api-keys.ts';
import { passkeyHandlers } from './factors/passkeys.ts';
import { twoFactorHandlers } from './factors/two-factor.ts';
import { passwordResetHandlers } from './passwords/password-reset.ts';
import { sessionHandlers } from './sessions/sessions.ts';
import { viewAsHandlers } from './sessions/view-as.ts';
import { botCheckHandlers } from './sign-in/bot-check.ts';
import { roleHandlers } from './users/roles.ts';
import { userHandlers } from './users/user-access.ts';

export const identity_routes: readonly Routes[] = [
  routes(sessions, sessionHandlers),
  routes(password_reset, passwordResetHandlers),
  routes(two_factor, twoFactorHandlers),
  routes(passkeys, passkeyHandlers),
  routes(bot_checks, botCheckHandlers),
  routes(api_keys, apiKeyHandlers),
  routes(users, userHandlers),
  routes(custom_roles, roleHandlers),
  routes(view_as, viewAsHandlers),
];
