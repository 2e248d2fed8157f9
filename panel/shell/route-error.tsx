// What a screen that broke shows instead of itself; a part that is gone reloads the page once.
import { useEffect } from 'react';
import { useRouteError } from 'react-router';

const reloaded_key = 'penstock-reloaded-at';
const again_after_ms = 30_000;

/** Spec 1 §2: a routing error reloads the page; not over and over, which would lock people out. */
function reloadOnce(): boolean {
  const last = Number(sessionStorage.getItem(reloaded_key) ?? 0);
  if (Date.now() - last < again_after_ms) return false;
  sessionStorage.setItem(reloaded_key, String(Date.now()));
  location.reload();
  return true;
}

function isLost(error: unknown): boolean {
  return error instanceof TypeError && /import|module/i.test(error.message);
}

export function RouteError() {
  const error = useRouteError();
  useEffect(() => {
    if (!isLost(error) || !reloadOnce()) console.error(error);
  }, [error]);
  return (
    <main className="route-error" role="alert">
      <h1>This screen could not be shown</h1>
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <p>
        <button type="button" className="plain-button" onClick={() => location.reload()}>
          Load the page again
        </button>
      </p>
    </main>
  );
}
