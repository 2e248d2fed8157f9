// Settlement as jobs: one for each processor and local day, in the order they fall due.
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../db/database.ts';
import { makeRunner, type Runner } from '../../jobs/runner.ts';
import { card_processor } from '../../testing/settlement-items.ts';
import { addProcessor, tree } from '../../testing/worlds/search-world.ts';
import { openSettlementWorld } from '../../testing/worlds/settlement-world.ts';
import { settlementJobs } from './jobs.ts';
import { planSettlement } from './plan.ts';
import { momentOf, nextSettlement } from './schedule.ts';

let runner: Runner;
const day_ms = 86_400_000;
const new_york = { timezone: 'America/New_York', settle_at: '22:00:00' };

const world = openSettlementWorld();
beforeAll(() => {
  runner = makeRunner(world.services, settlementJobs);
});

interface Planned {
  key: string;
  due_at: Date;
}

async function planned(processor_id: string): Promise<Planned[]> {
  const rows = await connect(world.system)
    .selectFrom('job')
    .select(['key', 'due_at'])
    .where('name', '=', 'settlement')
    .where('merchant_id', '=', tree.merchant)
    .orderBy('due_at')
    .execute();
  return rows.filter((row) => row.key.includes(processor_id));
}

async function update(id: string, changes: Record<string, string>): Promise<void> {
  await connect(world.system, tree.merchant)
    .updateTable('processor')
    .set(changes)
    .where('merchant_id', '=', tree.merchant)
    .where('id', '=', id)
    .execute();
}

describe('the jobs of settlement', () => {
  it('stand on the list from the start, the next of each processor', async () => {
    await runner.start();
    await runner.stop();
    await runner.runDue(world.clock.now());
    const next = nextSettlement(new_york, world.clock.now());
    const [job, ...others] = await planned(card_processor);
    expect(job?.due_at).toEqual(next);
    expect(others).toEqual([]);
  });

  it('settle on the day and put the next day on the list, as the clock passes', async () => {
    const sale = await world.pending();
    const first = nextSettlement(new_york, world.clock.now());
    const end = new Date(first.getTime() + 2.5 * day_ms);
    await runner.runDue(end, (due_at) => world.moveTo(due_at));
    expect(await world.row(sale)).toMatchObject({ status: 'settled' });
    const settled_at = (await world.row(sale)).settled_at as Date;
    expect(settled_at.getTime() - first.getTime()).toBeLessThan(60_000);
    const [job] = await planned(card_processor);
    expect(job?.due_at).toEqual(nextSettlement(new_york, end));
  });

  it('leave a day closed whose time is moved to later', async () => {
    const sale = await world.pending();
    const due = nextSettlement(new_york, world.clock.now());
    await runner.runDue(due, (due_at) => world.moveTo(due_at));
    expect((await world.row(sale)).status).toBe('settled');
    const before = await planned(card_processor);
    await update(card_processor, { settle_at: '23:00:00' });
    await planSettlement(world.system, tree.merchant, card_processor);
    expect((await planned(card_processor)).map(({ key }) => key)).toEqual(
      before.map(({ key }) => key),
    );
    await update(card_processor, { settle_at: '22:00:00' });
    await planSettlement(world.system, tree.merchant, card_processor);
    expect(await planned(card_processor)).toEqual(before);
  });

  it('ask a host that did not answer a quarter of an hour later', async () => {
    const sale = await world.pending();
    const due = nextSettlement(new_york, world.clock.now());
    await world.script('close_batch', 'drop_before_commit');
    await runner.runDue(due, (due_at) => world.moveTo(due_at));
    expect((await world.row(sale)).status).toBe('pending_settlement');
    expect(await planned(card_processor)).toHaveLength(2);
    const later = new Date(due.getTime() + 20 * 60_000);
    await runner.runDue(later, (due_at) => world.moveTo(due_at));
    expect((await world.row(sale)).status).toBe('settled');
    expect(await planned(card_processor)).toHaveLength(1);
  });

  it('follow a processor whose time is moved, earlier and later', async () => {
    const id = 'processor000000moved';
    await addProcessor(world.system, tree.merchant, id, { timezone: 'UTC', settle_at: '12:00:00' });
    await planSettlement(world.system, tree.merchant, id);
    const next = nextSettlement({ timezone: 'UTC', settle_at: '12:00:00' }, world.clock.now());
    const on = next.toISOString().slice(0, 10);
    expect((await planned(id))[0]?.due_at).toEqual(next);
    await update(id, { settle_at: '11:30:00' });
    await world.moveTo(new Date(next.getTime() - 3_600_000));
    await planSettlement(world.system, tree.merchant, id);
    const earlier = momentOf(on, { timezone: 'UTC', settle_at: '11:30:00' });
    expect((await planned(id))[0]?.due_at).toEqual(earlier);
    await update(id, { settle_at: '18:00:00' });
    await runner.runDue(earlier, (due_at) => world.moveTo(due_at));
    const later = momentOf(on, { timezone: 'UTC', settle_at: '18:00:00' });
    expect((await planned(id))[0]?.due_at).toEqual(later);
  });

  it('say of which processor none could be planned, and plan the others', async () => {
    const [bad, good] = ['processor000untimed0', 'processor00000timed0'];
    await addProcessor(world.system, tree.merchant, bad, { settle_at: 'late' });
    await addProcessor(world.system, tree.merchant, good);
    const logged: Record<string, unknown>[] = [];
    const log = pino({ level: 'error' }, { write: (line) => void logged.push(JSON.parse(line)) });
    const context = { ...world.system, log };
    const [plan] = settlementJobs;
    await plan?.run(context, { due_at: world.clock.now() } as never);
    expect(logged).toMatchObject([
      { alert: 'not_planned', merchant_id: tree.merchant, processor_id: bad },
    ]);
    expect(await planned(good)).toHaveLength(1);
  });

  it('leave out what settles by other means or not at all', async () => {
    const plans: Record<string, Record<string, string>> = {
      processor00000manual: { features: JSON.stringify({ disable_auto_settle: true }) },
      processor00released0: { status: 'released' },
      processor0000000cash: { type: 'cash' },
      processor00configure: { type: 'nmi' },
    };
    for (const [id, plan] of Object.entries(plans)) {
      await addProcessor(world.system, tree.merchant, id, plan);
      await planSettlement(world.system, tree.merchant, id);
      expect(await planned(id)).toEqual([]);
      // A job that was planned before is over, too.
      const on = new Date(world.clock.now().getTime() + day_ms).toISOString().slice(0, 10);
      const job = { merchant_id: tree.merchant, payload: { processor_id: id, on } };
      expect(await settlementJobs[1]?.run(world.system, job as never)).toBeNull();
    }
    const disabled = 'processor00disabled0';
    await addProcessor(world.system, tree.merchant, disabled, { status: 'disabled' });
    await planSettlement(world.system, tree.merchant, disabled);
    expect(await planned(disabled)).toHaveLength(1);
  });
});
