// The last payment taken on this page, without its method, for somebody who takes it once more.
import { session } from '../../../session/session.ts';
import type { TerminalForm } from '../form.ts';

interface StoredPayment {
  sid: string;
  form: TerminalForm;
}

// In memory alone: it ends with the page, and another session never sees it.
let stored: StoredPayment | null = null;

/** `form` must hold nothing of the payment method. */
export function storeLastPayment(form: TerminalForm): void {
  const now = session.get();
  stored = now === null ? null : { sid: now.sid, form };
}

/** What this session took last; null where it took nothing yet. */
export function lastPayment(): TerminalForm | null {
  return stored !== null && stored.sid === session.get()?.sid ? stored.form : null;
}
