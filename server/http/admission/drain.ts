// Graceful shutdown: no new connection, and requests under way are answered.
import type { Server, ServerResponse } from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A busy client sends its next request within this; it is answered with `connection: close`. */
const quiet_ms = 300;
const look_every_ms = 20;

interface Life {
  readonly under_way: Set<ServerResponse>;
  /** Who accepts connections: the server and, of the same socket, more. */
  readonly listeners: net.Server[];
  draining: boolean;
}

export interface Drain {
  /** Adds listeners that belong to the server and stop with it (accept.ts). */
  watch(listeners: readonly net.Server[]): void;
  /** Ends the server, at the latest after that many seconds. */
  end(limit_seconds: number): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain;
  }
}

/** Keeps the book of answers under way; called once, before the server listens. */
export function makeDrain(server: Server): Drain {
  const life: Life = { under_way: new Set(), listeners: [server], draining: false };
  server.prependListener('request', (_request, response) => {
    if (life.draining) response.shouldKeepAlive = false;
    life.under_way.add(response);
    response.once('close', () => life.under_way.delete(response));
  });
  return {
    watch: (listeners) => void life.listeners.push(...listeners),
    end: (limit_seconds) => drain(server, life, limit_seconds),
  };
}

/**
 * Stops accepting and comes back when every request has its answer, at the latest after
 * `limit_seconds`; what is unanswered by then is cut. A connection that is kept alive is not closed
 * under a client that is just writing: its next answer says `connection: close`.
 */
async function drain(server: Server, life: Life, limit_seconds: number): Promise<void> {
  if (!server.listening) return;
  life.draining = true;
  for (const response of life.under_way) response.shouldKeepAlive = false;
  // Not the close() of an HTTP server: that one closes idle connections at once.
  const closed = Promise.all(
    life.listeners.map(
      (one) =>
        new Promise<void>((resolve) => net.Server.prototype.close.call(one, () => resolve())),
    ),
  );
  let gone = false;
  void closed.then(() => {
    gone = true;
  });
  const started = performance.now();
  const passed = () => performance.now() - started;
  const over = () => gone || (passed() > quiet_ms && life.under_way.size === 0);
  while (!over() && passed() < limit_seconds * 1_000) await sleep(look_every_ms);
  if (life.under_way.size > 0) server.closeAllConnections();
  else server.closeIdleConnections();
}
