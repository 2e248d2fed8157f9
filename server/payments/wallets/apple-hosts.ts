// Where Apple is reached, and which root its signatures lead to; the simulator beside it outside
// production.
import { z } from 'zod';
import { refuse } from '../../../contract/errors.ts';
import type { Context, Exchange } from '../../context.ts';
import { apple_root_g3 } from '../../vault/wallets/apple-root.ts';

const timeout_ms = 10_000;
const max_answer_bytes = 65_536;
export const limits = {
  connect_timeout_ms: timeout_ms,
  first_byte_timeout_ms: timeout_ms,
  total_timeout_ms: 2 * timeout_ms,
  max_answer_bytes,
};

/** Hosts of merchant sessions (rails 11.1); a page names one, so nothing else is ever called. */
const session_host = /^(cn-)?apple-pay-gateway(-[a-z0-9]+)*\.apple\.com$/;
const session_paths = ['/paymentservices/startSession', '/paymentservices/paymentSession'];
const test_host = /-cert\.apple\.com$/;

const isProduction = ({ config }: Context) => config.environment === 'production';

/** Whether it is an address of Apple's for opening sessions. */
export function isSessionUrl(context: Context, text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const is_plain = url.username === '' && url.password === '' && url.search === '' && !url.hash;
  const is_address = url.protocol === 'https:' && url.port === '' && is_plain;
  if (!is_address || !session_paths.includes(url.pathname)) return false;
  if (test_host.test(url.hostname) && isProduction(context)) return false;
  return session_host.test(url.hostname);
}

/** A call of the simulator. */
export async function labCall(
  context: Context,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const url = `${context.lab_url().replace(/\/+$/, '')}${path}`;
  const headers = { 'content-type': 'application/json' };
  const sent = { url, headers, body: JSON.stringify(body), ...limits };
  const read = readAnswer(z.record(z.string(), z.unknown()), await context.egress.exchange(sent));
  return read ?? refuse('unavailable', 'The simulator is not responding. Try again.');
}

/** What a host answered; null where it gave no answer, or one of another kind. */
export function readAnswer<S extends z.ZodType>(schema: S, answer: Exchange): z.output<S> | null {
  if (answer.kind !== 'answered' || answer.status !== 200) return null;
  try {
    return schema.parse(JSON.parse(answer.body));
  } catch {
    return null;
  }
}

interface LabAuthority {
  root: string;
  session_url: string;
}

/** The simulator's own authority; null where it may not be used. */
export async function labAuthority(context: Context): Promise<LabAuthority | null> {
  if (isProduction(context) || !context.config.allow_lab || context.lab_url() === '') return null;
  const { root, session_url } = await labCall(context, '/apple/authority', {});
  return { root: String(root), session_url: String(session_url) };
}

/** Roots that signatures of payment tokens may lead to. */
export async function appleRoots(context: Context): Promise<string[]> {
  const lab = await labAuthority(context);
  return lab ? [apple_root_g3, lab.root] : [apple_root_g3];
}
