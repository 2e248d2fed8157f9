// Whether the caller may save customers: by its own right, and by what its account has (spec 2 §6).
import { allowed, subjectOf } from '../../contract/access/allowed.ts';
import { may } from '../../contract/access/may.ts';
import { sessions } from '../../contract/identity/sessions.ts';
import { useRecord } from '../hooks.ts';
import { useOwnMerchant } from '../session/own-merchant.ts';

/** undefined until it is known. */
export function useMaySave(): boolean | undefined {
  const { data: caller } = useRecord(sessions.get, {}, { stale_ms: 60_000 });
  const own = useOwnMerchant('merchant');
  if (!caller || !own) return undefined;
  return allowed(may.save_customers, subjectOf(caller, own.permissions)).ok;
}
