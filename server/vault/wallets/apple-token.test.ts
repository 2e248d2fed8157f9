// Tokens of Apple Pay against the lab's Apple, and against an independent library.
import { generateKeyPairSync } from 'node:crypto';
import { ApplePaymentTokenContext } from '@basis-theory/apple-pay-js';
import { ContentInfo, SignedData } from 'pkijs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ApplePaymentData,
  apple_token,
} from '../../../contract/payments/wallets/wallet-tokens.ts';
import { cleanUp, freshFolder, type LabProcess, startLab } from '../../../lab/lab-process.ts';
import { signingRequest } from '../../payments/wallets/signing-request.ts';
import { askLab } from '../../testing/wallets.ts';
import { apple_root_g3 } from './apple-root.ts';
import { openAppleToken, type ProcessingKey, publicKeyHash } from './apple-token.ts';

const merchant_id = 'merchant.example.shop';
const card = { number: '4111111111111111', expiration: '301231' };
let lab: LabProcess;
let root = '';
let certificate = '';
let key: ProcessingKey;

const ask = <Made>(path: string, body: object) =>
  askLab<Made>(`http://127.0.0.1:${lab.port}${path}`, body);

beforeAll(async () => {
  lab = await startLab(freshFolder());
  ({ root } = await ask<{ root: string }>('/apple/authority', {}));
  const made = await signingRequest('processing', merchant_id);
  ({ certificate } = await ask<{ certificate: string }>('/apple/certificate', {
    merchant_id,
    request: made.request,
  }));
  key = {
    apple_pay_merchant_id: merchant_id,
    public_key_hash: made.public_key_hash,
    private_key: made.private_key,
  };
});
afterAll(cleanUp);

type Made = { paymentData: ApplePaymentData };
const token = (change: object = {}) =>
  ask<Made>('/apple/token', {
    merchant_id,
    processing_certificate: certificate,
    amount: 1299,
    ...card,
    ...change,
  });
const open = (
  { paymentData }: Made,
  {
    keys = [key],
    by = root,
    at = new Date(),
  }: { keys?: ProcessingKey[]; by?: string; at?: Date } = {},
) => openAppleToken(paymentData, keys, [apple_root_g3, by], at);

/** The same token with one part of it changed. */
async function altered(change: (data: ApplePaymentData) => void): Promise<Made> {
  const made = await token();
  change(made.paymentData);
  return made;
}

const flipped = (base64: string) => {
  const bytes = Buffer.from(base64, 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return bytes.toString('base64');
};

describe('a token of Apple Pay', () => {
  it('is opened into the card of the device and what the payer agreed to', async () => {
    const made = await token();
    expect(apple_token.safeParse(made).success).toBe(true);
    expect(apple_token.safeParse(JSON.stringify(made)).success).toBe(true);
    expect(await open(made)).toMatchObject({
      wallet: 'apple_pay',
      number: card.number,
      expiration_date: '12/30',
      cryptogram: expect.stringMatching(/^[\w+/]{27}=$/),
      eci: '07',
      reference: made.paymentData.header.transactionId,
      agreed: { amount: 1299, currency: 'usd' },
    });
  });

  it('has one reference, however its transaction ID is spelled', async () => {
    const made = await token();
    const { transactionId } = made.paymentData.header;
    made.paymentData.header.transactionId = transactionId.toUpperCase();
    expect((await open(made)).reference).toBe(transactionId.toLowerCase());
  });

  it('has no second reference by moving the end of its ID, or adding half a byte', async () => {
    const made = await token();
    const { header } = made.paymentData;
    const { transactionId: id } = header;
    const others = [
      { transactionId: `${id}0` },
      { transactionId: id.slice(0, -2), applicationData: id.slice(-2) },
      { transactionId: id.slice(0, 2), applicationData: id.slice(2) },
      { applicationData: '0' },
      { applicationData: 'ab'.repeat(31) },
    ];
    for (const change of others) {
      const paymentData = { ...made.paymentData, header: { ...header, ...change } };
      expect(apple_token.safeParse({ paymentData }).success, JSON.stringify(change)).toBe(false);
    }
    expect(apple_token.safeParse(made).success).toBe(true);
  });

  it('is read the same by an independent library', async () => {
    const made = await token({ currency_number: '978', amount: 5 });
    const pem = String(key.private_key.export({ type: 'sec1', format: 'pem' }));
    const context = new ApplePaymentTokenContext({
      merchants: [
        {
          identifier: merchant_id,
          certificatePem: Buffer.from(certificate),
          privateKeyPem: Buffer.from(pem),
        },
      ],
    });
    const theirs = context.decrypt(made.paymentData as never) as unknown as {
      applicationPrimaryAccountNumber: string;
      transactionAmount: number;
      paymentData: { onlinePaymentCryptogram: string };
    };
    const ours = await open(made);
    expect(theirs.applicationPrimaryAccountNumber).toBe(ours.number);
    expect(theirs.transactionAmount).toBe(ours.agreed?.amount);
    expect(theirs.paymentData.onlinePaymentCryptogram).toBe(ours.cryptogram);
    expect(ours.agreed?.currency).toBe('eur');
  });

  it('is encrypted for one of the keys, the former one included', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const newer = { ...key, private_key: privateKey, public_key_hash: publicKeyHash(privateKey) };
    expect((await open(await token(), { keys: [newer, key] })).number).toBe(card.number);
    await expect(open(await token(), { keys: [newer] })).rejects.toThrow('another certificate');
    const mixed = { ...newer, public_key_hash: key.public_key_hash };
    await expect(open(await token(), { keys: [mixed] })).rejects.toThrow('cannot be decrypted');
  });

  it('is of the merchant that it names in its key', async () => {
    const other = { ...key, apple_pay_merchant_id: 'merchant.example.other' };
    await expect(open(await token(), { keys: [other] })).rejects.toThrow('cannot be decrypted');
  });
});

