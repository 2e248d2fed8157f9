// The panel's cache of server data: failures open the error dialog, a sign-out empties it.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { sessions } from '../../contract/identity/sessions.ts';
import { ApiError } from '../api.ts';
import { takeBackSent } from '../kit/form/unsaved.ts';
import { showError } from '../notices.ts';
import { session } from '../session/session.ts';

/** Whether a read is worth a second try: never where the server understood and said no. */
function mayRetry(count: number, error: unknown): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !refused && count < 1;
}

/** Refused for a step the session still has to do: the shell reloads the caller and opens it. */
function owesFirst(error: unknown): boolean {
  const data = error instanceof ApiError && error.status === 403 ? error.data : null;
  return typeof data === 'object' && data !== null && 'pending' in data;
}

/** The end of a session already redirects to the start page, so it opens no dialog. */
function tell(error: unknown, quiet: boolean | undefined): void {
  const ended = error instanceof ApiError && error.status === 401;
  if (owesFirst(error)) void query_client.invalidateQueries({ queryKey: [sessions.get.path] });
  else if (!quiet && !ended) showError(error);
}

export const query_client = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => tell(error, query.meta?.quiet) }),
  mutationCache: new MutationCache({
    onError: (error, _given, _result, mutation) => {
      takeBackSent();
      const quiet = mutation.meta?.quiet;
      tell(error, typeof quiet === 'function' ? quiet(error) : quiet);
    },
  }),
  defaultOptions: {
    queries: { retry: mayRetry, staleTime: 5_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});

session.subscribe(() => {
  if (session.get() === null) query_client.clear();
});
