// What a certificate is refused for: its key, whose it is, and its time.
import { webcrypto } from 'node:crypto';
import { Utf8String } from 'asn1js';
import { AttributeTypeAndValue, Certificate } from 'pkijs';
import { expect, it } from 'vitest';
import { checkCertificate } from './certificates.ts';

const day_ms = 86_400_000;
const now = new Date();
const merchant_id = 'merchant.example.shop';
const uid = '0.9.2342.19200300.100.1.1';
const within = { from: -1, to: 1, namedCurve: 'P-256' };

/** Of a merchant ID, valid between days from now, signed by itself, base64. */
async function selfSigned(change: Partial<typeof within>): Promise<string> {
  const { from, to, namedCurve } = { ...within, ...change };
  const algorithm = { name: 'ECDSA', namedCurve };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const made = new Certificate();
  made.serialNumber.valueBlock.valueHexView = new Uint8Array([1]);
  const value = new Utf8String({ value: merchant_id });
  made.subject.typesAndValues.push(new AttributeTypeAndValue({ type: uid, value }));
  made.notBefore.value = new Date(now.getTime() + from * day_ms);
  made.notAfter.value = new Date(now.getTime() + to * day_ms);
  await made.subjectPublicKeyInfo.importKey(keys.publicKey);
  await made.sign(keys.privateKey, 'SHA-256');
  return Buffer.from(made.toSchema(true).toBER()).toString('base64');
}

const member = { field: 'certificate', label: 'Certificate' };
const checked = async (kind: 'identity' | 'processing', change: Partial<typeof within> = {}) => {
  const text = await selfSigned(change);
  return () => checkCertificate(text, kind, merchant_id, { member, now });
};

it('a processing certificate without Apple’s extension is nobody’s', async () => {
  expect(await checked('processing')).toThrow(
    'invalid Certificate: it belongs to another Apple merchant ID',
  );
});

it('a certificate is taken within its time, and refused before and after it', async () => {
  expect((await checked('identity'))()).toMatchObject({
    valid_from: new Date(Math.floor(now.getTime() / 1000) * 1000 - day_ms),
  });
  const expired = 'invalid Certificate: the certificate has expired';
  expect(await checked('identity', { from: -2, to: -1 })).toThrow(expired);
  const early = 'invalid Certificate: the certificate is not valid yet';
  expect(await checked('identity', { from: 1, to: 2 })).toThrow(early);
});

it('payments are encrypted for keys of one curve alone', async () => {
  expect(await checked('processing', { namedCurve: 'P-384' })).toThrow(
    'invalid Certificate: its key is not of the kind that Apple Pay accepts',
  );
  expect(await checked('identity', { namedCurve: 'P-384' })).not.toThrow();
});
