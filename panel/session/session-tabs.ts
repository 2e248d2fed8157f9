// Tabs of one browser share the time of the last activity and the logout (spec 1 §4).
import type { sessions } from '../../contract/identity/sessions.ts';
import { type Callable, call } from '../api.ts';
import { deadline, endSession, session } from './session.ts';

/** The messages that tabs send to each other. */
interface News {
  sid: string;
  user_id: string;
  /** When the session ends unless something happens; 0 says that it has ended. */
  until: number;
}

const keep_alive_ms = 30_000;
/** How far apart two tabs may notice the same deadline. */
const slower_ms = 5_000;

const caller: Callable<typeof sessions.get> = {
  method: 'GET',
  path: '/user',
  reply: { kind: 'record' },
};

/** The server counts each session's inactivity itself: a tab that only shows must call it. */
function stayAlive(): void {
  call<typeof sessions.get>(caller).catch(() => undefined);
}

/** Sends this tab's session changes to the other tabs and applies theirs here. */
export function shareSession(
  channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage'>,
  keepAlive = stayAlive,
): void {
  let known = session.get();
  let heard = false;
  let renewed_at = 0;
  const tell = (until: number) => {
    if (known && !heard) channel.postMessage({ sid: known.sid, user_id: known.user_id, until });
  };
  deadline.subscribe(() => tell(deadline.get()));
  session.subscribe(() => {
    const current = session.get();
    if (current === null) tell(0);
    known = current;
  });
  channel.onmessage = ({ data: { sid, user_id, until } }: MessageEvent<News>) => {
    if (known === null || known.user_id !== user_id) return;
    const same = known.sid === sid;
    heard = true;
    // All tabs count to the same moment: one that is a little slower was left as idle as the other.
    const idle = deadline.get() - Date.now() < slower_ms;
    if (until === 0 && same) endSession(idle ? 'idle' : 'signed_out');
    if (until > deadline.get()) deadline.set(until);
    heard = false;
    const now = Date.now();
    if (until === 0 || same || now - renewed_at < keep_alive_ms) return;
    renewed_at = now;
    keepAlive();
  };
}
