// Identity's calls in the app.
import { api_keys } from '../../contract/identity/api-keys.ts';
import { sessions } from '../../contract/identity/sessions.ts';
import { serve } from '../http/serve.ts';
import { apiKeyHandlers } from './api-keys.ts';
import { sessionHandlers } from './sessions.ts';

export function plugIdentity(app: Parameters<typeof serve>[0]): void {
  serve(app, sessions, sessionHandlers);
  serve(app, api_keys, apiKeyHandlers);
}
