// Certificates that merchants upload for Apple Pay: whose they are, of which key, until when.
import 'reflect-metadata';
import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { X509Certificate as Extended } from '@peculiar/x509';
import { invalidMember, type Named } from '../../../contract/errors.ts';
import type { CertificateKind } from '../../../contract/payments/wallets/apple-pay.ts';
import { publicKeyHash } from '../../vault/wallets/apple-token.ts';

/** Apple's mark of a processing certificate: the merchant id, as SHA-256 in hexadecimal. */
const merchant_oid = '1.2.840.113635.100.6.32';

export interface CheckedCertificate {
  /** PEM. */
  certificate: string;
  valid_from: Date;
  expires_at: Date;
  public_key_hash: string;
}

/** PEM, or base64 of the `.cer` file. */
function readCertificate(text: string, member: Named): X509Certificate {
  try {
    const is_pem = text.includes('-----BEGIN');
    return new X509Certificate(is_pem ? text : Buffer.from(text, 'base64'));
  } catch {
    return invalidMember(member, 'the file is not a certificate');
  }
}

function isOfMerchant(one: X509Certificate, kind: CertificateKind, merchant_id: string): boolean {
  if (kind === 'identity') return one.subject.split('\n').includes(`UID=${merchant_id}`);
  const value = new Extended(one.raw).getExtension(merchant_oid)?.value;
  const digest = createHash('sha256').update(merchant_id).digest('hex');
  return (
    value !== undefined && Buffer.from(value).toString('latin1').toLowerCase().endsWith(digest)
  );
}

function hasKeyOf(kind: CertificateKind, { publicKey }: X509Certificate): boolean {
  if (kind === 'identity') return ['rsa', 'ec'].includes(publicKey.asymmetricKeyType ?? '');
  return publicKey.asymmetricKeyDetails?.namedCurve === 'prime256v1';
}

/** Which key a certificate is of; 400 where it cannot be read. */
export function certificateKeyHash(text: string, member: Named): string {
  return publicKeyHash(readCertificate(text, member).publicKey);
}

/** 400 names what is wrong with a certificate of this merchant id. */
export function checkCertificate(
  text: string,
  kind: CertificateKind,
  merchant_id: string,
  { member, now }: { member: Named; now: Date },
): CheckedCertificate {
  const one = readCertificate(text, member);
  if (!hasKeyOf(kind, one)) {
    invalidMember(member, 'its key is not of the kind that Apple Pay accepts');
  }
  if (!isOfMerchant(one, kind, merchant_id)) {
    invalidMember(member, 'it belongs to another Apple merchant ID');
  }
  const [valid_from, expires_at] = [new Date(one.validFrom), new Date(one.validTo)];
  if (expires_at <= now) invalidMember(member, 'the certificate has expired');
  if (valid_from > now) invalidMember(member, 'the certificate is not valid yet');
  const public_key_hash = publicKeyHash(one.publicKey);
  return { certificate: one.toString(), valid_from, expires_at, public_key_hash };
}

/** A merchant's own private key in PEM; 400 where it is no key, or another certificate's. */
export function checkKey(text: string, public_key_hash: string, member: Named): KeyObject {
  const key = readKey(text, member);
  if (publicKeyHash(key) !== public_key_hash) {
    invalidMember(member, 'it does not match the certificate');
  }
  return key;
}

function readKey(text: string, member: Named): KeyObject {
  try {
    return createPrivateKey(text);
  } catch {
    return invalidMember(member, 'the private key cannot be read');
  }
}
