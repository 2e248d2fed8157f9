// Shown in place of a screen that threw; a chunk that no longer exists reloads the page once.
import { useEffect, useState } from 'react';
import { useNavigate, useRouteError } from 'react-router';
import type { screen_failures } from '../../contract/platform/screen-failures.ts';
import { ApiError, type Callable, call, pageExists } from '../api.ts';
import { ErrorId } from '../kit/parts/error-id.tsx';
import { PlainButton } from '../kit/plain-button.tsx';
import { trace_opener } from '../notices.ts';
import { tracePath } from '../platform/paths.ts';
import { session, shownFor } from '../session/session.ts';
import styles from './route-error.module.css';

const chunk_failed_text =
  'A part of the panel could not be loaded. Check your connection, then reload the page.';

const reloaded_key = 'penstock-reloaded-at';
const again_after_ms = 30_000;

/** Spec 1 §2: a routing error reloads the page; not over and over, which would lock people out. */
async function reloadOnce(): Promise<void> {
  const last = Number(sessionStorage.getItem(reloaded_key) ?? 0);
  if (Date.now() - last < again_after_ms) return;
  // Without a server the browser would show a page of its own in the place of the panel.
  if (!(await pageExists(location.pathname))) return;
  sessionStorage.setItem(reloaded_key, String(Date.now()));
  location.reload();
}

/** A chunk or its styles did not come: in the words of each browser and of the bundler. */
const lost_pattern = /dynamically imported module|importing a module|preload css/i;

function isLost(error: unknown): boolean {
  return error instanceof Error && lost_pattern.test(error.message);
}

/** Written out: the contract's own value would bring its schemas into the first download. */
const tell: Callable<typeof screen_failures.tell> = {
  method: 'POST',
  path: '/panel/failure',
  reply: { kind: 'record' },
};

/** Innermost first, without the part of the address that every line repeats. */
function traceOf(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const lines = stack.split('\n').slice(1, 21);
  return lines.map((line) => line.trim().replaceAll(location.origin, '').slice(0, 300));
}

function wordsOf(error: unknown): string {
  if (isLost(error)) return chunk_failed_text;
  return error instanceof Error ? error.message : String(error);
}

/** The id of the call that broke it, or the one that the server keeps this report under. */
function useErrorId(error: unknown): string {
  const [id, setId] = useState(error instanceof ApiError ? error.correlation_id : '');
  useEffect(() => {
    if (error instanceof ApiError || isLost(error) || session.get() === null) return;
    const message = wordsOf(error).slice(0, 500);
    const input = { screen: location.pathname.slice(0, 300), message, trace: traceOf(error) };
    call<typeof screen_failures.tell>(tell, { input }).then(
      ({ correlation_id }) => setId(correlation_id),
      // The report could not be sent either; the text below is shown all the same.
      () => undefined,
    );
  }, [error]);
  return id;
}

/** Outside the shell nothing else enables an Error ID to open its trace. */
function useTrace(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const area = shownFor()?.account_type;
    if (area === undefined || trace_opener.get() !== null) return;
    trace_opener.set((id) => void navigate(tracePath(area, id)));
    return () => trace_opener.set(null);
  }, [navigate]);
}

/** `inside` the shell the menu stays, so that one can go elsewhere. */
export function RouteError({ inside = false }: { inside?: boolean }) {
  const error = useRouteError();
  const id = useErrorId(error);
  useTrace();
  useEffect(() => {
    if (isLost(error)) void reloadOnce();
    else console.error(error);
  }, [error]);
  const Place = inside ? 'div' : 'main';
  return (
    <Place className={styles.routeError} role="alert">
      <h1>This screen could not be shown</h1>
      <p>{wordsOf(error)}</p>
      {id !== '' && <ErrorId id={id} />}
      <p>
        <PlainButton onClick={() => location.reload()}>Reload the page</PlainButton>
      </p>
    </Place>
  );
}
