// The panel's cache of server data: failures open the error dialog, a sign-out empties it.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { sessions } from '../../contract/identity/sessions.ts';
import { ApiError, orElse } from '../api.ts';
import { markUnsent } from '../kit/form/unsaved.ts';
import { showError, showsError } from '../notices.ts';
import { mayRetry } from '../retry.ts';
import { session } from '../session/session.ts';

/** Refused for a step the session still has to do: the shell reloads the caller and opens it. */
function hasPendingStep(error: unknown): boolean {
  const data = error instanceof ApiError && error.status === 403 ? error.data : null;
  return typeof data === 'object' && data !== null && 'pending' in data;
}

/** The end of a session already redirects to the start page, so it opens no dialog. */
function tell(error: unknown, quiet: boolean | undefined): void {
  const ended = error instanceof ApiError && error.status === 401;
  if (hasPendingStep(error)) void query_client.invalidateQueries({ queryKey: [sessions.get.path] });
  else if (!quiet && !ended) showError(error);
}

/** A server that is away fails every read of a screen: the first of them says it for all. */
function tellOfRead(error: unknown, quiet: boolean | undefined): void {
  tell(error, quiet || showsError());
}

export const query_client = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => tellOfRead(error, query.meta?.quiet) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      markUnsent();
      const { quiet, fallback = '' } = mutation.meta ?? {};
      const told = fallback === '' ? error : orElse(error, fallback);
      tell(told, typeof quiet === 'function' ? quiet(error) : quiet);
    },
  }),
  defaultOptions: {
    // Without a network a call fails at once and says so. The library would hold it back instead:
    // a read would seem to load for ever, a write would be sent unasked once the network is back.
    queries: {
      retry: mayRetry,
      networkMode: 'always',
      staleTime: 5_000,
      refetchOnWindowFocus: false,
    },
    // What was sent may be a card's number or a password: it goes with the screen that sent it.
    mutations: { retry: false, networkMode: 'always', gcTime: 0 },
  },
});

session.subscribe(() => {
  if (session.get() === null) query_client.clear();
});
