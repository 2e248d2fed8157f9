// Scripts of the control API: matching requests behave as ordered; and how a request is scrubbed.
import { type Body, badRequest, part, text } from './request.ts';
import type { Fault, Verdict } from './triggers.ts';
import type { World } from './world.ts';

interface Script {
  reference: string;
  operation: string;
  last_four: string;
  /** Uses left; Infinity until reset. */
  left: number;
  verdict: Verdict | null;
  fault: Fault | null;
}

export interface Logged {
  n: number;
  at: string;
  path: string;
  reference: string;
  request: Body;
  http_status: number;
  network_code: string;
}

export interface Scripts {
  add(body: Body): void;
  /** The first script that fits this request, used up by one. */
  take(path: string, body: Body, world: World): { verdict: Verdict | null; fault: Fault | null };
  reset(): void;
  waiting(): number;
}

const plain_faults = [
  'drop_before_commit',
  'hang_committed',
  'hang_not_committed',
  'http_502_committed',
  'garbage_committed',
  'no_json_committed',
  'http_500_committed',
  'reset_before_commit',
  'reset_after_commit',
  'duplicate_answer',
  'wrong_amount',
  'wrong_currency',
  'wrong_reference',
  'busy',
  'down',
] as const;

function number(body: Body, name: string, most: number): number {
  const value = body[name];
  const fits = typeof value === 'number' && value >= 0 && value <= most;
  return fits ? value : badRequest(`action.${name}`);
}

/** Reads `{do, …}` of lab/sierra.md into a verdict or a fault; 400 where it is neither. */
function readAction(action: Body): { verdict: Verdict | null; fault: Fault | null } {
  const order = text(action, 'do');
  const plain = plain_faults.find((name) => name === order);
  if (plain) return { verdict: null, fault: { do: plain } };
  switch (order) {
    case 'approve':
      return { verdict: { do: 'approve' }, fault: { do: 'none' } };
    case 'decline': {
      const code = text(action, 'code');
      if (!/^[0-9A-Z]{2,3}$/.test(code)) return badRequest('action.code');
      return { verdict: { do: 'decline', code }, fault: null };
    }
    case 'partial':
      return {
        verdict: { do: 'partial', percent: Math.floor(number(action, 'percent', 100)) },
        fault: null,
      };
    case 'delay':
      return { verdict: null, fault: { do: 'delay', ms: number(action, 'ms', 600_000) } };
    case 'drop_after_commit':
      return { verdict: null, fault: { do: 'drop_after_commit', ms: 0 } };
    case 'slow_answer':
      return { verdict: null, fault: { do: 'slow_answer', ms: number(action, 'ms', 60_000) } };
    case 'late_inquiry':
    case 'late_after_not_found': {
      const seconds = number(action, 'seconds', 31_536_000);
      return { verdict: null, fault: { do: order, seconds } };
    }
    default:
      return badRequest('action.do');
  }
}

/** Last four digits of what a request pays with, or of the item it names. */
function lastFour(body: Body, world: World): string {
  const pays = part(body, 'card').number ?? part(body, 'ach').account_number;
  if (typeof pays === 'string') return pays.slice(-4);
  return world.items.get(text(body, 'transaction_id'))?.last_four ?? '';
}

export function openScripts(): Scripts {
  let scripts: Script[] = [];
  return {
    add: (body) => {
      const match = part(body, 'match');
      const times = body.times ?? 1;
      if (!Number.isInteger(times) || (times as number) < 0) badRequest('times');
      scripts.push({
        reference: text(match, 'reference'),
        operation: text(match, 'operation'),
        last_four: text(match, 'last_four'),
        left: times === 0 ? Number.POSITIVE_INFINITY : (times as number),
        ...readAction(part(body, 'action')),
      });
    },
    take: (path, body, world) => {
      if (scripts.length === 0) return { verdict: null, fault: null };
      const operation = path.slice(path.lastIndexOf('/') + 1);
      const script = scripts.find(
        (s) =>
          (s.reference === '' || s.reference === body.reference) &&
          (s.operation === '' || s.operation === operation || `/${s.operation}` === path) &&
          (s.last_four === '' || s.last_four === lastFour(body, world)),
      );
      if (!script) return { verdict: null, fault: null };
      script.left -= 1;
      scripts = scripts.filter((s) => s.left > 0);
      return script;
    },
    reset: () => {
      scripts = [];
    },
    waiting: () => scripts.length,
  };
}

/** A request as it may be kept: no number, CVV, expiry or account number. */
export function scrubbed(body: Body): Body {
  const { card, ach, cards, credentials: _, Authkey: __, ...rest } = body;
  const stored: Body = { ...rest, ...(Array.isArray(cards) && { card_count: cards.length }) };
  if (typeof card === 'object' && card !== null) {
    const { number, entry, eci, cryptogram } = card as Body;
    const whole = String(number ?? '');
    const network_token = cryptogram ? { entry, eci, has_cryptogram: true } : {};
    stored.card = { first_six: whole.slice(0, 6), last_four: whole.slice(-4), ...network_token };
  }
  if (typeof ach === 'object' && ach !== null) {
    const { routing_number, account_number } = ach as Body;
    stored.ach = { routing_number, last_four: String(account_number ?? '').slice(-4) };
  }
  return stored;
}
