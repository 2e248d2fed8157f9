// Keys and certificate signing requests of a registration, made here; the keys never leave
// (rails 11.1).
import 'reflect-metadata';
import { KeyObject, webcrypto } from 'node:crypto';
import { Pkcs10CertificateRequestGenerator } from '@peculiar/x509';
import type { CertificateKind } from '../../../contract/payments/wallets/apple-pay.ts';
import { publicKeyHash } from '../../vault/wallets/apple-token.ts';

const algorithms = {
  identity: {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    publicExponent: new Uint8Array([1, 0, 1]),
    modulusLength: 2048,
  },
  processing: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
} as const;

interface SigningRequest {
  /** PEM. */
  request: string;
  private_key: KeyObject;
  public_key_hash: string;
}

/** A new key of its kind with the request that Apple's portal takes. */
export async function signingRequest(
  kind: CertificateKind,
  apple_pay_merchant_id: string,
): Promise<SigningRequest> {
  const algorithm = algorithms[kind];
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair;
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: [{ CN: [apple_pay_merchant_id] }],
    keys,
    signingAlgorithm: algorithm,
  });
  return {
    request: request.toString('pem'),
    private_key: KeyObject.from(keys.privateKey),
    public_key_hash: publicKeyHash(KeyObject.from(keys.publicKey)),
  };
}
