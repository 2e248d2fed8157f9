// Refuses what the load shedder would refuse, before the framework makes a request of it.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { RateClass } from '../../../contract/endpoint.ts';
import { failure } from '../envelope.ts';
import { answerHeaders } from '../security-headers.ts';
import { type LoadShedder, overloaded } from './load-shedding.ts';

export interface EarlyRefusal {
  /** Adds the class of a route; `path` as the router knows it: `/api/transaction/:id`. */
  addRoute(method: string, path: string, rate_class: RateClass): void;
}

interface Parts {
  load_shedder: LoadShedder;
  /** The correlation id of an answer. */
  nextId(): string;
  /** Whether every request comes over TLS. */
  secure: boolean;
}

/** A part of a path, and what may follow it: known segments, or anything. */
interface RouteNode {
  rate_class: RateClass | undefined;
  segments: Map<string, RouteNode>;
  any: RouteNode | undefined;
}

const newNode = (): RouteNode => ({ rate_class: undefined, segments: new Map(), any: undefined });

function follow(branch: RouteNode, segments: readonly string[], at = 0): RateClass | undefined {
  const segment = segments[at];
  if (segment === undefined) return branch.rate_class;
  const known = branch.segments.get(segment);
  const rate_class = known && follow(known, segments, at + 1);
  return rate_class ?? (branch.any && follow(branch.any, segments, at + 1));
}

function segmentsOf(method: string, url: string): string[] {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  return [method, ...path.split('/').filter((segment) => segment !== '')];
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
export function refuseEarly(server: Server, { load_shedder, nextId, secure }: Parts): EarlyRefusal {
  const root = newNode();
  type Answer = (request: IncomingMessage, response: ServerResponse) => void;
  const handlers = server.listeners('request') as Answer[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const rate_class = follow(root, segmentsOf(request.method ?? '', request.url ?? ''));
    if (rate_class === undefined || !load_shedder.isOverloaded(rate_class)) {
      for (const answer of handlers) answer(request, response);
      return;
    }
    load_shedder.countShed();
    const { 'x-forwarded-proto': protocol } = request.headers;
    const headers = secure || protocol === 'https' ? secure_headers : plain_headers;
    response.writeHead(503, [...headers, 'x-correlation-id', nextId()]).end(body);
  });
  return {
    addRoute(method, path, rate_class) {
      let branch = root;
      for (const segment of segmentsOf(method, path)) {
        const next = segment.startsWith(':') ? branch.any : branch.segments.get(segment);
        const below = next ?? newNode();
        if (segment.startsWith(':')) branch.any = below;
        else branch.segments.set(segment, below);
        branch = below;
      }
      branch.rate_class = rate_class;
    },
  };
}
