// What browsers ask before pages of other sites may call us (Fetch: CORS).

/** Set by a verb that another site's page may call. */
export const cors_header = 'access-control-allow-origin';

/** On the answer of such a call; caches keep one for each origin. */
export function corsHeaders(origin: string): Record<string, string> {
  return { [cors_header]: origin, vary: 'origin' };
}

const preflight_seconds = '600';

/** The answer to the question before the call; `*` would not cover `authorization`. */
export function preflightHeaders(
  origin: string,
  method: 'GET' | 'POST' = 'POST',
): Record<string, string> {
  return {
    ...corsHeaders(origin),
    'access-control-allow-methods': method,
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-max-age': preflight_seconds,
  };
}
