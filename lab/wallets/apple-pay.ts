// Apple's side of Apple Pay: signs merchants' requests, opens merchant sessions over TLS with their
// certificates, and makes payment tokens (wallets.md).
import 'reflect-metadata';
import { createCipheriv, createHash, randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { PemConverter } from '@peculiar/x509';
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
import { amountOf, type Body, badRequest, Refused, text } from '../request.ts';
import { type Authority, keyText, openAuthority, signRequest } from './authority.ts';

const { subtle } = webcrypto;
const session_path = '/paymentservices/paymentSession';
const session_ms = 300_000;

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** The merchant id of a client certificate, or '' where it is none of ours. */
function merchantOf(socket: TLSSocket): string {
  if (!socket.authorized) return '';
  const certificate = socket.getPeerX509Certificate();
  return /^UID=(.+)$/m.exec(certificate?.subject ?? '')?.[1] ?? '';
}

function sessionFor(body: Body, merchant_id: string, now: number): Body {
  const named = text(body, 'merchantIdentifier');
  if (named !== merchant_id) throw new Refused(401, 'bad_credentials', 'another merchant id');
  if (text(body, 'initiative') !== 'web') badRequest('initiative');
  const domain = text(body, 'initiativeContext') || badRequest('initiativeContext');
  const displayName = text(body, 'displayName');
  if (displayName.length > 64) badRequest('displayName');
  return {
    epochTimestamp: now,
    expiresAt: now + session_ms,
    merchantSessionIdentifier: `SSH${randomBytes(32).toString('hex').toUpperCase()}`,
    nonce: randomBytes(4).toString('hex'),
    merchantIdentifier: sha256(merchant_id).toString('hex').toUpperCase(),
    domainName: domain,
    displayName,
    signature: randomBytes(64).toString('hex'),
  };
}

/** The listener of merchant sessions; whoever has no certificate of ours is turned away. */
async function listen(authority: Authority, now: () => number): Promise<https.Server> {
  const { root, intermediate, server: own } = authority;
  const ca = [root, intermediate].map(({ certificate }) => certificate.toString('pem'));
  const options = {
    key: await keyText(own.private_key),
    cert: own.certificate.toString('pem'),
    ca,
    requestCert: true,
    rejectUnauthorized: false,
  };
  const server = https.createServer(options, (request, response) => {
    const say = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const merchant_id = merchantOf(request.socket as TLSSocket);
    const parts: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      try {
        if (request.url !== session_path) return say(404, { statusMessage: 'not found' });
        if (merchant_id === '') return say(401, { statusMessage: 'no merchant certificate' });
        const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as Body;
        say(200, sessionFor(body, merchant_id, now()));
      } catch (error) {
        say(error instanceof Refused ? error.status : 400, { statusMessage: String(error) });
      }
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  return server;
}

/** Detached signature over the parts of a token, as Apple makes it. */
async function sign(signed: Buffer, authority: Authority, at: Date): Promise<string> {
  const [leaf, intermediate] = [authority.token_signer, authority.intermediate].map(
    ({ certificate }) => Certificate.fromBER(certificate.rawData),
  ) as [Certificate, Certificate];
  const attribute = (type: string, value: unknown) => new Attribute({ type, values: [value] });
  const data = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: '1.2.840.113549.1.7.1' }),
    certificates: [leaf, intermediate],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: leaf.issuer, serialNumber: leaf.serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute(
              '1.2.840.113549.1.9.3',
              new ObjectIdentifier({ value: '1.2.840.113549.1.7.1' }),
            ),
            attribute('1.2.840.113549.1.9.5', new UTCTime({ valueDate: at })),
            attribute('1.2.840.113549.1.9.4', new OctetString({ valueHex: sha256(signed) })),
          ],
        }),
      }),
    ],
  });
  await data.sign(authority.token_signer.private_key, 0, 'SHA-256', signed);
  const content = new ContentInfo({
    contentType: '1.2.840.113549.1.7.2',
    content: data.toSchema(true),
  });
  return Buffer.from(content.toSchema().toBER(false)).toString('base64');
}

