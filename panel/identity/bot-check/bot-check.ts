// Does a call that the bot check guards: with its proof where one is asked for (Q5).
import type { BotCheckAction } from '../../../contract/identity/bot-check.ts';
import { ApiError } from '../../api.ts';
import { botCheckSettings } from '../../session/bot-check.ts';

/** Once required, it is required at every later try. */
let required = false;

function wantsProof(error: unknown): boolean {
  const data = error instanceof ApiError ? error.data : undefined;
  return typeof data === 'object' && data !== null && 'bot_check_required' in data;
}

async function prove(action: BotCheckAction, again: boolean): Promise<string> {
  if (botCheckSettings().site_key !== '') {
    const { freshToken } = await import('./turnstile-widget.ts');
    return await freshToken(again);
  }
  const { solve } = await import('./bot-check-work.ts');
  return await solve(action);
}

/**
 * `send` gets the proof, or '' where none is needed. Recovery is always asked for one; a sign-in
 * after failures, which the server's first refusal tells, and then the call is made once more.
 */
export async function withBotCheck<T>(
  action: BotCheckAction,
  send: (proof: string) => Promise<T>,
): Promise<T> {
  const settings = botCheckSettings();
  const expected = action === 'recovery' || settings.always || required;
  try {
    return await send(expected ? await prove(action, false) : '');
  } catch (error) {
    if (!wantsProof(error)) throw error;
    required = true;
    return await send(await prove(action, true));
  }
}