describe('a token is turned down', () => {
  it('under another root', async () => {
    await expect(open(await token(), { by: apple_root_g3 })).rejects.toThrow('no trusted root');
  });

  it.each<[string, (data: ApplePaymentData) => void]>([
    ['data', (made) => Object.assign(made, { data: flipped(made.data) })],
    [
      'transaction',
      ({ header }) => {
        const [first = '', ...rest] = header.transactionId;
        const other = (Number.parseInt(first, 16) ^ 1).toString(16);
        Object.assign(header, { transactionId: other + rest.join('') });
      },
    ],
    ['application data', ({ header }) => Object.assign(header, { applicationData: 'ab' })],
    [
      'ephemeral key',
      ({ header }) =>
        Object.assign(header, {
          ephemeralPublicKey: generateKeyPairSync('ec', { namedCurve: 'P-256' })
            .publicKey.export({ type: 'spki', format: 'der' })
            .toString('base64'),
        }),
    ],
  ])('with another %s than was signed', async (_name, change) => {
    await expect(open(await altered(change))).rejects.toThrow('does not match');
  });

  it('with another signature, or what is none', async () => {
    const other = await token();
    await expect(
      open(
        await altered((made) => Object.assign(made, { signature: other.paymentData.signature })),
      ),
    ).rejects.toThrow('does not match');
    const broken = altered((made) => Object.assign(made, { signature: 'AAAA' }));
    await expect(open(await broken)).rejects.toThrow('cannot be read');
  });

  it('more than five minutes after it was signed, or before', async () => {
    const made = await token();
    const minutes = (count: number) => new Date(Date.now() + count * 60_000);
    expect((await open(made, { at: minutes(4) })).number).toBe(card.number);
    await expect(open(made, { at: minutes(6) })).rejects.toThrow('too long ago');
    await expect(open(made, { at: minutes(-6) })).rejects.toThrow('too long ago');
  });

  it('while one of its certificates is not valid', async () => {
    const made = await token();
    for (const at of [new Date('2001-01-01'), new Date('2199-01-01')]) {
      await expect(open(made, { at })).rejects.toThrow('not valid at this time');
    }
  });

  it('with a second signature', async () => {
    const signedBy = (change: (signed: SignedData) => void) =>
      altered((made) => {
        const read = ContentInfo.fromBER(Buffer.from(made.signature, 'base64'));
        const signed = new SignedData({ schema: read.content });
        change(signed);
        const content = signed.toSchema(true);
        const info = new ContentInfo({ contentType: read.contentType, content });
        made.signature = Buffer.from(info.toSchema().toBER()).toString('base64');
      });
    expect((await open(await signedBy(() => undefined))).number).toBe(card.number);
    const twice = signedBy(({ signerInfos }) => signerInfos.push(...signerInfos));
    await expect(open(await twice)).rejects.toThrow('cannot be read');
  });

  it('of a currency or a content that is not a card payment', async () => {
    await expect(open(await token({ currency_number: '999' }))).rejects.toThrow('currency');
    for (const number of ['12', '4'.repeat(20)]) {
      await expect(open(await token({ number }))).rejects.toThrow('not a card payment');
    }
  });
});
