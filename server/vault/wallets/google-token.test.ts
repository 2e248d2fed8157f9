// Tokens of Google Pay against the lab's Google, and against an independent library.
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { GooglePaymentMethodTokenContext } from '@basis-theory/google-pay-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type GoogleToken,
  google_token,
} from '../../../contract/payments/wallets/wallet-tokens.ts';
import { cleanUp, freshFolder, type LabProcess, startLab } from '../../../lab/lab-process.ts';
import { askLab } from '../../testing/wallets.ts';
import { type GoogleKeys, openGoogleToken } from './google-token.ts';

const card = { number: '5555555555554444', expiration: '12/30' };
const recipient = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
let lab: LabProcess;
let roots: GoogleKeys;

const ask = <Made>(path: string, body: object) =>
  askLab<Made>(`http://127.0.0.1:${lab.port}${path}`, body);

function pointOf(key: KeyObject): string {
  const { x = '', y = '' } = createPublicKey(key as never).export({ format: 'jwk' });
  const parts = [x, y].map((part) => Buffer.from(part, 'base64url'));
  return Buffer.concat([Buffer.from([4]), ...parts]).toString('base64');
}

beforeAll(async () => {
  lab = await startLab(freshFolder());
  roots = await ask<GoogleKeys>('/google/keys', {});
});
afterAll(cleanUp);

const token = (change: object = {}) =>
  ask<GoogleToken>('/google/token', {
    gateway: 'gatewayprocessing',
    gateway_merchant_id: 'pub_1',
    recipient_key: pointOf(recipient),
    ...card,
    ...change,
  });
const open = (made: GoogleToken, keys = [recipient], by = roots, at = new Date()) =>
  openGoogleToken(made, keys, by, at);

describe('a token of Google Pay', () => {
  it('is opened into a network token with its cryptogram', async () => {
    const made = await token();
    expect(google_token.safeParse(JSON.stringify(made)).success).toBe(true);
    expect(open(made)).toMatchObject({
      wallet: 'google_pay',
      gateway_merchant_id: 'pub_1',
      number: card.number,
      expiration_date: '12/30',
      cryptogram: 'AAAAAA+lab+cryptogram+AA==',
      eci: '05',
      reference: expect.stringMatching(/^AH2Ejte/),
      agreed: null,
    });
  });

  it('is opened into the card itself, which proves nothing more', async () => {
    const made = await token({ auth_method: 'PAN_ONLY' });
    expect(open(made)).toMatchObject({ number: card.number, cryptogram: '', eci: '' });
  });

  it('is read the same by an independent library', async () => {
    const made = await token();
    const pem = String(recipient.export({ type: 'sec1', format: 'pem' }));
    const context = new GooglePaymentMethodTokenContext({
      merchants: [{ identifier: 'gatewayprocessing', privateKeyPem: Buffer.from(pem) }],
    });
    const theirs = context.decrypt(made as never) as unknown as {
      messageId: string;
      paymentMethodDetails: { pan: string };
    };
    const ours = open(made);
    expect([theirs.messageId, theirs.paymentMethodDetails.pan]).toEqual([
      ours.reference,
      ours.number,
    ]);
  });

  it('is opened with any key of the gateway', async () => {
    const newer = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const made = await token();
    expect(open(made, [newer, recipient]).number).toBe(card.number);
    expect(() => open(made, [newer])).toThrow('cannot be decrypted');
  });
});

describe('a token is turned down', () => {
  it('without a root key of Google’s that still stands', async () => {
    const made = await token();
    expect(() => open(made, [recipient], { keys: [] })).toThrow('not one of Google’s');
    const [root] = roots.keys;
    const past = { ...root, keyExpiration: '1' } as GoogleKeys['keys'][number];
    expect(() => open(made, [recipient], { keys: [past] })).toThrow('not one of Google’s');
    const older = { ...root, protocolVersion: 'ECv1' } as GoogleKeys['keys'][number];
    expect(() => open(made, [recipient], { keys: [older] })).toThrow('not one of Google’s');
  });

  it('with a message or a signing key that was changed', async () => {
    const [made, other] = [await token(), await token()];
    expect(() => open({ ...made, signedMessage: other.signedMessage })).toThrow('does not match');
    const { intermediateSigningKey } = other;
    expect(() => open({ ...made, intermediateSigningKey })).toThrow('does not match');
    const signed = { ...made.intermediateSigningKey, signatures: ['AAAA'] };
    expect(() => open({ ...made, intermediateSigningKey: signed })).toThrow('not one of Google’s');
  });

  it('of another gateway', async () => {
    const made = await token({ gateway: 'othergateway' });
    expect(() => open(made)).toThrow('does not match');
  });

  it('of a network token without its cryptogram', async () => {
    for (const cryptogram of ['', 0]) {
      const made = await token({ cryptogram });
      expect(() => open(made), String(cryptogram)).toThrow('cannot be read');
    }
  });

  it('once it has expired', async () => {
    const made = await token();
    const days = (count: number) => new Date(Date.now() + count * 86_400_000);
    expect(open(made, [recipient], roots, days(6)).number).toBe(card.number);
    expect(() => open(made, [recipient], roots, days(8))).toThrow('expired');
  });
});
