// Session tokens: a signed reference; what makes it valid is the session's row, found by its hash.
import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import { session_life_seconds, type TokenClaims } from '../../../contract/identity/sessions.ts';
import type { Services } from '../../context.ts';

/** The stored form of tokens and keys, which are long and random by themselves: SHA-256 in hex. */
export function credentialHash(credential: string): string {
  return createHash('sha256').update(credential).digest('hex');
}

type Subject = Omit<TokenClaims, 'iat' | 'exp'>;

/** A compact JWT (HS256) with the claims that the panel reads; it expires with its session. */
export async function makeToken(services: Services, subject: Subject): Promise<string> {
  const issued_at = Math.floor(services.clock.real().getTime() / 1000);
  return await new SignJWT({ ...subject })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(issued_at)
    .setExpirationTime(issued_at + session_life_seconds)
    .sign(services.keys.derive('session tokens'));
}
