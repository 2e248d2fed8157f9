// The damage that each audit must hear: statements that plant wrong rows in the audit world.
const entry = (kind: string) =>
  `(select id from ledger_account where owner_id = 'ma' and kind = '${kind}')`;
const of = (id: string) => `where merchant_id = 'ma' and id = '${id}'`;
const posted = (key: string) => `(select id from ledger_posting where key = '${key}')`;

/** A consumer is not past an event that was delivered. */
const position = (state: string, resource_id = 'open', next_at = '2026-03-01') => `with delivered as
  (update outbox set delivered_at = created_at where resource_id <> 'held')
  insert into outbox_retry (merchant_id, id, consumer, resource_id, sequence, state,
    next_attempt_at, created_at, parked_at)
  values ('ma', 'r', 'webhooks', '${resource_id}', 1, '${state}', '${next_at}', '2026-03-01',
    ${state === 'parked' ? "'2026-03-01'" : 'null'})`;

/** Name of the audit, and what is done to the world it must not be silent about. */
export const damages: [string, string][] = [
  ['l01-postings-sum-to-zero', 'update ledger_entry set amount = amount + 1 where line = 1'],
  ['l02-postings-have-entries', 'delete from ledger_entry where line > 1'],
  ['l02-postings-have-entries', 'delete from ledger_entry'],
  ['l03-accounts-agree-with-the-chart', "update ledger_account set book = 'funds'"],
  ['l03-accounts-agree-with-the-chart', "update ledger_account set owner_type = 'partner'"],
  ['l03-accounts-agree-with-the-chart', "update ledger_account set party = 'x' where party = ''"],
  ['l03-accounts-agree-with-the-chart', "update ledger_entry set currency = 'eur'"],
  ['l04-snapshots-cover-their-entries', 'update ledger_snapshot set balance = balance + 1'],
  ['l04-snapshots-cover-their-entries', 'delete from ledger_entry where line = 2'],
  ['l05-days-cover-their-entries', 'update ledger_day set debit = debit + 1'],
  ['l05-days-cover-their-entries', 'delete from ledger_day'],
  [
    'l06-balances-stand-on-their-side',
    `update ledger_entry set amount = -amount where account_id = ${entry('authorization_hold')}`,
  ],
  [
    'l07-memo-pairs-cancel',
    `update ledger_entry set amount = -1 where account_id = ${entry('exposure_contra')}`,
  ],
  [
    'l09-receivables-are-the-pending-items',
    `update transaction set status = 'settled' ${of('open')}`,
  ],
  ['l09-receivables-are-the-pending-items', `update transaction set amount = 69 ${of('back')}`],
  [
    'l11-holds-and-exposures-are-open',
    `update transaction set amount_authorized = 501 ${of('held')}`,
  ],
  ['l11-holds-and-exposures-are-open', "update rail_attempt set state = 'answered'"],
  ['l12-batches-are-their-members', 'update settlement_batch set amount_captured = 1071'],
  ['l12-batches-are-their-members', `update transaction set amount_settled = 1069 ${of('done')}`],
  ['i01-captured-within-authorized', `update transaction set amount_captured = 1071 ${of('open')}`],
  ['i02-refunds-within-captured', `update transaction set refund_reserved = 71 ${of('done')}`],
  ['i02-refunds-within-captured', `update transaction set amount = 1071 ${of('back')}`],
  ['i02-refunds-within-captured', `update transaction set status = 'voided' ${of('done')}`],
  ['i04-status-history', `update transaction set status = 'settled' ${of('open')}`],
  ['i04-status-history', "delete from transaction_event where to_status = 'settled'"],
  ['i04-status-history', "delete from transaction_event where to_status = 'pending'"],
  [
    'i04-status-history',
    "update transaction_event set from_status = 'declined' where to_status = 'authorized'",
  ],
  [
    'i05-transactions-are-their-postings',
    `update transaction set amount_captured = 1069 ${of('open')}`,
  ],
  ['i05-transactions-are-their-postings', `update transaction set status = 'voided' ${of('back')}`],
  ['i22-totals-are-the-books', `update transaction set surcharge = 1 ${of('open')}`],
  ['i22-totals-are-the-books', `update transaction set surcharge = 5 ${of('back')}`],
  [
    'i22-totals-are-the-books',
    `update transaction set captured_parts = '{"tax_amount": 69, "shipping_amount": 0,
      "duty_amount": 0, "tip_amount": 0, "surcharge": 0, "service_fee": 0, "discount_amount": 0}'
      ${of('open')}`,
  ],
  [
    'i06-attempts-are-resolved',
    "update rail_attempt set state = 'sent', recorded_at = now() - interval '2 hours'",
  ],
  ['i06-attempts-are-resolved', 'update rail_attempt set next_inquiry_at = null'],
  ['i06-attempts-are-resolved', "update rail_attempt set state = 'answered'"],
  ['i08-idempotency-keys-keep-their-answer', "update idempotency set answer = ''"],
  ['i08-idempotency-keys-keep-their-answer', "update idempotency set state = 'in_flight'"],
  ['i08-idempotency-keys-keep-their-answer', "update idempotency set transaction_id = 'none'"],
  [
    'i11-settled-items-stand-in-a-batch',
    `update transaction set settlement_batch_id = '' ${of('done')}`,
  ],
  ['i11-settled-items-stand-in-a-batch', 'update settlement_batch set num_transactions = 2'],
  ['i03-amounts-have-their-sign', `update transaction set tip_amount = -1 ${of('open')}`],
  ['i03-amounts-have-their-sign', `update rail_attempt set amount = -70 ${of('a-back')}`],
  [
    'i03-amounts-have-their-sign',
    `update ledger_entry set amount = -amount where posting_id = ${posted('refund:back')}`,
  ],
  [
    'i03-amounts-have-their-sign',
    `update ledger_entry set amount = -amount where posting_id = ${posted('sale:open')}`,
  ],
  [
    'i03-amounts-have-their-sign',
    `update ledger_entry set amount = -amount where posting_id = ${posted('authorize:held')}`,
  ],
  [
    'i07-one-charge-for-an-intent',
    `insert into rail_attempt select (jsonb_populate_record(a,
      '{"id": "again", "reference": "again", "answer": {}}')).*
      from rail_attempt a ${of('a-open')}`,
  ],
  ['i07-one-charge-for-an-intent', `update transaction set status = 'unknown' ${of('open')}`],
  ['i07-one-charge-for-an-intent', `update transaction set status = 'declined' ${of('held')}`],
  ['i07-one-charge-for-an-intent', `delete from rail_attempt ${of('a-done')}`],
  ['i07-one-charge-for-an-intent', `update rail_attempt set processor_id = 'p2' ${of('a-open')}`],
  ['i07-one-charge-for-an-intent', `update rail_attempt set currency = 'eur' ${of('a-open')}`],
  [
    'i07-one-charge-for-an-intent',
    `update rail_attempt set answer = '{"processor_ref": {"transaction_id": "theirs-done"}}'
      ${of('a-open')}`,
  ],
  ['i09-events-have-no-gap', "delete from outbox where resource_id = 'open'"],
  ['i09-events-have-no-gap', "delete from outbox where resource_id = 'done' and sequence = 2"],
  ['i09-events-have-no-gap', "delete from outbox where resource_id = 'done' and sequence = 3"],
  ['i09-events-have-no-gap', `update transaction set version = 2 ${of('open')}`],
  ['i09-events-have-no-gap', 'update settlement_batch set event_count = 2'],
  ['i09-events-have-no-gap', "update outbox set delivered_at = now() where resource_id = 'done'"],
  ['i23-events-reach-every-consumer', position('parked')],
  ['i23-events-reach-every-consumer', position('held')],
  ['i23-events-reach-every-consumer', position('waiting', 'open', '2026-02-01')],
  ['i23-events-reach-every-consumer', position('waiting', 'forgotten')],
  ['i23-events-reach-every-consumer', position('waiting', 'held')],
  ['i16-tenants-are-closed', `update transaction set merchant_id = 'nobody' ${of('open')}`],
  ['i16-tenants-are-closed', "update ledger_posting set owner_id = 'mb'"],
  [
    'i16-tenants-are-closed',
    `update transaction set referenced_transaction_id = 'x' ${of('back')}`,
  ],
  ['i16-tenants-are-closed', `update transaction set settlement_batch_id = 'x' ${of('done')}`],
  ['i16-tenants-are-closed', `update transaction set processor_id = 'x' ${of('held')}`],
  ['i16-tenants-are-closed', "update idempotency set transaction_id = 'x'"],
  ['i16-tenants-are-closed', "update rail_attempt set transaction_id = 'x'"],
  ['i16-tenants-are-closed', "update transaction_event set transaction_id = 'x' || transaction_id"],
  ['i16-tenants-are-closed', "update ledger_entry set posting_id = 'x' || posting_id"],
  ['i16-tenants-are-closed', "update ledger_entry set account_id = 'x'"],
  ['i18-audit-log-is-whole', "update audit_log set verb = 'x' where noun = 'transaction'"],
  ['i18-audit-log-is-whole', 'delete from audit_log'],
  ['i19-times-go-forward', `update transaction set created_at = now() ${of('open')}`],
  [
    'i19-times-go-forward',
    `update transaction set updated_at = now() + interval '1 day' ${of('open')}`,
  ],
  [
    'i19-times-go-forward',
    "update transaction_event set created_at = now() where to_status = 'settled'",
  ],
  [
    'i19-times-go-forward',
    "update ledger_posting set recorded_at = now() + interval '1 day' where kind = 'sale'",
  ],
  ['i19-times-go-forward', "update audit_log set recorded_at = now() + interval '1 day'"],
  [
    'i21-returns-are-booked',
    `insert into waiting_return select 'ma', 'p1', 'r', 'returned', 'R01', '2026-03-01', 'open',
      now(), now() - interval '2 hours'`,
  ],
  [
    'l08-payments-mirror-client-funds',
    `insert into ledger_account (owner_id, id, owner_type, book, kind, party, currency)
      values ('ma', 'x', 'merchant', 'funds', 'merchant_pending', 'p1', 'usd')`,
  ],
  [
    'l18-closed-months-are-billed',
    `with month as (insert into ledger_period (owner_id, period, state, closed_at)
        values ('ma', '2026-03', 'closed', now())),
      account as (insert into ledger_account
        (owner_id, id, owner_type, book, kind, party, currency)
        values ('ma', 'x', 'merchant', 'operator', 'fees_unbilled', '', 'usd'))
    update ledger_entry set account_id = 'x'
    where posting_id = ${posted('sale:open')} and line = 1`,
  ],
  [
    'l19-closed-months-stay-closed',
    `insert into ledger_period (owner_id, period, state, closed_at)
      values ('ma', '2026-03', 'closed', now() - interval '1 year')`,
  ],
  [
    'l20-reversals-are-exact',
    `insert into ledger_posting select (jsonb_populate_record(p,
      '{"id": "x", "kind": "reverse", "key": "reverse:sale:open"}')).*
    from ledger_posting p where key = 'sale:open'`,
  ],
  ['l22-returns-leave-nothing', `update transaction set status = 'returned' ${of('open')}`],
];
