// The calls of Apple Pay registrations (spec 1 §2, gateway-api 13.2).
import {
  invalid,
  invalidMember,
  missingMember,
  notFound,
  refuse,
} from '../../../contract/errors.ts';
import { maskCardNumbers } from '../../../contract/payments/cards/mask-card-numbers.ts';
import {
  type ApplePayCreate,
  type ApplePayRecord,
  type ApplePayUpdate,
  type apple_pay,
  type CertificateKind,
  certificate_kinds,
  max_registrations,
} from '../../../contract/payments/wallets/apple-pay.ts';
import { clearDefault } from '../../accounts/settings/defaults.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { inTransaction, type Tx } from '../../db/database.ts';
import type { Handlers } from '../../http/serve.ts';
import { labCall } from './apple-hosts.ts';
import {
  auditCertificates,
  auditedCertificate,
  type NewCertificate,
  own_key_members,
  ownCertificates,
  putCertificates,
  requestedCertificate,
  uploadCertificates,
} from './change-certificates.ts';
import {
  certificatesOf,
  leaveDomain,
  type RegistrationRow,
  registrations,
  takeDomain,
  toRecord,
} from './registration-rows.ts';

type Path = { id: string };

async function answer(context: Context, row: RegistrationRow): Promise<ApplePayRecord> {
  const rows = await certificatesOf(context, row.merchant_id, [row.id]);
  return toRecord(row, rows, context.clock.now());
}

const get = async (context: Context, path: Path) =>
  answer(context, await registrations.get(context, path));

async function search(context: Context) {
  const merchant_id = context.actor.account_id;
  const page = { limit: max_registrations, offset: 0 };
  const { rows, ...count } = await registrations.search(context, page, merchant_id);
  const ids = rows.map(({ id }) => id);
  const certificates = await certificatesOf(context, merchant_id, ids);
  const now = context.clock.now();
  return { rows: rows.map((row) => toRecord(row, certificates, now)), ...count };
}

const has_keys = (input: ApplePayUpdate) =>
  Boolean(
    input.merchant_certificate ||
      input.merchant_certificate_key ||
      input.processing_certificate ||
      input.processing_certificate_key,
  );

/** Our own keys with their requests, or those the merchant brings. */
async function firstCertificates(context: Context, type: string, input: ApplePayCreate) {
  const merchant_id = context.actor.account_id;
  const key = { merchant_id, apple_pay_merchant_id: input.apple_pay_merchant_id };
  if (type === 'own_keys') {
    const own = await ownCertificates(context, key, input);
    const missing = certificate_kinds.find((kind) => own.every((one) => one.kind !== kind));
    if (missing) missingMember(own_key_members[missing].certificate);
    return own;
  }
  if (has_keys(input)) invalid('Type: certificates are uploaded after their signing request');
  return [
    await requestedCertificate(context, key, 'identity'),
    await requestedCertificate(context, key, 'processing'),
  ];
}

/** 400 where the merchant has as many as it may have; its row is locked, so all are counted. */
async function refuseMore(tx: Tx, merchant_id: string): Promise<void> {
  await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', merchant_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { count } = await tx
    .selectFrom('apple_pay_registration')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirstOrThrow();
  if (count < max_registrations) return;
  refuse('refused', `A merchant can have at most ${max_registrations} Apple Pay registrations.`);
}

/** The file is served to everybody as it came, so nothing in it can be masked. */
function refuseNumbers(domain_file: string): void {
  if (maskCardNumbers(domain_file) === domain_file) return;
  invalidMember({ field: 'domain_file', label: 'Domain File' }, 'it contains a card number');
}

