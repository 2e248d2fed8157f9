// Says above a form why nothing of it can be done, from the rule that the server refuses by.
import type { Access } from '../../../contract/access/access.ts';
import { subjectOf, whyNotAllowed } from '../../../contract/access/allowed.ts';
import { sessions } from '../../../contract/identity/sessions.ts';
import { useRecord } from '../../hooks.ts';
import { Banner } from '../parts/banner.tsx';

/** The reason as a sentence, or '' where nothing is in the way or nobody is known yet. */
export function useWhyNot(access: Access): string {
  const { data: caller } = useRecord(sessions.get, {}, { stale_ms: 60_000 });
  return caller ? whyNotAllowed(access, subjectOf(caller)) : '';
}

export function Blocked({ access }: { access: Access }) {
  const reason = useWhyNot(access);
  return reason === '' ? null : <Banner tone="warn">{reason}</Banner>;
}
