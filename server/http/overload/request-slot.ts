// A request's slot at the load shedder: acquired before the body is read, released with the answer.
import type { FastifyRequest } from 'fastify';
import type { RateClass } from '../../../contract/endpoint.ts';
import { Refusal } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import type { LoadShedder, Slot } from './load-shedding.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** null until the request has one, and where it was shed. */
    slot: Slot | null;
  }
}

/** Waits for the request's slot. Throws 503 `unavailable` where it is shed (quality F19). */
export async function acquireSlot(
  shedder: LoadShedder,
  request: FastifyRequest,
  rate_class: RateClass,
): Promise<void> {
  const slot = shedder.acquire(rate_class);
  if (!(slot instanceof Promise)) {
    request.slot = slot;
    return;
  }
  request.slot = await slot;
  if (!request.raw.socket?.destroyed) return;
  // The client has gone and nothing has begun.
  request.slot.release();
  throw new Refusal('unavailable', 'service unavailable: the connection was closed');
}

/** The request's context: its slot is free while it waits for another system. */
export function withSlot(context: Context, slot: Slot | null): Context {
  if (!slot) return context;
  const { egress } = context;
  const exchange: typeof egress.exchange = (outgoing) =>
    slot.withoutSlot(() => egress.exchange(outgoing));
  return {
    ...context,
    egress: { ...egress, exchange },
    withoutSlot: (work) => slot.withoutSlot(work),
  };
}