async function create(context: Context, _params: unknown, input: ApplePayCreate) {
  const merchant_id = context.actor.account_id;
  const type = input.type ?? (has_keys(input) ? 'own_keys' : 'signing_request');
  const rows = await firstCertificates(context, type, input);
  const { apple_pay_merchant_id, display_name, domain_name, domain_file = '' } = input;
  refuseNumbers(domain_file);
  const values = { type, apple_pay_merchant_id, display_name, domain_name, domain_file };
  const made = await inTransaction(context, merchant_id, async (tx) => {
    await refuseMore(tx, merchant_id);
    const row = await registrations.insert(tx, context, merchant_id, values);
    await takeDomain(tx, row);
    await putCertificates(tx, row, rows);
    return row;
  });
  return await answer(context, made);
}

async function update(context: Context, path: Path, input: ApplePayUpdate) {
  const before = await registrations.get(context, path);
  if (has_keys(input) && before.type !== 'own_keys') {
    invalid('Merchant Certificate: upload the certificate of the signing request instead');
  }
  const fresh = await ownCertificates(context, before, input);
  const { display_name, domain_name, domain_file } = input;
  refuseNumbers(domain_file ?? '');
  const entries = Object.entries({ display_name, domain_name, domain_file });
  const changes = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  const row = await registrations.withLocked(context, path, async (tx, locked) => {
    await takeDomain(tx, { ...locked, ...changes }, locked);
    if (fresh.length === 0) return await registrations.write(tx, context, locked, changes);
    await putCertificates(tx, locked, fresh);
    return await changed(tx, context, locked, changes, fresh);
  });
  return await answer(context, row);
}

/** The row with its changes, and one audit row that names the new certificates beside them. */
async function changed(
  tx: Tx,
  context: Context,
  before: RegistrationRow,
  changes: Partial<RegistrationRow>,
  fresh: readonly NewCertificate[],
): Promise<RegistrationRow> {
  const { merchant_id, id } = before;
  const row = await tx
    .updateTable('apple_pay_registration')
    .set({ ...changes, updated_at: context.clock.now() })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const after = { ...registrations.audited(row), certificates: fresh.map(auditedCertificate) };
  const states = { before: registrations.audited(before), after };
  await audit(tx, context, { verb: 'update', noun: 'apple_pay', id, merchant_id, ...states });
  return row;
}

const remove = (context: Context, path: Path) =>
  registrations.withLocked(context, path, async (tx, locked) => {
    const { merchant_id, id: value } = locked;
    await clearDefault(tx, context, merchant_id, {
      group: 'merchant',
      name: 'apple_pay_id',
      value,
    });
    await leaveDomain(tx, locked.id);
    await registrations.drop(tx, context, locked);
  });

async function request(context: Context, path: Path, { kind }: { kind: CertificateKind }) {
  const before = await registrations.get(context, path);
  if (before.type === 'own_keys') {
    refuse('refused', 'This registration uses your own keys. Upload the new ones instead.');
  }
  const fresh = await requestedCertificate(context, before, kind);
  await registrations.withLocked(context, path, async (tx, locked) => {
    await putCertificates(tx, locked, [fresh]);
    await auditCertificates(tx, context, locked, [fresh]);
  });
  return await get(context, path);
}

async function upload(context: Context, path: Path, { certificate }: { certificate: string }) {
  await uploadCertificates(context, path, [certificate]);
  return await get(context, path);
}

/** The simulator signs as Apple's portal would; there is none in production. */
async function simulate(context: Context, path: Path) {
  if (context.config.environment === 'production' || context.lab_url() === '') notFound();
  const { merchant_id, id, apple_pay_merchant_id } = await registrations.get(context, path);
  const rows = await certificatesOf(context, merchant_id, [id]);
  const open = rows.filter(({ status }) => status === 'requested');
  if (open.length === 0) refuse('refused', 'No signing request is open.');
  const signed = await Promise.all(
    open.map(async ({ signing_request: request }) => {
      const named = { merchant_id: apple_pay_merchant_id, request };
      return String((await labCall(context, '/apple/certificate', named)).certificate);
    }),
  );
  await uploadCertificates(context, path, signed);
  return await get(context, path);
}

export const applePayHandlers: Handlers<typeof apple_pay> = {
  search,
  create,
  get,
  update,
  remove,
  request,
  upload,
  simulate,
};
