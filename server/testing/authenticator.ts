// A passkey's device in software: makes keys and answers challenges as WebAuthn writes them.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}

/** The few kinds of CBOR that an attestation consists of. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([name, one]) => [cbor(name), cbor(one)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const user_present = 1;
const user_verified = 4;
const holds_key = 64;

/** What a test may have go wrong; left out, everything is as it should be. */
export interface Wrong {
  origin?: string;
  domain?: string;
  /** The counter to show instead of one more than before. */
  count?: number;
  /** The device did not ask its owner. */
  unverified?: boolean;
  user_id?: string;
}

export interface Asked {
  challenge: string;
  /** The domain that asks. */
  domain: string;
}

export interface Authenticator {
  readonly credential_id: string;
  /** The answer to options of a new passkey. */
  create(options: Asked, wrong?: Wrong): Record<string, unknown>;
  /** The answer to a sign-in challenge, as the passkey of this user. */
  answer(options: Asked, user_id: string, wrong?: Wrong): Record<string, unknown>;
}

function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const members: [number, Cbor][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ];
  return cbor(new Map(members));
}

/** A device with one passkey, for pages of this origin. */
export function makeAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const raw_id = randomBytes(32);
  const credential_id = raw_id.toString('base64url');
  let used_count = 0;
  const clientData = (type: string, { challenge }: Asked, wrong: Wrong) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: wrong.origin ?? origin }));
  const dataOf = ({ domain }: Asked, wrong: Wrong, key: Buffer) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(wrong.count ?? ++used_count);
    const user_flags = user_present | (wrong.unverified ? 0 : user_verified);
    const flags = Buffer.from([user_flags | (key.length > 0 ? holds_key : 0)]);
    return Buffer.concat([sha256(wrong.domain ?? domain), flags, counter, key]);
  };
  const shell = (response: Record<string, unknown>) => ({
    id: credential_id,
    rawId: credential_id,
    type: 'public-key',
    response,
  });
  return {
    credential_id,
    create(options, wrong = {}) {
      const size = Buffer.from([0, raw_id.length]);
      const key = Buffer.concat([Buffer.alloc(16), size, raw_id, coseOf(publicKey)]);
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', dataOf(options, wrong, key)],
      ]);
      return shell({
        clientDataJSON: clientData('webauthn.create', options, wrong).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      });
    },
    answer(options, user_id, wrong = {}) {
      const client = clientData('webauthn.get', options, wrong);
      const data = dataOf(options, wrong, Buffer.alloc(0));
      const signed = Buffer.concat([data, sha256(client)]);
      return shell({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: Buffer.from(wrong.user_id ?? user_id).toString('base64url'),
      });
    },
  };
}
