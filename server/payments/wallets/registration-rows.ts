// Apple Pay registrations and their certificates as rows, and what is answered of them.
import { type Selectable, sql } from 'kysely';
import { refuse } from '../../../contract/errors.ts';
import { notUnique } from '../../../contract/faults.ts';
import type {
  ApplePayRecord,
  CertificateKind,
  CertificateRecord,
} from '../../../contract/payments/wallets/apple-pay.ts';
import type { Context } from '../../context.ts';
import { connect, type Tx } from '../../db/database.ts';
import { store } from '../../db/store.ts';
import type { ApplePayCertificate, ApplePayRegistration } from '../../db/tables.generated.ts';

export type RegistrationRow = Selectable<ApplePayRegistration>;
export type CertificateRow = Selectable<ApplePayCertificate>;

type Served = Pick<RegistrationRow, 'merchant_id' | 'id' | 'domain_name' | 'domain_file'>;

/** Gives back the domain whose file this registration serves. */
export async function leaveDomain(tx: Tx, registration_id: string): Promise<void> {
  await tx.deleteFrom('apple_pay_domain').where('registration_id', '=', registration_id).execute();
}

const servedAt = ({ domain_name, domain_file }: Served) => (domain_file ? domain_name : '');

/**
 * Takes the domain of a registration that has a file, which may be another one than before: 400
 * where another registration, whosever, serves it, or where it is of a partner's brand that is not
 * above the merchant.
 */
export async function takeDomain(tx: Tx, row: Served, before: Served | null = null): Promise<void> {
  const { merchant_id, id } = row;
  const domain_name = servedAt(row);
  if (before && servedAt(before) === domain_name) return;
  await leaveDomain(tx, id);
  if (domain_name === '') return;
  const { rows } = await sql`insert into apple_pay_domain (domain_name, registration_id)
    select ${domain_name}, ${id}
    where not exists (select from branding b where b.domain = ${domain_name}
      and b.partner_id is not null and not exists (select from account_closure r
        where r.account_id = b.partner_id and r.descendant_id = ${merchant_id}))
    on conflict (domain_name) do nothing returning 1`.execute(tx);
  if (rows.length > 0) return;
  const sentence =
    'bad request error: invalid Domain File: another registration serves this domain';
  refuse('invalid', sentence, notUnique('domain_file').data);
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
