// Transactions to race on, made in the state that a pair of actions needs.
import { settleProcessor } from '../../payments/settlement/close.ts';
import { byBank, good_card } from '../tenants.ts';
import { type Action, amount, type Base } from './model.ts';
import type { RaceWorld } from './race-world.ts';

export interface Target {
  id: string;
  merchant_id: string;
  processor_id: string;
  credential: string;
  base: Base;
  /** The request that made it, for being repeated. */
  made_by: object;
}

const of_action: Readonly<Record<Action, Base>> = {
  capture: 'authorized',
  refund: 'settled',
  void: 'pending_settlement',
  settle: 'pending_settlement',
  return: 'pending_settlement',
  approve: 'flagged',
  decline: 'flagged',
  inquiry: 'pending',
  retry: 'authorized',
};

/** The state in which the first of a pair is at home. */
export const baseOf = (first: Action): Base => of_action[first];

/** A card that outlives every day the races pass. */
const card = { payment_method: { card: { ...good_card, expiration_date: '12/49' } } };

let made = 0;

/** A payment by API; `dies` leaves it as a killed process would. */
async function pay(world: RaceWorld, fields: object, dies = false): Promise<Target> {
  const { m1 } = world.fixture.tenants;
  made += 1;
  const key = `race-${made}`;
  const body = { amount, ...fields, idempotency_key: key, idempotency_time: 2_592_000 };
  const credential = m1.boss.private_key;
  const call = { method: 'POST' as const, path: '/transaction', credential, body };
  if (dies) world.dying.add('next');
  const fire = await world.bursts.load([call], ['']);
  const [answer] = await fire();
  if (answer?.status !== (dies ? 500 : 200)) throw new Error(`a payment answered ${answer?.text}`);
  const { rows } = await world.fixture.owner.query<{ id: string; processor_id: string }>(
    'select id, processor_id from transaction where idempotency_key = $1',
    [key],
  );
  const { id, processor_id } = rows[0] as { id: string; processor_id: string };
  const base = 'pending_settlement';
  return { id, processor_id, merchant_id: m1.account.id, credential, base, made_by: body };
}

/** The next day's batch: a day of a processor closes once. */
export async function closeDay(world: RaceWorld, target: Target): Promise<void> {
  const { system, clock } = world.fixture;
  await settleProcessor(system, target.merchant_id, target.processor_id, clock.now());
}

const day_seconds = 86_400;

/** Held back by a rule after its answer: written as the rule would have left it. */
async function flag({ fixture }: RaceWorld, { id }: Target): Promise<void> {
  await fixture.owner.query(
    "update transaction set status = 'flagged', type = 'sale' where id = $1",
    [id],
  );
  await fixture.owner.query(
    "update transaction_event set to_status = 'flagged' where transaction_id = $1 and sequence = 2",
    [id],
  );
}

/** A settled one; its batch takes whatever else waits. */
async function settled(world: RaceWorld, fields: object): Promise<Target> {
  const target = await pay(world, { type: 'sale', ...fields });
  await world.advance(day_seconds);
  await closeDay(world, target);
  return target;
}

/** Makes the transaction of one round; `returns` where the processor must send it back. */
export async function makeTarget(world: RaceWorld, base: Base, returns: boolean): Promise<Target> {
  switch (base) {
    case 'authorized':
      return { ...(await pay(world, { type: 'authorize', ...card })), base };
    case 'flagged': {
      const target = await pay(world, { type: 'authorize', ...card });
      await flag(world, target);
      return { ...target, base };
    }
    case 'pending': {
      const by = returns ? byBank('000000001') : card;
      const target = await pay(world, { type: 'sale', ...by }, true);
      // Past its deadline: from here on recovery may claim it.
      await world.advance(180);
      return { ...target, base };
    }
    case 'settled':
      return { ...(await settled(world, returns ? byBank('000000002') : card)), base };
    case 'pending_settlement':
      return {
        ...(await pay(world, { type: 'sale', ...(returns ? byBank('000000001') : card) })),
        base,
      };
  }
}
