// Cloudflare's widget: loaded where its keys are given, its token kept for the calls (spec 1 §7).

import { bot_check_token } from '../../session/bot-check.ts';
import { scriptLoader } from '../../third-party-script.ts';

interface Turnstile {
  render(place: HTMLElement, options: Record<string, unknown>): string;
  reset(widget: string): void;
  remove(widget: string): void;
}

const script_url = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';
/** Spec 1 §7: a token is never older than this. */
const reset_ms = 60_000;
const token_wait_ms = 30_000;

const load = scriptLoader(
  script_url,
  () => (window as { turnstile?: Turnstile }).turnstile,
  'Failed to load Turnstile.',
);

/** Starts the widget that is shown anew; its old token is worth nothing from here on. */
let resetShown: () => void = () => undefined;

/**
 * Shows the widget in a place; it starts anew every minute and when the tab is seen again. Gives
 * what takes it away. Throws 'Failed to load Turnstile.' where the script does not come.
 */
export async function showWidget(
  place: HTMLElement,
  site_key: string,
  action: string,
): Promise<() => void> {
  const turnstile = await load();
  const widget = turnstile.render(place, {
    sitekey: site_key,
    action,
    callback: (token: string) => bot_check_token.set(token),
    'expired-callback': () => bot_check_token.set(''),
    'error-callback': () => bot_check_token.set(''),
  });
  const reset = () => {
    bot_check_token.set('');
    turnstile.reset(widget);
  };
  const seen = () => document.visibilityState === 'visible' && reset();
  const timer = setInterval(reset, reset_ms);
  document.addEventListener('visibilitychange', seen);
  resetShown = reset;
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
    turnstile.remove(widget);
    bot_check_token.set('');
    resetShown = () => undefined;
  };
}

/**
 * The token of the widget for one call, which uses it up; '' where none comes in time. `used` says
 * that the one at hand was used already.
 */
export async function freshToken(used: boolean): Promise<string> {
  if (used) resetShown();
  const token = await nextToken();
  // The server takes a token once: the next call needs another.
  if (token !== '') setTimeout(resetShown, 0);
  return token;
}

function nextToken(): Promise<string> {
  const now = bot_check_token.get();
  if (now !== '') return Promise.resolve(now);
  return new Promise((resolve) => {
    const done = (token: string) => {
      clearTimeout(timer);
      stop();
      resolve(token);
    };
    const stop = bot_check_token.subscribe(() => {
      const token = bot_check_token.get();
      if (token !== '') done(token);
    });
    const timer = setTimeout(() => done(''), token_wait_ms);
  });
}
