// Opens a session with whatever proves who one is, and leads to what it owes or to its area.
import type { NavigateFunction } from 'react-router';
import type { PasskeyAssertion, PasskeyRequest } from '../../../contract/identity/passkeys.ts';
import type { sessions } from '../../../contract/identity/sessions.ts';
import { ApiError, call } from '../../api.ts';
import { consumeReturnPath } from '../../session/return-path.ts';
import { startSession } from '../../session/session.ts';
import { withBotCheck } from '../bot-check/bot-check.ts';
import { callerCall, signInCall } from './auth-calls.ts';
import { pendingStepPath } from './pending-step.ts';

export interface Credentials {
  username?: string;
  password?: string;
  totp?: string;
  recovery_code?: string;
  auth_key?: string;
  passkey?: PasskeyAssertion;
}

/** What sign-in requires beside a right password. */
export interface FactorChallenge {
  totp?: boolean;
  passkey?: PasskeyRequest;
}

export async function enter(input: Credentials, navigate: NavigateFunction): Promise<void> {
  const { token, sid } = await withBotCheck('sign_in', (bot_check) =>
    call<typeof sessions.create>(signInCall, { input }, { bot_check }),
  );
  const started = startSession(token, sid, input.auth_key !== undefined);
  if (started === null) throw new ApiError('This session has already ended. Log in again.', 200);
  const { pending } = await call<typeof sessions.get>(callerCall);
  const { user_id, account_type } = started;
  const place = pending === '' ? consumeReturnPath(user_id, account_type) : '';
  await navigate(place || pendingStepPath(account_type, pending), { replace: true });
}

/** The challenge in a refusal that requires a second factor, else null. */
export function factorChallenge(error: unknown): FactorChallenge | null {
  const data = error instanceof ApiError ? error.data : undefined;
  const wanted = typeof data === 'object' && data !== null && 'two_factor_required' in data;
  return wanted ? (data as FactorChallenge) : null;
}