interface Sealed {
  ephemeral: Buffer;
  data: Buffer;
  hash: string;
}

/** Encrypts a card for a merchant's processing certificate. */
async function sealFor(certificate_pem: string, merchant_id: string, plain: string) {
  const der = Buffer.from(
    new X509Certificate(certificate_pem).publicKey.export({ type: 'spki', format: 'der' }),
  );
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const theirs = await subtle.importKey('spki', der, curve, false, []);
  const ours = await subtle.generateKey(curve, true, ['deriveBits']);
  const shared = await subtle.deriveBits({ name: 'ECDH', public: theirs }, ours.privateKey, 256);
  const info = Buffer.concat([Buffer.from([13]), Buffer.from('id-aes256-GCMApple')]);
  const counter = Buffer.from('00000001', 'hex');
  const key = sha256(Buffer.concat([counter, Buffer.from(shared), info, sha256(merchant_id)]));
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(16));
  const data = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  const ephemeral = Buffer.from(await subtle.exportKey('spki', ours.publicKey));
  return { ephemeral, data, hash: sha256(der).toString('base64') } satisfies Sealed;
}

/** `POST /apple/token`: what a payer's device would hand to the page. */
async function tokenOf(body: Body, authority: Authority, at: Date): Promise<Body> {
  const plain = JSON.stringify({
    applicationPrimaryAccountNumber: text(body, 'number') || badRequest('number'),
    applicationExpirationDate: text(body, 'expiration') || badRequest('expiration'),
    currencyCode: text(body, 'currency_number') || '840',
    transactionAmount: amountOf(body),
    cardholderName: text(body, 'cardholder_name') || undefined,
    deviceManufacturerIdentifier: '040010030273',
    paymentDataType: '3DSecure',
    paymentData: {
      onlinePaymentCryptogram: randomBytes(20).toString('base64'),
      eciIndicator: text(body, 'eci') || '7',
    },
  });
  const merchant_id = text(body, 'merchant_id') || badRequest('merchant_id');
  const sealed = await sealFor(text(body, 'processing_certificate'), merchant_id, plain);
  const transaction = randomBytes(32);
  const signed = Buffer.concat([sealed.ephemeral, sealed.data, transaction]);
  return {
    paymentData: {
      version: 'EC_v1',
      data: sealed.data.toString('base64'),
      signature: await sign(signed, authority, at),
      header: {
        ephemeralPublicKey: sealed.ephemeral.toString('base64'),
        publicKeyHash: sealed.hash,
        transactionId: transaction.toString('hex'),
      },
    },
    paymentMethod: { displayName: 'Visa 1111', network: 'Visa', type: 'debit' },
    transactionIdentifier: transaction.toString('hex').toUpperCase(),
  };
}

export interface ApplePay {
  /** Answer of a path below `/apple/`; null where there is no such call. */
  serve(path: string, body: Body): Promise<Body | null>;
}

export function openApplePay(folder: string, now: () => number): ApplePay {
  const authority = openAuthority(folder);
  let listening: Promise<https.Server> | undefined;
  return {
    async serve(path, body) {
      const own = await authority;
      const at = new Date(now());
      switch (path) {
        case '/apple/authority': {
          listening ??= listen(own, now);
          const { port } = (await listening).address() as AddressInfo;
          return {
            root: own.root.certificate.toString('pem'),
            session_url: `https://127.0.0.1:${port}${session_path}`,
          };
        }
        case '/apple/certificate': {
          const merchant_id = text(body, 'merchant_id') || badRequest('merchant_id');
          const request = text(body, 'request');
          const made = await signRequest(own, request, merchant_id, at).catch(() =>
            badRequest('request'),
          );
          return { certificate: PemConverter.encode(made.rawData, 'CERTIFICATE') };
        }
        case '/apple/token':
          return await tokenOf(body, own, at);
        default:
          return null;
      }
    },
  };
}
