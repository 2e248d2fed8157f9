// `npm run rotate-keys`: a new key on top of the key file, and everything brought under it, online.
import { makeClock } from '../server/clock.ts';
import { readConfig } from '../server/config.ts';
import { type Context, systemContext } from '../server/context.ts';
import { addKey, movePurposes, removeKeys } from '../server/keys/key-file.ts';
import { rotateDataKeys, wrappingKeysInUse } from '../server/keys/key-rotation.ts';
import { keyIdOf, openKeyRing } from '../server/keys/keys.ts';
import { secret_stores } from '../server/keys/secret-stores.ts';
import { makeLog } from '../server/process/log.ts';
import { makeServices } from '../server/services.ts';
import { openOwnerDatabase } from './owner-database.ts';

const known = new Set(['--finish', '--forget', '--purposes']);
const words = process.argv.slice(2);
const wrong = words.find((word) => !known.has(word));
if (wrong) {
  console.error('Use: npm run rotate-keys [-- --finish | --forget | --purposes]');
  process.exit(1);
}
const config = readConfig();
const database = await openOwnerDatabase(config);
const keys = openKeyRing(config.key_file, false);
const clock = makeClock();
const log = makeLog('warn');
const { services, close } = makeServices({
  config,
  database_url: database.url,
  pool_size: 2,
  clock,
  keys,
  log,
});
const context = systemContext(services, services.ids.next());
try {
  if (words.includes('--purposes')) {
    movePurposes(config.key_file);
    console.log('Session tokens are signed by the newest key from the next start on.');
  } else if (words.includes('--forget')) await forget(context);
  else await rotate(context);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await close();
  await database.stop();
}

/** A rotation that broke off is finished first; only a finished one is followed by a new key. */
async function rotate(working: Context): Promise<void> {
  const used = await wrappingKeysInUse(working);
  const unfinished = used.some((id) => id !== keys.current_id() && id !== '');
  if (!unfinished && !words.includes('--finish')) addKey(config.key_file);
  const { merchant_count, made, resealed, rewrapped } = await rotateDataKeys(
    working,
    secret_stores,
  );
  console.log(`key ${keys.current_id()}: ${merchant_count} accounts, ${made} new data keys,`);
  console.log(`${resealed} secrets sealed anew, ${rewrapped} data keys wrapped anew`);
  console.log('Older keys only open. When no backup needs them: npm run rotate-keys -- --forget');
}

async function forget(working: Context): Promise<void> {
  const used = await wrappingKeysInUse(working);
  if (used.includes('')) throw new Error('Some data keys name no key yet: rotate first.');
  const count = removeKeys(config.key_file, (key) => used.includes(keyIdOf(key)));
  console.log(`${count} keys forgotten`);
}
