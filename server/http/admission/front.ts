// The front of the door: whom the door would turn away is answered before a request is made of it.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Cost } from '../../../contract/endpoint.ts';
import { failure } from '../envelope.ts';
import { answerHeaders } from '../security-headers.ts';
import { type Admission, crowded } from './admission.ts';

export interface Front {
  /** Tells the class of a route; `path` as the router knows it: `/api/transaction/:id`. */
  learn(method: string, path: string, cost: Cost): void;
}

interface Parts {
  admission: Admission;
  /** The correlation id of an answer. */
  nextId(): string;
  /** Whether everybody comes over TLS. */
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

const body = JSON.stringify(failure(crowded.message));

/** Names and values by turns, ready to be written. */
function headersOf(secure: boolean): string[] {
  return Object.entries({
    ...answerHeaders(secure),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'retry-after': String(crowded.retry_after_seconds),
  }).flat();
}

const plain_headers = headersOf(false);
const secure_headers = headersOf(true);

/**
 * Stands before whatever answers the server's requests. A refusal through the whole frame costs
 * three times as much, and a server that is asked three times what it can do makes mostly
 * refusals. Whom this does not know, or lets pass, the door itself still may turn away.
 */
export function standInFront(server: Server, { admission, nextId, secure }: Parts): Front {
  const root = newBranch();
  type Answer = (request: IncomingMessage, response: ServerResponse) => void;
  const behind = server.listeners('request') as Answer[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const cost = follow(root, wordsOf(request.method ?? '', request.url ?? ''));
    if (cost === undefined || !admission.isCrowded(cost)) {
      for (const answer of behind) answer(request, response);
      return;
    }
    admission.refused();
    const { 'x-forwarded-proto': protocol } = request.headers;
    const headers = secure || protocol === 'https' ? secure_headers : plain_headers;
    response.writeHead(503, [...headers, 'x-correlation-id', nextId()]).end(body);
  });
  return {
    learn(method, path, cost) {
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
