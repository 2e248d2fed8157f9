// Requests about the audit log, request traces and the mailbox that their owner may make.
import { connect, inTransaction } from '../../db/database.ts';
import type { Case, Owner } from './case-parts.ts';

/** Something that leaves an audit row of the owner's; gives the request's correlation id. */
async function act({ world, caller }: Owner): Promise<string> {
  const credential = caller.private_key;
  const made = await world.call('POST', '/user/apikey', { credential, body: { name: 'acted' } });
  if (made.status !== 200) throw new Error(made.text);
  const key = `/user/apikey/${made.body.data.id}`;
  const removed = await world.call('DELETE', key, { credential });
  return String(removed.headers['x-correlation-id']);
}

async function auditRow(owner: Owner) {
  const request_id = await act(owner);
  return await connect(owner.world.system)
    .selectFrom('audit_log')
    .select(['merchant_id', 'id'])
    .where('request_id', '=', request_id)
    .executeTakeFirstOrThrow();
}

async function letter({ world, merchant }: Owner): Promise<string> {
  const { system } = world;
  await inTransaction(system, merchant.account.id, (tx) =>
    system.mailer.queue(tx, system, {
      account_id: merchant.account.id,
      kind: 'welcome',
      recipient: 'swept@example.com',
      subject: 'Swept',
      lines: ['A letter.'],
    }),
  );
  const row = await connect(system)
    .selectFrom('outgoing_mail')
    .select('id')
    .where('merchant_id', '=', merchant.account.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** An event of the merchant that its consumer could not take. */
async function parkedEvent({ world, merchant }: Owner): Promise<string> {
  const { system } = world;
  const merchant_id = merchant.account.id;
  const id = system.ids.next();
  const now = system.clock.now();
  const event = {
    merchant_id,
    resource_id: id,
    sequence: 1,
    created_at: now,
    next_attempt_at: now,
  };
  const content = { id, kind: 'transaction_update', payload: '{}', delivered_at: now };
  const parked = { id, consumer: 'webhooks', state: 'parked', attempt_count: 10, parked_at: now };
  await inTransaction(system, merchant_id, async (tx) => {
    await tx
      .insertInto('outbox')
      .values({ ...event, ...content })
      .execute();
    await tx
      .insertInto('outbox_retry')
      .values({ ...event, ...parked })
      .execute();
  });
  return id;
}

/** The office's own: nobody else has it. */
function parked(body: Record<string, unknown> = {}): Case {
  return {
    owned: ['merchantId', 'id'],
    make: async (owner) => ({
      params: { merchantId: owner.merchant.account.id, id: await parkedEvent(owner) },
      body,
    }),
  };
}

export const audit_cases: Readonly<Record<string, Case>> = {
  'GET /audit/{merchantId}/{id}': {
    owned: ['merchantId', 'id'],
    make: async (owner) => {
      const { merchant_id, id } = await auditRow(owner);
      return { params: { merchantId: merchant_id, id } };
    },
  },
  'GET /trace/{correlation_id}': {
    owned: ['correlation_id'],
    make: async (owner) => ({ params: { correlation_id: await act(owner) } }),
  },
  'GET /parked-event/{merchantId}/{id}': parked(),
  'POST /parked-event/{merchantId}/{id}/retry': parked(),
  'POST /parked-event/{merchantId}/{id}/discard': parked({ reason: 'swept' }),
  'POST /parked-events/retry': {
    owned: [],
    make: async () => ({ params: {}, body: { consumer: 'webhooks' } }),
  },
  'GET /mailbox/{id}': {
    owned: ['id'],
    make: async (owner) => ({ params: { id: await letter(owner) } }),
  },
  // Its path is its own leave: whoever has it may see the page.
  'GET /mailbox/page/{ticket}': {
    owned: [],
    make: async () => ({ params: { ticket: 'none' } }),
  },
};
