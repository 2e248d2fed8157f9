// Moves business time forward and runs everything that falls due on the way, in order (Q17).
import { sql } from 'kysely';
import { refuse } from '../../contract/errors.ts';
import { type clock, farthest_seconds } from '../../contract/platform/sandbox-clock.ts';
import type { MovableClock } from '../clock.ts';
import type { Context } from '../context.ts';
import { audit } from '../db/audit-log/audit-log.ts';
import { connect, inTransaction } from '../db/database.ts';
import type { Handlers } from '../http/serve.ts';
import { sendClockToLab, storedOffset, waitForOtherClocks } from './clock-lease.ts';
import type { Runner } from './runner.ts';

/** Sets the clock to where it was left; real speed goes on from there. */
export async function restoreClock(context: Context, movable: MovableClock): Promise<void> {
  movable.setOffset(Math.max(await storedOffset(context), movable.offset_ms));
}

/** Remembers how far business time is ahead; a later start goes on from there. */
export async function storeOffset(context: Context, offset_ms: number): Promise<void> {
  await sql`insert into sandbox_clock (id, offset_ms, moved_at)
    values ('clock', ${offset_ms}, ${context.clock.real()})
    on conflict (id) do update set
      offset_ms = greatest(sandbox_clock.offset_ms, excluded.offset_ms),
      moved_at = excluded.moved_at`.execute(connect(context));
}

/** Any fixed number: one move at a time. */
const move_lock = 7_233_116;

/** Two moves at once, here or in another process, follow each other. */
async function alone(context: Context, work: () => Promise<void>): Promise<void> {
  const client = await context.database.exportClient(context, 'product');
  try {
    await client.query('select pg_advisory_lock($1)', [move_lock]);
    await work();
  } finally {
    // The lock ends with its connection, whatever state that is in.
    client.release(true);
  }
}

/** A move that a job ends early has moved the clock, too. */
async function auditMove(context: Context, before: Date): Promise<void> {
  const merchant_id = context.actor.account_id;
  await inTransaction(context, merchant_id, (tx) =>
    audit(tx, context, {
      ...{ verb: 'move', noun: 'clock', id: 'clock', merchant_id },
      before: { now: before },
      after: { now: context.clock.now() },
    }),
  );
}

export function clockHandlers(movable: MovableClock, runner: () => Runner): Handlers<typeof clock> {
  async function state(context: Context) {
    return {
      now: context.clock.now().toISOString(),
      offset_seconds: movable.offset_ms / 1000,
      jobs: await runner().list(),
    };
  }

  function targetOf(context: Context, input: { to?: string; advance_seconds?: number }): Date {
    const now = context.clock.now();
    if ((input.to === undefined) === (input.advance_seconds === undefined)) {
      refuse('invalid', 'bad request error: send either to or advance_seconds');
    }
    if (input.to === undefined) {
      return new Date(now.getTime() + (input.advance_seconds as number) * 1000);
    }
    const target = new Date(input.to);
    if (target < now)
      refuse('invalid', 'bad request error: invalid To: the clock only moves forward');
    if (target.getTime() - now.getTime() > farthest_seconds * 1000) {
      refuse('invalid', 'bad request error: invalid To: it is too far ahead');
    }
    return target;
  }

  async function moveTo(context: Context, target: Date): Promise<void> {
    const ahead_ms = target.getTime() - context.clock.now().getTime();
    if (ahead_ms <= 0) return;
    movable.setOffset(movable.offset_ms + ahead_ms);
    await storeOffset(context, movable.offset_ms);
    await sendClockToLab(context);
  }

  function refuseInProduction(context: Context): void {
    if (context.config.environment === 'production') {
      refuse('refused', 'the sandbox clock is not available in production');
    }
  }

  return {
    get: async (context) => {
      refuseInProduction(context);
      return await state(context);
    },
    move: async (context, _params, input) => {
      refuseInProduction(context);
      const target = targetOf(context, input);
      const before = context.clock.now();
      await alone(context, async () => {
        await runner().runDue(target, (due_at) => moveTo(context, due_at));
        await moveTo(context, target);
        const arrived = context.clock.now();
        await runner().runDue(arrived, (due_at) => moveTo(context, due_at));
        await waitForOtherClocks(context, movable);
      }).finally(() => auditMove(context, before));
      return await state(context);
    },
  };
}
