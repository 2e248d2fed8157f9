// Gets a challenge of our own bot check and has it solved beside the page, in a worker.
import type { BotCheckAction, bot_checks } from '../../../contract/identity/bot-check.ts';
import { ApiError, type Callable, call } from '../../api.ts';
import type { Work } from './bot-check-hash.ts';
import worker_url from './bot-check-worker.ts?worker&url';

const create: Callable<typeof bot_checks.create> = {
  method: 'POST',
  path: '/bot-check',
  reply: { kind: 'record' },
};

/** Ten times what a slow phone needs. */
const patience_ms = 60_000;

function solveBeside(work: Work): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(worker_url, { type: 'module' });
    const end = () => {
      clearTimeout(timer);
      worker.terminate();
    };
    const fail = () => {
      end();
      reject(new ApiError('The bot check failed. Try again.', 0));
    };
    const timer = setTimeout(fail, patience_ms);
    worker.onmessage = ({ data }: MessageEvent<number>) => {
      end();
      resolve(data);
    };
    worker.onerror = fail;
    worker.postMessage(work);
  });
}

/** A fresh proof for one call of this kind. */
export async function solve(action: BotCheckAction): Promise<string> {
  const work = await call<typeof bot_checks.create>(create, { input: { action } });
  return `${work.challenge}~${await solveBeside(work)}`;
}
