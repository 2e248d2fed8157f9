// New keys, signing requests and certificates of a registration.
import type { KeyObject } from 'node:crypto';
import { invalidMember, missingMember, type Named } from '../../../contract/errors.ts';
import {
  type ApplePayCreate,
  type CertificateKind,
  certificate_kinds,
} from '../../../contract/payments/wallets/apple-pay.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import type { Tx } from '../../db/database.ts';
import type { CheckedCertificate } from './certificates.ts';
import { sealKey } from './registration-keys.ts';
import {
  type CertificateRow,
  certificatesOf,
  type RegistrationRow,
  registrations,
} from './registration-rows.ts';

// The certificate library takes a moment to load, and few calls need it: they import it late.

type Key = Pick<RegistrationRow, 'merchant_id' | 'apple_pay_merchant_id'>;

/** A row to be stored, of a registration that may not exist yet. */
export type NewCertificate = Omit<CertificateRow, 'registration_id'>;

async function newRow(
  context: Context,
  merchant_id: string,
  kind: CertificateKind,
  key: KeyObject,
  columns: Pick<CertificateRow, 'public_key_hash' | 'signing_request'> &
    Partial<CheckedCertificate>,
): Promise<NewCertificate> {
  const id = context.ids.next();
  return {
    merchant_id,
    id,
    kind,
    status: columns.certificate ? 'current' : 'requested',
    sealed_key: await sealKey(context, merchant_id, id, key),
    certificate: '',
    valid_from: null,
    expires_at: null,
    warned_days: null,
    created_at: context.clock.now(),
    ...columns,
  };
}

/** A new key of ours, with the request that Apple signs. */
export async function requestedCertificate(
  context: Context,
  { merchant_id, apple_pay_merchant_id }: Key,
  kind: CertificateKind,
): Promise<NewCertificate> {
  const { signingRequest } = await import('./signing-request.ts');
  const { request, private_key, public_key_hash } = await signingRequest(
    kind,
    apple_pay_merchant_id,
  );
  const columns = { public_key_hash, signing_request: request };
  return await newRow(context, merchant_id, kind, private_key, columns);
}

/** The members of a kind by which a merchant brings its own certificate and key. */
export const own_key_members = {
  identity: {
    certificate: { field: 'merchant_certificate', label: 'Merchant Certificate' },
    key: { field: 'merchant_certificate_key', label: 'Merchant Certificate Key' },
  },
  processing: {
    certificate: { field: 'processing_certificate', label: 'Processing Certificate' },
    key: { field: 'processing_certificate_key', label: 'Processing Certificate Key' },
  },
} as const satisfies Record<CertificateKind, Record<'certificate' | 'key', Named>>;
type Member = (typeof own_key_members)[CertificateKind]['certificate' | 'key']['field'];
type OwnKeys = Pick<ApplePayCreate, Member>;

/** Certificates that the merchant brings with their keys; those it leaves out are not there. */
export async function ownCertificates(
  context: Context,
  { merchant_id, apple_pay_merchant_id }: Key,
  input: OwnKeys,
): Promise<NewCertificate[]> {
  const { checkCertificate, checkKey } = await import('./certificates.ts');
  const made: NewCertificate[] = [];
  for (const kind of certificate_kinds) {
    const member = own_key_members[kind];
    const [certificate, key] = [input[member.certificate.field], input[member.key.field]];
    if (!certificate && !key) continue;
    if (!certificate) missingMember(member.certificate);
    if (!key) missingMember(member.key);
    const checked = checkCertificate(certificate, kind, apple_pay_merchant_id, {
      member: member.certificate,
      now: context.clock.now(),
    });
    const private_key = checkKey(key, checked.public_key_hash, member.key);
    const columns = { ...checked, signing_request: '' };
    made.push(await newRow(context, merchant_id, kind, private_key, columns));
  }
  return made;
}

/** What the audit log keeps of a certificate: never its key. */
export const auditedCertificate = ({ id, kind, status, expires_at }: NewCertificate) => ({
  certificate_id: id,
  kind,
  status,
  expires_at: expires_at?.toISOString() ?? null,
});

/** Puts new rows in: a request replaces the one that waits, a certificate the one in use. */
export async function putCertificates(
  tx: Tx,
  registration: Pick<RegistrationRow, 'merchant_id' | 'id'>,
  rows: readonly NewCertificate[],
): Promise<void> {
  for (const row of rows) {
    await retire(tx, registration, row);
    await tx
      .insertInto('apple_pay_certificate')
      .values({ ...row, registration_id: registration.id })
      .execute();
  }
}

/** One row for what a call did to certificates. */
export async function auditCertificates(
  tx: Tx,
  context: Context,
  { merchant_id, id }: Pick<RegistrationRow, 'merchant_id' | 'id'>,
  rows: readonly NewCertificate[],
): Promise<void> {
  const after = { certificates: rows.map(auditedCertificate) };
  await audit(tx, context, { verb: 'certificate', noun: 'apple_pay', id, merchant_id, after });
}

/** Makes room for a row of its kind and status. */
async function retire(
  tx: Tx,
  { merchant_id, id }: Pick<RegistrationRow, 'merchant_id' | 'id'>,
  { kind, status }: NewCertificate,
): Promise<void> {
  if (status === 'requested') {
    await tx
      .deleteFrom('apple_pay_certificate')
      .where('merchant_id', '=', merchant_id)
      .where('registration_id', '=', id)
      .where('kind', '=', kind)
      .where('status', '=', 'requested')
      .execute();
    return;
  }
  await tx
    .updateTable('apple_pay_certificate')
    .set({ status: 'former' })
    .where('merchant_id', '=', merchant_id)
    .where('registration_id', '=', id)
    .where('kind', '=', kind)
    .where('status', '=', 'current')
    .execute();
}

/** The row whose key a certificate is of, and the certificate read. */
async function matching(
  context: Context,
  { apple_pay_merchant_id }: RegistrationRow,
  rows: readonly CertificateRow[],
  text: string,
) {
  const { checkCertificate, certificateKeyHash } = await import('./certificates.ts');
  const member = { field: 'certificate', label: 'Certificate' };
  const open = rows.filter(({ status }) => status !== 'former');
  const hash = certificateKeyHash(text, member);
  const row = open.find(({ public_key_hash }) => public_key_hash === hash);
  if (!row) invalidMember(member, 'it was created for another signing request');
  const options = { member, now: context.clock.now() };
  const kind = row.kind as CertificateKind;
  return { row, checked: checkCertificate(text, kind, apple_pay_merchant_id, options) };
}

/**
 * Puts certificates of Apple's in use: 400 unless each is of the key of an open request, or of the
 * one in use.
 */
export async function uploadCertificates(
  context: Context,
  path: { id: string },
  texts: readonly string[],
): Promise<void> {
  await registrations.withLocked(context, path, async (tx, registration) => {
    const { merchant_id, id } = registration;
    const put: CertificateRow[] = [];
    for (const text of texts) {
      const rows = await certificatesOf(context, merchant_id, [id], tx);
      const { row, checked } = await matching(context, registration, rows, text);
      const { public_key_hash: _, ...columns } = checked;
      const changes = { ...columns, status: 'current', warned_days: null };
      if (row.status === 'requested') await retire(tx, registration, { ...row, ...changes });
      await tx
        .updateTable('apple_pay_certificate')
        .set(changes)
        .where('merchant_id', '=', merchant_id)
        .where('id', '=', row.id)
        .execute();
      put.push({ ...row, ...changes });
    }
    await auditCertificates(tx, context, registration, put);
  });
}
