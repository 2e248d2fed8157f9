// Requests about countries and the sandbox's clock that their owner may make.
import { about, type Case, says } from './case-parts.ts';

export const platform_cases: Readonly<Record<string, Case>> = {
  'GET /const/country/{country}/states': about([], async () => ({ params: { country: 'US' } })),
  'POST /sandbox/clock': says(() => ({ advance_seconds: 1 })),
};
