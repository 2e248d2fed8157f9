// A processing certificate says in Apple's own extension which merchant ID it is of.
import { webcrypto } from 'node:crypto';
import { Certificate } from 'pkijs';
import { expect, it } from 'vitest';
import { checkCertificate } from './certificates.ts';

const day_ms = 86_400_000;

/** Of a key that Apple Pay takes, signed by itself, base64. */
async function withoutExtension(): Promise<string> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const made = new Certificate();
  made.serialNumber.valueBlock.valueHexView = new Uint8Array([1]);
  made.notBefore.value = new Date(Date.now() - day_ms);
  made.notAfter.value = new Date(Date.now() + day_ms);
  await made.subjectPublicKeyInfo.importKey(keys.publicKey);
  await made.sign(keys.privateKey, 'SHA-256');
  return Buffer.from(made.toSchema(true).toBER()).toString('base64');
}

it('without that extension is nobody’s', async () => {
  const text = await withoutExtension();
  const member = { field: 'certificate', label: 'Certificate' };
  const about = { member, now: new Date() };
  expect(() => checkCertificate(text, 'processing', 'merchant.example.shop', about)).toThrow(
    'invalid Certificate: it belongs to another Apple merchant ID',
  );
});
