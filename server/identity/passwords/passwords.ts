// Password hashes: argon2id with 19 MiB, two passes, one lane.
import { hash, type Options, verify } from '@node-rs/argon2';
import type { Services } from '../../context.ts';
import { inHashQueue } from './hash-queue.ts';

// 2 is argon2id: the package's names for it are const enums, which cannot be imported here.
const options: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

let unmatched: Promise<string> | undefined;

/**
 * Whether the password is right. An unknown user has null, one without a password an empty text:
 * the hash is computed all the same, so that the time does not show which names exist.
 */
export async function verifyPassword(
  { hash_queue }: Services,
  stored: string | null,
  password: string,
): Promise<boolean> {
  unmatched ??= hashPassword('no password fits this');
  const known = stored !== null && stored !== '';
  const against = known ? stored : await unmatched;
  const fits = await inHashQueue(hash_queue, () => verify(against, password));
  return known && fits;
}
