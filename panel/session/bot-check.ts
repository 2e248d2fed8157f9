// What the server says of the bot check in its page, and the value that every call carries.
import { makeStore } from '../store.ts';

interface BotCheckSettings {
  /** Required at every sign-in, not only after failures. */
  always: boolean;
  /** Site keys of Turnstile; empty where our own check is used. */
  site_key: string;
  cart_site_key: string;
}

function written(): BotCheckSettings {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="penstock-bot-check"]');
  const [when = '', site_key = '', cart_site_key = ''] = (meta?.content ?? '').split(' ');
  return { always: when === 'always', site_key, cart_site_key };
}

let known: BotCheckSettings | undefined;

export function botCheckSettings(): BotCheckSettings {
  known ??= written();
  return known;
}

/** The token of the widget, which every call carries while there is one (spec 1 §7). */
export const bot_check_token = makeStore('');
