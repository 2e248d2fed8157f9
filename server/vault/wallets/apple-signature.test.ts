// Whose signature a token of Apple Pay may carry: forgeries that only one rule each turns down.
import { createHash, randomBytes } from 'node:crypto';
import { ObjectIdentifier, OctetString, UTCTime } from 'asn1js';
import {
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import { beforeAll, expect, it } from 'vitest';
import type { ApplePaymentData } from '../../../contract/payments/wallets/wallet-tokens.ts';
import { freshFolder } from '../../../lab/lab-process.ts';
import {
  type Authority,
  type Holder,
  issue,
  mark,
  marks,
  openAuthority,
} from '../../../lab/wallets/authority.ts';
import { checkAppleSignature, signedBytes } from './apple-signature.ts';

let apple: Authority;
/** Somebody who has made an authority of the same names. */
let forger: Authority;

beforeAll(async () => {
  apple = await openAuthority(freshFolder());
  forger = await openAuthority(freshFolder());
});

interface Signed {
  by: Holder;
  /** What comes along; the signer and its issuer unless said. */
  certificates?: Holder[];
  digest?: 'SHA-256' | 'SHA-512';
  /** Signed in place of the token's own parts, and carried inside. */
  content?: Buffer;
  at?: Date;
}

const unsigned: ApplePaymentData = {
  version: 'EC_v1',
  data: randomBytes(64).toString('base64'),
  signature: '',
  header: {
    ephemeralPublicKey: randomBytes(91).toString('base64'),
    publicKeyHash: randomBytes(32).toString('base64'),
    transactionId: randomBytes(32).toString('hex'),
  },
};
const data_oid = '1.2.840.113549.1.7.1';

async function token(options: Signed): Promise<ApplePaymentData> {
  const { by, certificates = [by, apple.intermediate], digest = 'SHA-256', content } = options;
  const bytes = content ?? signedBytes(unsigned);
  const read = ({ certificate }: Holder) => Certificate.fromBER(certificate.rawData);
  const { issuer, serialNumber } = read(by);
  const hashed = createHash(digest.replace('-', '').toLowerCase()).update(bytes).digest();
  const attributes = [
    ['1.2.840.113549.1.9.3', new ObjectIdentifier({ value: data_oid })],
    ['1.2.840.113549.1.9.5', new UTCTime({ valueDate: options.at ?? new Date() })],
    ['1.2.840.113549.1.9.4', new OctetString({ valueHex: new Uint8Array(hashed).buffer })],
  ] as const;
  const made = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: data_oid,
      ...(content && { eContent: new OctetString({ valueHex: new Uint8Array(content).buffer }) }),
    }),
    certificates: certificates.map(read),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({
          type: 0,
          attributes: attributes.map(([type, value]) => new Attribute({ type, values: [value] })),
        }),
      }),
    ],
  });
  await made.sign(by.private_key, 0, digest, bytes);
  const info = new ContentInfo({
    contentType: '1.2.840.113549.1.7.2',
    content: made.toSchema(true),
  });
  const signature = Buffer.from(info.toSchema().toBER()).toString('base64');
  return { ...unsigned, signature };
}

const check = async (options: Signed) =>
  checkAppleSignature(await token(options), [apple.root.certificate.toString('pem')], new Date());

const signer = (issuer: Holder, extensions = [mark(marks.token_signer)]) =>
  issue({ name: 'Signer', issuer, extensions, is_authority: false });

it('what Apple has signed passes', async () => {
  await expect(check({ by: apple.token_signer })).resolves.toBeUndefined();
});

it('a certificate of nobody’s that comes beside Apple’s signs nothing', async () => {
  const certificates = [apple.token_signer, apple.intermediate, forger.server];
  await expect(check({ by: forger.server, certificates })).rejects.toThrow('does not match');
});

it('a certificate that says that Apple issued it was issued by Apple', async () => {
  await expect(check({ by: forger.token_signer })).rejects.toThrow('no trusted root');
  const certificates = [forger.token_signer, forger.intermediate];
  await expect(check({ by: forger.token_signer, certificates })).rejects.toThrow('no trusted root');
  const by = await signer(forger.server);
  await expect(check({ by })).rejects.toThrow('no trusted root');
});

it('a certificate of Apple’s that issues none has issued none', async () => {
  const intermediate = await issue({
    name: 'No authority',
    issuer: apple.root,
    extensions: [mark(marks.intermediate)],
    is_authority: false,
  });
  const by = await signer(intermediate);
  await expect(check({ by, certificates: [by, intermediate] })).rejects.toThrow('no trusted root');
});

it('a certificate of Apple’s that has ended signs nothing any more', async () => {
  const extensions = [mark(marks.token_signer)];
  const until = new Date(Date.now() - 1000);
  const named = { name: 'Former', issuer: apple.intermediate, extensions, is_authority: false };
  const by = await issue({ ...named, until });
  await expect(check({ by })).rejects.toThrow('not valid at this time');
});

it('a certificate of Apple’s for another purpose signs no token', async () => {
  const by = await signer(apple.intermediate, []);
  await expect(check({ by })).rejects.toThrow('not those of Apple Pay');
  const twice = await signer(apple.intermediate);
  const certificates = [twice, apple.token_signer, apple.intermediate];
  await expect(check({ by: twice, certificates })).rejects.toThrow('not those of Apple Pay');
});

it('a signature of what it carries itself is none of the token', async () => {
  const content = Buffer.from('something else that Apple signed');
  await expect(check({ by: apple.token_signer, content })).rejects.toThrow('something else');
});

it('a digest other than SHA-256 is turned down', async () => {
  await expect(check({ by: apple.token_signer, digest: 'SHA-512' })).rejects.toThrow('SHA-256');
});
