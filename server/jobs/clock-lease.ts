// One business time for all processes: each leases the offset it uses, and a move waits for all.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { MovableClock } from '../clock.ts';
import { type Context, type Services, systemContext } from '../context.ts';
import { connect } from '../db/database.ts';
import { runPeriodically } from '../process/periodic.ts';

/** Longer than a process may go without a look and still work; by the database's clock. */
const lease_seconds = 5;
/** A process stops working this long after a renewal, before others take its lease for ended. */
const own_lease_ms = 4_000;
const renew_every_ms = 1_000;
const look_every_ms = 20;

/** How far the sandbox's clock has been moved, by whichever process. */
export async function storedOffset(context: Context): Promise<number> {
  const { rows } = await sql<{ offset_ms: number }>`
    select offset_ms from sandbox_clock`.execute(connect(context));
  return rows[0]?.offset_ms ?? 0;
}

/** Tells the rail lab the time; it follows ours and is never ahead of it. */
export async function sendClockToLab(services: Services): Promise<void> {
  const lab = services.lab_url();
  if (!lab) return;
  await services.egress.exchange({
    url: `${lab}/control/clock`,
    body: JSON.stringify({ now: services.clock.now().toISOString() }),
    headers: { 'content-type': 'application/json' },
    connect_timeout_ms: 2_000,
    first_byte_timeout_ms: 5_000,
    total_timeout_ms: 5_000,
    max_answer_bytes: 65_536,
  });
}

/**
 * Keeps the clock of this process equal to the others' until the returned function is called. Work
 * awaits synced() first, which renews a lease that has run out.
 */
export function leaseClock(services: Services, clock: MovableClock): () => Promise<void> {
  const id = services.ids.next();
  const context = () => systemContext(services, id);
  let synced_until_ms = Number.NEGATIVE_INFINITY;
  let renewing: Promise<void> | undefined;

  async function renew(): Promise<void> {
    for (let moved = true; moved; ) {
      const began_ms = clock.monotonicMs();
      // Written before the offset is read: a process that moves the clock meanwhile sees it and
      // waits for the next one.
      await sql`insert into clock_lease (id, offset_ms, seen_at)
        values (${id}, ${clock.offset_ms}, clock_timestamp())
        on conflict (id) do update set offset_ms = excluded.offset_ms,
          seen_at = excluded.seen_at`.execute(connect(context()));
      const stored_ms = await storedOffset(context());
      moved = stored_ms > clock.offset_ms;
      if (moved) {
        clock.setOffset(stored_ms);
        await sendClockToLab(services).catch(() => undefined);
      }
      synced_until_ms = began_ms + own_lease_ms;
    }
  }

  function renewOnce(): Promise<void> {
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  clock.sync = () => (clock.monotonicMs() < synced_until_ms ? undefined : renewOnce());
  clock.lease_id = id;
  const repeated = runPeriodically(
    () =>
      renewOnce().catch((err) =>
        services.log.warn({ err }, 'the sandbox clock could not be synchronized'),
      ),
    renew_every_ms,
  );
  return async () => {
    await repeated.stop();
    clock.sync = null;
    await sql`delete from clock_lease where id = ${id}
      or seen_at < clock_timestamp() - interval '1 hour'`.execute(connect(context()));
  };
}

/** Waits until every other living process uses at least this offset. */
export async function waitForOtherClocks(services: Services, clock: MovableClock): Promise<void> {
  const context = systemContext(services, services.ids.next());
  for (;;) {
    const { rows } = await sql`select 1 from clock_lease
      where id <> ${clock.lease_id} and offset_ms < ${clock.offset_ms}
        and seen_at > clock_timestamp() - make_interval(secs => ${lease_seconds}::int)
      limit 1`.execute(connect(context));
    if (rows.length === 0) return;
    await sleep(look_every_ms);
  }
}
