// For tests of terminals: a money world with terminals of its merchant, by the end of their TPN.
import { expect } from 'vitest';
import type { Method } from '../../../contract/endpoint.ts';
import { type MoneyWorld, makeMoneyWorld, openAudited } from './money-world.ts';
import type { Answer, WorldOptions } from './world.ts';

/** What the simulated terminals do, by the last figure of their TPN (lab/spin/spin.md). */
export const tpns = {
  approves: '000000000001',
  declines: '000000000002',
  fails: '000000000003',
  adds_tip: '000000000004',
  busy: '000000000005',
  offline: '000000000006',
  late: '000000000007',
  waits: '000000000008',
} as const;

export interface TerminalWorld extends MoneyWorld {
  /** Sets a terminal of m1 up, as its partner does; gives its id. */
  terminal(tpn: string, overrides?: object): Promise<string>;
  /** A call of the partner above m1. */
  byPartner(method: Method, path: string, body?: object): Promise<Answer>;
  /** A payment at a terminal. */
  at(id: string, overrides?: object, method?: object): Promise<Answer>;
  /** What the lab's terminals were asked, oldest first: the last part of each path. */
  asked(): Promise<string[]>;
  /** Closes the batch of a terminal. */
  settleTerminal(id: string): Promise<Answer>;
  /** What the lab's terminals do with the next request of this name: `busy`, for example. */
  script(operation: string, action: string): Promise<void>;
}

export async function makeTerminalWorld(options: WorldOptions = {}): Promise<TerminalWorld> {
  const w = await makeMoneyWorld(options);
  const { account } = w.m1;
  const credential = w.tenants.p1.boss.private_key;
  const byPartner = (method: Method, path: string, body: object = {}) =>
    w.world.call(method, path, { credential, ...(method !== 'GET' && { body }) });
  return {
    ...w,
    byPartner,
    async terminal(tpn, overrides = {}) {
      const body = {
        tpn,
        auth_key: 'a1b2c3d4e5',
        description: `Desk ${tpn.slice(-2)}`,
        ...overrides,
      };
      const answer = await byPartner('POST', `/merchant/${account.id}/terminal`, body);
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data.id;
    },
    at: (id, overrides = {}, method = {}) => {
      const payment_method = { terminal: { id, ...method } };
      return w.post('/transaction', { type: 'sale', amount: 1000, payment_method, ...overrides });
    },
    async asked() {
      const answer = await fetch(`${w.world.lab?.url}/control/requests`);
      const { requests } = (await answer.json()) as { requests: { path: string }[] };
      return requests
        .filter(({ path }) => path.startsWith('/spin/'))
        .map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
    },
    settleTerminal: (id) => w.post(`/terminal/${id}/settle`),
    async script(operation, action) {
      const order = { match: { operation }, action: { do: action } };
      const body = JSON.stringify(order);
      const answer = await fetch(`${w.world.lab?.url}/control/script`, { method: 'POST', body });
      expect(answer.status).toBe(200);
    },
  };
}

/** The terminal world of a test file; to be called at its top. Its books are audited at the end. */
export const openTerminalWorld = (options: WorldOptions = {}): TerminalWorld =>
  openAudited(() => makeTerminalWorld(options));
