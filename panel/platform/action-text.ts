// Actions of the audit log in the past tense, with the nouns of the panel.
import type { AuditRecord } from '../../contract/platform/audit-log.ts';

type Named = Pick<AuditRecord, 'noun' | 'verb'>;

const nouns: Readonly<Record<string, string>> = {
  api_key: 'API key',
  apple_pay: 'Apple Pay registration',
  audit_log: 'audit log',
  branding: 'brand',
  clock: 'sandbox clock',
  custom_output: 'output format',
  customer_address: 'customer address',
  device: 'card reader',
  parked_event: 'failed event',
  saved_method: 'saved payment method',
  settlement_batch: 'batch',
  two_factor: 'two-factor authentication',
  unresolved: 'unresolved payment',
};

const verbs: Readonly<Record<string, string>> = {
  accept: 'Accepted',
  approve: 'Approved',
  auto_disable: 'Automatically disabled',
  begin: 'Started setting up',
  cancel: 'Canceled',
  capture: 'Captured',
  confirm: 'Confirmed',
  create: 'Created',
  decline: 'Declined',
  discard: 'Discarded',
  download: 'Downloaded',
  email: 'Emailed receipt of',
  export: 'Exported',
  import: 'Imported',
  inquire: 'Checked',
  login_as: 'Logged in as',
  merge: 'Merged',
  move: 'Moved',
  note: 'Noted on',
  refund: 'Refunded',
  release: 'Released',
  remove: 'Removed',
  replay: 'Replayed',
  resolve: 'Resolved',
  retry: 'Retried',
  return: 'Returned',
  rotate: 'Rotated',
  save: 'Saved',
  settle: 'Settled',
  status: 'Changed status of',
  test: 'Tested',
  update: 'Changed',
  view_as: 'Viewed as',
  void: 'Voided',
};

/** What neither a verb nor a noun says by itself. */
const whole: Readonly<Record<string, string>> = {
  'partner.available_processors': 'Changed available processors',
  'session.create': 'Logged in',
  'session.remove': 'Ended session',
  'settlement_exception.mark_closed': 'Marked batch closed',
  'settlement_exception.mark_not_closed': 'Marked batch not closed',
  'terminal.cancel': 'Canceled payment at terminal',
  'transaction.refund_void': 'Voided refund',
  'transaction.tip_adjust': 'Changed tip',
  'two_factor.codes': 'Created recovery codes',
  'unresolved.not_processed': 'Marked payment not processed',
  'user.password': 'Changed password',
  'user.welcome': 'Sent welcome email',
  'webhook.expire_previous_secret': 'Expired previous webhook secret',
  'webhook.replay': 'Replayed webhook events',
  'webhook.rotate_secret': 'Rotated webhook secret',
};

/** `Created card reader`; an action without words of its own is spelled as it is stored. */
export function actionText({ noun, verb }: Named): string {
  const known = whole[`${noun}.${verb}`];
  if (known !== undefined) return known;
  const what = nouns[noun] ?? noun.replaceAll('_', ' ');
  const done = verbs[verb];
  if (done !== undefined) return `${done} ${what}`;
  const named = what.charAt(0).toUpperCase() + what.slice(1);
  return `${named}: ${verb.replaceAll('_', ' ')}`;
}
