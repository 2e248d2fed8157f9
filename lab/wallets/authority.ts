// The lab's certificate authority, which stands for Apple's: a root, the intermediates below it,
// and what they sign. Made once a folder, so that what it signed stays valid after a restart.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as x509 from '@peculiar/x509';
import { writeWhole } from '../folder.ts';

const { subtle } = webcrypto;
export const ec = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** A certificate with the key that it is of. */
export interface Holder {
  certificate: x509.X509Certificate;
  private_key: webcrypto.CryptoKey;
}

export interface Authority {
  root: Holder;
  /** Signs what signs payment tokens, and certificates of merchants. */
  intermediate: Holder;
  /** Signs payment tokens. */
  token_signer: Holder;
  /** Serves sessions over TLS. */
  server: Holder;
}

/** Apple's marks of its certificates (rails 11.1). */
export const marks = {
  intermediate: '1.2.840.113635.100.6.2.14',
  token_signer: '1.2.840.113635.100.6.29',
  merchant: '1.2.840.113635.100.6.32',
};
const asn1_null = new Uint8Array([5, 0]);
/** The extension of one of them. */
export const mark = (oid: string) => new x509.Extension(oid, false, asn1_null);

const authority_years = 25;
/** Certificates of merchants (rails 11.1). */
const merchant_months = 25;

interface Wanted {
  name: string;
  issuer: Holder | null;
  extensions: x509.Extension[];
  is_authority: boolean;
  /** Its last moment; that of the authority unless said. */
  until?: Date;
}

const endOf = (now: Date) =>
  new Date(Date.UTC(now.getUTCFullYear() + authority_years, now.getUTCMonth(), 1));

/** A certificate of a new key. */
export async function issue(wanted: Wanted): Promise<Holder> {
  const { name, issuer, extensions, is_authority } = wanted;
  const keys = await subtle.generateKey(ec, true, ['sign', 'verify']);
  const now = new Date();
  const certificate = await x509.X509CertificateGenerator.create({
    subject: `CN=${name}, O=Rail lab`,
    issuer: issuer?.certificate.subject ?? `CN=${name}, O=Rail lab`,
    notBefore: new Date(now.getTime() - 86_400_000),
    notAfter: wanted.until ?? endOf(now),
    signingAlgorithm: ec,
    publicKey: keys.publicKey,
    signingKey: issuer?.private_key ?? keys.privateKey,
    extensions: [new x509.BasicConstraintsExtension(is_authority, undefined, true), ...extensions],
  });
  return { certificate, private_key: keys.privateKey };
}

async function make(): Promise<Authority> {
  const root = await issue({
    name: 'Rail lab root',
    issuer: null,
    extensions: [],
    is_authority: true,
  });
  const intermediate = await issue({
    name: 'Rail lab wallet authority',
    issuer: root,
    extensions: [mark(marks.intermediate)],
    is_authority: true,
  });
  const token_signer = await issue({
    name: 'Rail lab token signer',
    issuer: intermediate,
    extensions: [mark(marks.token_signer)],
    is_authority: false,
  });
  const hosts = [
    { type: 'dns', value: 'localhost' },
    { type: 'ip', value: '127.0.0.1' },
  ] as const;
  const server = await issue({
    name: 'localhost',
    issuer: root,
    extensions: [new x509.SubjectAlternativeNameExtension([...hosts])],
    is_authority: false,
  });
  return { root, intermediate, token_signer, server };
}

/** PEM of a private key. */
export async function keyText(key: webcrypto.CryptoKey): Promise<string> {
  return x509.PemConverter.encode(await subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

async function written(authority: Authority): Promise<string> {
  const entries = Object.entries(authority).map(async ([name, holder]: [string, Holder]) => [
    name,
    { certificate: holder.certificate.toString('pem'), key: await keyText(holder.private_key) },
  ]);
  return JSON.stringify(Object.fromEntries(await Promise.all(entries)));
}

async function read(text: string): Promise<Authority> {
  const stored = JSON.parse(text) as Record<string, { certificate: string; key: string }>;
  const entries = Object.entries(stored).map(async ([name, { certificate, key }]) => {
    const bytes = x509.PemConverter.decodeFirst(key);
    const private_key = await subtle.importKey('pkcs8', bytes, ec, true, ['sign']);
    return [name, { certificate: new x509.X509Certificate(certificate), private_key }];
  });
  return Object.fromEntries(await Promise.all(entries)) as Authority;
}

/** The folder's authority; the first caller makes it. */
export async function openAuthority(folder: string): Promise<Authority> {
  const file = path.join(folder, 'authority.json');
  if (fs.existsSync(file)) return await read(fs.readFileSync(file, 'utf8'));
  const made = await make();
  writeWhole(file, await written(made));
  return made;
}

const hex = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('hex');

/** The merchant id in the form of the extension: its SHA-256, in hexadecimal, as a text. */
async function merchantMark(merchant_id: string): Promise<x509.Extension> {
  const digest = hex(await subtle.digest('SHA-256', Buffer.from(merchant_id)));
  const text = Buffer.from(digest, 'latin1');
  return new x509.Extension(marks.merchant, false, Buffer.concat([Buffer.from([12, 64]), text]));
}

/** A merchant's certificate from its signing request, dated `now`. */
export async function signRequest(
  { intermediate }: Authority,
  request_pem: string,
  merchant_id: string,
  now: Date,
): Promise<x509.X509Certificate> {
  const request = new x509.Pkcs10CertificateRequest(request_pem);
  if (!(await request.verify())) throw new Error('the request is not signed by its own key');
  const until = new Date(now);
  until.setUTCMonth(until.getUTCMonth() + merchant_months);
  return await x509.X509CertificateGenerator.create({
    subject: `0.9.2342.19200300.100.1.1=${merchant_id}, CN=Merchant ID: ${merchant_id}`,
    issuer: intermediate.certificate.subject,
    notBefore: new Date(now.getTime() - 60_000),
    notAfter: until,
    signingAlgorithm: ec,
    publicKey: await request.publicKey.export(),
    signingKey: intermediate.private_key,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      await merchantMark(merchant_id),
    ],
  });
}
