// Whether Apple signed a payment token: a detached CMS signature over its parts, by a certificate
// made for Apple Pay, under the root that is trusted (rails 11.1).
import { X509Certificate } from 'node:crypto';
import { UTCTime } from 'asn1js';
import { type Attribute, Certificate, ContentInfo, SignedData } from 'pkijs';
import type { ApplePaymentData } from '../../../contract/payments/wallets/wallet-tokens.ts';
import { refuseToken } from './network-token.ts';

/** Extensions that mark Apple's certificates for this purpose. */
const leaf_oid = '1.2.840.113635.100.6.29';
const intermediate_oid = '1.2.840.113635.100.6.2.14';
const signing_time_oid = '1.2.840.113549.1.9.5';
const message_digest_oid = '1.2.840.113549.1.9.4';
const sha256_oid = '2.16.840.1.101.3.4.2.1';
/** A token is presented at once; older ones are somebody else's. */
const max_minutes = 5;

const bytesOf = (base64: string) => Buffer.from(base64, 'base64');

/** The bytes that Apple signs: each part decoded, one behind the other. */
export function signedBytes({ data, header }: ApplePaymentData): Buffer {
  return Buffer.concat([
    bytesOf(header.ephemeralPublicKey),
    bytesOf(data),
    Buffer.from(header.transactionId, 'hex'),
    Buffer.from(header.applicationData ?? '', 'hex'),
  ]);
}

function readSignedData(signature: string): SignedData {
  try {
    const content = ContentInfo.fromBER(bytesOf(signature));
    return new SignedData({ schema: content.content });
  } catch {
    return refuseToken('its signature cannot be read');
  }
}

/** The certificate with this extension; exactly one is expected. */
function certificateWith(signed: SignedData, oid: string): Certificate {
  const found = (signed.certificates ?? []).filter(
    (one): one is Certificate =>
      one instanceof Certificate && (one.extensions ?? []).some(({ extnID }) => extnID === oid),
  );
  return found.length === 1 && found[0]
    ? found[0]
    : refuseToken('its certificates are not those of Apple Pay');
}

const toNode = (certificate: Certificate) =>
  new X509Certificate(Buffer.from(certificate.toSchema().toBER()));

const isIssued = (one: X509Certificate, issuer: X509Certificate) =>
  issuer.ca && one.checkIssued(issuer) && one.verify(issuer.publicKey);

/** Leaf under intermediate under one of the roots, each within its dates. */
function checkChain(
  leaf: X509Certificate,
  intermediate: X509Certificate,
  roots: readonly string[],
  at: Date,
): void {
  const root = roots
    .map((pem) => new X509Certificate(pem))
    .find((one) => isIssued(intermediate, one));
  if (!root || !isIssued(leaf, intermediate))
    refuseToken('its certificates lead to no trusted root');
  const is_valid = [leaf, intermediate, root].every(
    ({ validFrom, validTo }) => at >= new Date(validFrom) && at <= new Date(validTo),
  );
  if (!is_valid) refuseToken('one of its certificates is not valid at this time');
}

function attributeOf(attributes: readonly Attribute[], oid: string): unknown {
  const found = attributes.filter(({ type }) => type === oid);
  return found.length === 1 ? found[0]?.values[0] : undefined;
}

/** When it was signed: the attribute is covered by the signature. */
function signingTime(attributes: readonly Attribute[]): Date {
  const time = attributeOf(attributes, signing_time_oid);
  // GeneralizedTime is a kind of UTCTime in this library.
  return time instanceof UTCTime
    ? time.toDate()
    : refuseToken('it does not say when it was signed');
}

/** Throws a WalletRefusal unless Apple signed this token within the last minutes; roots in PEM. */
export async function checkAppleSignature(
  token: ApplePaymentData,
  roots: readonly string[],
  now: Date,
): Promise<void> {
  const signed = readSignedData(token.signature);
  const [signer] = signed.signerInfos;
  if (!signer || signed.signerInfos.length !== 1) refuseToken('its signature cannot be read');
  if (signed.encapContentInfo.eContent) refuseToken('its signature is of something else');
  if (signer.digestAlgorithm.algorithmId !== sha256_oid) refuseToken('its digest is not SHA-256');
  const leaf = certificateWith(signed, leaf_oid);
  const intermediate = certificateWith(signed, intermediate_oid);
  checkChain(toNode(leaf), toNode(intermediate), roots, now);
  const attributes = signer.signedAttrs?.attributes ?? refuseToken('its signature says too little');
  if (attributeOf(attributes, message_digest_oid) === undefined) {
    refuseToken('its signature says too little');
  }
  // Of the certificates inside only the leaf may have made it.
  signed.certificates = [leaf];
  const data = signedBytes(token);
  const is_signed = await signed
    .verify({ signer: 0, data: new Uint8Array(data).buffer as ArrayBuffer })
    .catch(() => false);
  if (!is_signed) refuseToken('its signature does not match');
  const minutes = (now.getTime() - signingTime(attributes).getTime()) / 60_000;
  if (Math.abs(minutes) > max_minutes) refuseToken('it was signed too long ago');
}
