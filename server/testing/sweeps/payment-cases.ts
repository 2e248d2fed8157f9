// Requests about processors, transactions, unresolved attempts and settlement that their owner may
// make.
import { create as createTerminal } from '../../payments/terminals/change-record.ts';
import { good_card } from '../tenants.ts';
import { about, type Case, type Owner, ofMerchant, says } from './case-parts.ts';
import {
  batchIn,
  flaggedTransaction,
  lostAttempt,
  settledTransaction,
  unansweredBatch,
} from './transactions.ts';

type Body = Record<string, unknown>;

async function pay(owner: Owner, body: Body = {}): Promise<string> {
  const { world, merchant } = owner;
  const answer = await world.call('POST', '/transaction', {
    credential: merchant.boss.private_key,
    body: { ...card_sale(), ...body },
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data.id;
}

const card_sale = (): Body => ({
  type: 'sale',
  amount: 1299,
  payment_method: { card: good_card },
});

/** A transaction of the merchant, in the short form and in the one with the merchant's id. */
function transaction(make: (owner: Owner) => Promise<string>, body: Body = {}): Case {
  return about(['id'], async (owner) => ({ params: { id: await make(owner) }, body }));
}
function transactionOf(make: (owner: Owner) => Promise<string>): Case {
  return about(['merchantId', 'id'], async (owner) => ({
    params: { merchantId: owner.merchant.account.id, id: await make(owner) },
    body: {},
  }));
}
const searchOf = about(['merchantId'], async ({ merchant }) => ({
  params: { merchantId: merchant.account.id },
  body: {},
}));

const sale = (owner: Owner) => pay(owner);
const hold = (owner: Owner) => pay(owner, { type: 'authorize' });
const settled = ({ world, merchant }: Owner) => settledTransaction(world, merchant);
const flagged = (status: 'flagged' | 'flagged_partner') => (owner: Owner) =>
  flaggedTransaction(owner.world, owner.merchant, status);

/** One row of a call that takes several. */
function several(make: (owner: Owner) => Promise<string>, row: Body = {}): Case {
  return about([], async (owner) => ({
    params: {},
    body: { transactions: [{ id: await make(owner), ...row }] },
  }));
}

/** An attempt whose answer was lost and which waits for a person; the operator's own. */
function unresolved(body: Body): Case {
  return about(['merchantId', 'attemptId'], async ({ world, merchant }) => ({
    params: { merchantId: merchant.account.id, attemptId: await lostAttempt(world, merchant) },
    body,
  }));
}

const new_processor = {
  type: 'tsys_sierra',
  name: 'Another',
  settings: { mid: '000000000002' },
};

/** A fresh processor, which nothing else uses. */
function processor(body: Body = {}, words: Record<string, string> = {}): Case {
  return about(['mid', 'id'], async ({ world, merchant, caller }) => {
    const mid = merchant.account.id;
    const above = caller.user.account_type === 'merchant' ? null : caller.private_key;
    if (above === null) return { params: { mid, id: merchant.processors.card, ...words }, body };
    const path = `/merchant/${mid}/processor`;
    const made = await world.call('POST', path, { credential: above, body: new_processor });
    if (made.status !== 200) throw new Error(made.text);
    return { params: { mid, id: made.body.data.id, ...words }, body };
  });
}

function batch(state: 'mismatch' | 'unknown', body: Body = {}): Case {
  return about(['merchantId', 'id'], async ({ world, merchant }) => ({
    params: { merchantId: merchant.account.id, id: await batchIn(world, merchant, state) },
    body,
  }));
}

/** A terminal's batch whose close was not answered; the lab closed it as its first. */
function unanswered(body: Body): Case {
  return about(['merchantId', 'id'], async (owner) => {
    const { world, merchant } = owner;
    const terminal = await newTerminal(owner);
    await pay(owner, { payment_method: { terminal: { id: terminal.id } } });
    const id = await unansweredBatch(world, merchant, terminal.id);
    return { params: { merchantId: merchant.account.id, id }, body };
  });
}

let tpn_count = 0;
const newTpn = (end: string): string => {
  tpn_count += 1;
  return `${String(tpn_count).padStart(11, '0')}${end}`;
};

const newTerminal = ({ world: { system }, merchant }: Owner, end = '1') =>
  createTerminal(system, { mid: merchant.account.id }, { tpn: newTpn(end) });

/** A fresh terminal of the merchant, whoever calls. */
function terminal(body: Body = {}, words: Record<string, string> = {}): Case {
  return about(['mid', 'id'], async (owner) => {
    const { id, merchant_id: mid } = await newTerminal(owner);
    return { params: { mid, id, ...words }, body };
  });
}
/** With something to settle it would leave a row for the batch, too. */
const settlingTerminal = about(['id'], async (owner) => {
  const { id } = await newTerminal(owner);
  return { params: { id }, body: {} };
});
/** A terminal that waits for its payer. */
const waitingTerminal = about(['id'], async (owner) => {
  const { id, merchant_id: mid } = await newTerminal(owner, '8');
  void pay(owner, { payment_method: { terminal: { id } } }).catch(() => undefined);
  const credential = owner.merchant.boss.private_key;
  const path = `/merchant/${mid}/terminal/${id}`;
  for (let tries = 0; tries < 100; tries++) {
    const { body } = await owner.world.call('GET', path, { credential });
    if (body.data.transaction_id !== '') break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { params: { id }, body: {} };
});

/** A fresh card reader of the merchant. */
function device(body: Body = {}, words: Record<string, string> = {}): Case {
  return about(['mid', 'id'], async ({ world, merchant }) => {
    const mid = merchant.account.id;
    const made = await world.call('POST', `/merchant/${mid}/device`, {
      credential: merchant.boss.private_key,
      body: { friendly_name: 'Counter' },
    });
    if (made.status !== 200) throw new Error(made.text);
    return { params: { mid, id: made.body.data.id, ...words }, body };
  });
}

export const payment_cases: Readonly<Record<string, Case>> = {
  'GET /merchant/{mid}/processors': ofMerchant({}, {}, 'mid'),
  'POST /merchant/{mid}/processor': ofMerchant(new_processor, {}, 'mid'),
  'GET /merchant/{mid}/processor/{id}': processor(),
  'POST /merchant/{mid}/processor/{id}': processor({ name: 'Renamed' }),
  'DELETE /merchant/{mid}/processor/{id}': processor(),
  'POST /merchant/{mid}/processor/{id}/test': processor(),
  'GET /merchant/{mid}/processor/{id}/status/{action}': processor({}, { action: 'disable' }),
  'POST /merchant/{mid}/processor/{id}/status/{action}': processor({}, { action: 'release' }),
  'GET /merchant/{mid}/terminals': ofMerchant({}, {}, 'mid'),
  'POST /merchant/{mid}/terminal': about(['mid'], async ({ merchant }) => ({
    params: { mid: merchant.account.id },
    body: { tpn: newTpn('1') },
  })),
  'GET /merchant/{mid}/terminal/{id}': terminal(),
  'POST /merchant/{mid}/terminal/{id}': terminal({ description: 'Till 2' }),
  'DELETE /merchant/{mid}/terminal/{id}': terminal(),
  'POST /merchant/{mid}/terminal/{id}/status/{action}': terminal({}, { action: 'disable' }),
  'POST /terminal/{id}/settle': settlingTerminal,
  'POST /terminal/{id}/cancel': waitingTerminal,
  'GET /merchant/{mid}/devices': ofMerchant({}, {}, 'mid'),
  'POST /merchant/{mid}/device': ofMerchant({ friendly_name: 'Counter' }, {}, 'mid'),
  'GET /merchant/{mid}/device/{id}': device(),
  'POST /merchant/{mid}/device/{id}': device({ friendly_name: 'Bar' }),
  'DELETE /merchant/{mid}/device/{id}': device(),
  'POST /merchant/{mid}/device/{id}/status/{action}': device({}, { action: 'disable' }),
  'POST /transaction': says(card_sale),
  'POST /transaction/multi': says(() => ({
    payment_method: { card: good_card },
    transactions: [
      { type: 'sale', amount: 1299 },
      { type: 'authorize', amount: 100 },
    ],
  })),
  'POST /transaction/multi/void': several(sale),
  'POST /transaction/multi/refund': several(settled, { amount: 100 }),
  'GET /transaction/{id}': transaction(sale),
  'GET /transaction/{merchantId}/{id}': transactionOf(sale),
  'POST /transaction/search/{merchantId}': searchOf,
  'POST /transaction/search/totals/{merchantId}': searchOf,
  'POST /transaction/report/{merchantId}': searchOf,
  'POST /transaction/{id}/capture': transaction(hold),
  'POST /transaction/{id}/refund': transaction(settled, { amount: 100 }),
  'POST /transaction/{id}/void': transaction(sale),
  'POST /transaction/{id}/tipadjust': transaction(sale, { tip: 100 }),
  'POST /transaction/{id}/flagged/approve': transaction(flagged('flagged')),
  'POST /transaction/{id}/flagged/decline': transaction(flagged('flagged')),
  'POST /transaction/{merchantId}/{id}/flagged/approve': transactionOf(flagged('flagged_partner')),
  'POST /transaction/{merchantId}/{id}/flagged/decline': transactionOf(flagged('flagged_partner')),
  'POST /transaction/{id}/email': transaction(sale, { email_address: 'payer@example.com' }),
  'POST /transaction/{id}/vault': transaction(sale),
  'POST /transaction/{id}/print': transaction(sale),
  'POST /transaction/{merchantId}/{id}/print': transactionOf(sale),
  'GET /transaction/{id}/print': transaction(sale),
  'GET /transaction/{merchantId}/{id}/print': transactionOf(sale),
  'GET /transaction/{merchantId}/{id}/ledger': transactionOf(sale),
  'GET /transaction/{merchantId}/{id}/events': transactionOf(sale),
  'GET /transaction/{id}/events': transaction(sale),
  'GET /transaction/{merchantId}/{id}/emails': transactionOf(sale),
  'GET /transaction/{id}/emails': transaction(sale),
  'GET /transaction/{merchantId}/{id}/explain': transactionOf(sale),
  'GET /transaction/{id}/explain': transaction(sale),
  'GET /unresolved/{merchantId}/{attemptId}': unresolved({}),
  'POST /unresolved/{merchantId}/{attemptId}/inquire': unresolved({ reason: 'swept' }),
  'POST /unresolved/{merchantId}/{attemptId}/approve': unresolved({
    reason: 'swept',
    processor_transaction_id: 'swept',
  }),
  'POST /unresolved/{merchantId}/{attemptId}/not-processed': unresolved({ reason: 'swept' }),
  'POST /settlement/batch/{merchantId}/{id}/resolve': batch('mismatch', {
    to: 'settlement_differences',
    reason: 'swept',
  }),
  'POST /settlement/exception/{merchantId}/{id}/retry': batch('unknown'),
  'POST /settlement/exception/{merchantId}/{id}/closed': unanswered({
    batch_number: 1,
    reason: 'swept',
  }),
  'POST /settlement/exception/{merchantId}/{id}/not-closed': unanswered({ reason: 'swept' }),
  'POST /lookup/bin/protected': says(() => ({ type: 'bin', type_id: '', bin: '411111' })),
  'POST /lookup/fees': says(() => ({ type: 'bin', bin: '411111', base_amount: 1000 })),
  'POST /calculate/amounts': says(() => ({ amount: 1000, payment_method: 'card' })),
};
