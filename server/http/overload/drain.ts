// Graceful shutdown: no new connection, and requests under way are answered.
import type { Server, ServerResponse } from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A busy client sends its next request within this; it is answered with `connection: close`. */
const quiet_ms = 300;
const poll_interval_ms = 20;

interface DrainState {
  readonly under_way: Set<ServerResponse>;
  /** Who accepts connections: the server and, of the same socket, more. */
  readonly listeners: net.Server[];
  draining: boolean;
}

export interface Drain {
  /** Adds listeners that belong to the server and stop with it (listeners.ts). */
  watch(listeners: readonly net.Server[]): void;
  /** Ends the server, at the latest after that many seconds. */
  end(limit_seconds: number): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain;
  }
}

/** Tracks the responses under way; called once, before the server listens. */
export function makeDrain(server: Server): Drain {
  const state: DrainState = { under_way: new Set(), listeners: [server], draining: false };
  server.prependListener('request', (_request, response) => {
    if (state.draining) response.shouldKeepAlive = false;
    state.under_way.add(response);
    response.once('close', () => state.under_way.delete(response));
  });
  return {
    watch: (listeners) => void state.listeners.push(...listeners),
    end: (limit_seconds) => drain(server, state, limit_seconds),
  };
}

/**
 * Stops accepting and comes back when every request has its answer, at the latest after
 * `limit_seconds`; what is unanswered by then is cut. A connection that is kept alive is not closed
 * under a client that is just writing: its next answer says `connection: close`.
 */
async function drain(server: Server, state: DrainState, limit_seconds: number): Promise<void> {
  if (!server.listening) return;
  state.draining = true;
  for (const response of state.under_way) response.shouldKeepAlive = false;
  // Not the close() of an HTTP server: that one closes idle connections at once.
  const closed = Promise.all(
    state.listeners.map(
      (one) =>
        new Promise<void>((resolve) => net.Server.prototype.close.call(one, () => resolve())),
    ),
  );
  let is_closed = false;
  void closed.then(() => {
    is_closed = true;
  });
  const started = performance.now();
  const passed = () => performance.now() - started;
  const isDrained = () => is_closed || (passed() > quiet_ms && state.under_way.size === 0);
  while (!isDrained() && passed() < limit_seconds * 1_000) await sleep(poll_interval_ms);
  if (state.under_way.size > 0) server.closeAllConnections();
  else server.closeIdleConnections();
}
