// Why the person who is signed in may not make a call, by the rule that the server refuses by.
import type { Access } from '../contract/access/access.ts';
import { subjectOf, whyNotAllowed } from '../contract/access/allowed.ts';
import { sessions } from '../contract/identity/sessions.ts';
import { useRecord } from './hooks.ts';

/** The reason as a sentence, or '' where nothing is in the way or nobody is known yet. */
export function useWhyNot(access: Access): string {
  const { data: caller } = useRecord(sessions.get, {}, { stale_ms: 60_000 });
  return caller ? whyNotAllowed(access, subjectOf(caller)) : '';
}
