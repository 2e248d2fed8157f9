// Refuses what the load shedder would refuse, before the framework makes a request of it.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Cost } from '../../../contract/endpoint.ts';
import { failure } from '../envelope.ts';
import { answerHeaders } from '../security-headers.ts';
import { type LoadShedder, overloaded } from './load-shedding.ts';

export interface EarlyRefusal {
  /** Adds the class of a route; `path` as the router knows it: `/api/transaction/:id`. */
  addRoute(method: string, path: string, cost: Cost): void;
}

interface Parts {
  admission: LoadShedder;
  /** The correlation id of an answer. */
  nextId(): string;
  /** Whether every request comes over TLS. */
  secure: boolean;
}

/** A part of a path, and what may follow it: known words, or anything. */
interface Branch {
  cost: Cost | undefined;
  words: Map<string, Branch>;
  any: Branch | undefined;
}

const newBranch = (): Branch => ({ cost: undefined, words: new Map(), any: undefined });

function follow(branch: Branch, words: readonly string[], at = 0): Cost | undefined {
  const word = words[at];
  if (word === undefined) return branch.cost;
  const known = branch.words.get(word);
  const cost = known && follow(known, words, at + 1);
  return cost ?? (branch.any && follow(branch.any, words, at + 1));
}

function wordsOf(method: string, url: string): string[] {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  return [method, ...path.split('/').filter((word) => word !== '')];
}

const body = JSON.stringify(failure(overloaded.message));

/** Names and values alternately, ready to be written. */
function headersOf(secure: boolean): string[] {
  return Object.entries({
    ...answerHeaders(secure),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'retry-after': String(overloaded.retry_after_seconds),
  }).flat();
}

const plain_headers = headersOf(false);
const secure_headers = headersOf(true);

/**
 * Answers in place of the server's request handlers where a route's class is overloaded. A refusal
 * by the framework costs three times as much, and under three times the load a server can bear most
 * answers are refusals. Unknown routes are left to the load shedder itself.
 */
export function refuseEarly(server: Server, { admission, nextId, secure }: Parts): EarlyRefusal {
  const root = newBranch();
  type Answer = (request: IncomingMessage, response: ServerResponse) => void;
  const handlers = server.listeners('request') as Answer[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const cost = follow(root, wordsOf(request.method ?? '', request.url ?? ''));
    if (cost === undefined || !admission.isOverloaded(cost)) {
      for (const answer of handlers) answer(request, response);
      return;
    }
    admission.countShed();
    const { 'x-forwarded-proto': protocol } = request.headers;
    const headers = secure || protocol === 'https' ? secure_headers : plain_headers;
    response.writeHead(503, [...headers, 'x-correlation-id', nextId()]).end(body);
  });
  return {
    addRoute(method, path, cost) {
      let branch = root;
      for (const word of wordsOf(method, path)) {
        const next = word.startsWith(':') ? branch.any : branch.words.get(word);
        const below = next ?? newBranch();
        if (word.startsWith(':')) branch.any = below;
        else branch.words.set(word, below);
        branch = below;
      }
      branch.cost = cost;
    },
  };
}
