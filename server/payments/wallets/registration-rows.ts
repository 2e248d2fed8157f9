// Apple Pay registrations and their certificates as rows, and what is answered of them.
import type { Selectable } from 'kysely';
import { refuse } from '../../../contract/errors.ts';
import { taken } from '../../../contract/faults.ts';
import type {
  ApplePayRecord,
  CertificateKind,
  CertificateRecord,
} from '../../../contract/payments/wallets/apple-pay.ts';
import { asSystem, type Context } from '../../context.ts';
import { connect, type Tx } from '../../db/database.ts';
import { store } from '../../db/store.ts';
import type { ApplePayCertificate, ApplePayRegistration } from '../../db/tables.generated.ts';

export type RegistrationRow = Selectable<ApplePayRegistration>;
export type CertificateRow = Selectable<ApplePayCertificate>;

/** 400 where a registration, whosever, serves a file for the domain already. */
export async function refuseSecondFile(
  context: Context,
  { id, domain_name, domain_file }: Pick<RegistrationRow, 'id' | 'domain_name' | 'domain_file'>,
): Promise<void> {
  if (domain_file === '') return;
  const found = await connect(asSystem(context))
    .selectFrom('apple_pay_registration')
    .select('id')
    .where('domain_name', '=', domain_name)
    .where('domain_file', '<>', '')
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  if (!found) return;
  const sentence =
    'bad request error: invalid Domain File: another registration serves this domain';
  refuse('invalid', sentence, taken('domain_file').data);
}

export const registrations = store<RegistrationRow>({
  table: 'apple_pay_registration',
  noun: 'apple_pay',
  fields: ['type', 'apple_pay_merchant_id', 'display_name', 'domain_name', 'domain_file'],
  order: { field: 'created_at', direction: 'asc' },
});

/** Newest first, so that the first of a kind is the one in use or the one that waits. */
export async function certificatesOf(
  context: Context,
  merchant_id: string,
  registration_ids: readonly string[],
  tx?: Tx,
): Promise<CertificateRow[]> {
  if (registration_ids.length === 0) return [];
  return await (tx ?? connect(context))
    .selectFrom('apple_pay_certificate')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('registration_id', 'in', [...registration_ids])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The certificate of a kind that is in use and valid at this time. */
export function validCertificate(
  rows: readonly CertificateRow[],
  kind: CertificateKind,
  now: Date,
): CertificateRow | undefined {
  return rows.find(
    (row) =>
      row.kind === kind &&
      row.status === 'current' &&
      row.expires_at !== null &&
      row.expires_at > now,
  );
}

function toCertificate(row: CertificateRow): CertificateRecord {
  return {
    id: row.id,
    kind: row.kind as CertificateKind,
    status: row.status as CertificateRecord['status'],
    signing_request: row.signing_request,
    certificate: row.certificate,
    valid_from: row.valid_from?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

export function toRecord(
  row: RegistrationRow,
  all: readonly CertificateRow[],
  now: Date,
): ApplePayRecord {
  const own = all.filter(({ registration_id }) => registration_id === row.id);
  const inUse = (kind: CertificateKind) =>
    own.find((one) => one.kind === kind && one.status === 'current')?.certificate ?? '';
  return {
    id: row.id,
    type: row.type as ApplePayRecord['type'],
    apple_pay_merchant_id: row.apple_pay_merchant_id,
    display_name: row.display_name,
    domain_name: row.domain_name,
    domain_file: row.domain_file,
    is_ready: (['identity', 'processing'] as const).every((kind) =>
      validCertificate(own, kind, now),
    ),
    merchant_certificate: inUse('identity'),
    processing_certificate: inUse('processing'),
    certificates: own.map(toCertificate),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
