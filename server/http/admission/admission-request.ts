// A request at the door: takes its place before anything of it is read, and gives it back.
import type { FastifyRequest } from 'fastify';
import type { Cost } from '../../../contract/endpoint.ts';
import { Refusal } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import type { Admission, Place } from './admission.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** null until the request was let in, and where it was shed. */
    place: Place | null;
  }
}

/** Waits for the request's place. Throws 503 `unavailable` where it is shed (quality F19). */
export async function takePlace(
  admission: Admission,
  request: FastifyRequest,
  cost: Cost,
): Promise<void> {
  const place = admission.enter(cost);
  if (!(place instanceof Promise)) {
    request.place = place;
    return;
  }
  request.place = await place;
  if (!request.raw.socket?.destroyed) return;
  // Nobody waits for the answer any more, and nothing has begun.
  request.place.leave();
  throw new Refusal('unavailable', 'service unavailable: the connection was closed');
}

/** The request's context: while it waits for others, its place belongs to others too. */
export function withPlace(context: Context, place: Place | null): Context {
  if (!place) return context;
  const { egress } = context;
  const exchange: typeof egress.exchange = (asked) => place.outside(() => egress.exchange(asked));
  return {
    ...context,
    egress: { ...egress, exchange },
    outside: (work) => place.outside(work),
  };
}
