// A script of another company, loaded once where it is first needed.
import { styleNonce } from './environment.ts';

/** A network that swallows the request never says so: the person has to hear of it all the same. */
export const load_limit_ms = 15_000;

/**
 * Gives what loads the script at `url` and then finds in `window` what it defines there. A load
 * that failed, or takes too long, is tried again by the next call; until then it throws
 * `not_loaded`.
 */
export function scriptLoader<Found>(
  url: string,
  found: () => Found | undefined,
  not_loaded: string,
): () => Promise<Found> {
  let loading: Promise<Found> | undefined;
  return () => {
    // One that was given up may have come all the same: a second copy would be refused.
    const come = found();
    if (come) return Promise.resolve(come);
    loading ??= new Promise<Found>((resolve, reject) => {
      const script = document.createElement('script');
      const fail = () => {
        clearTimeout(late);
        loading = undefined;
        script.onload = null;
        script.remove();
        reject(new Error(not_loaded));
      };
      const late = setTimeout(fail, load_limit_ms);
      script.onload = () => {
        clearTimeout(late);
        const defined = found();
        if (defined) resolve(defined);
        else fail();
      };
      script.onerror = fail;
      script.async = true;
      script.nonce = styleNonce();
      script.src = url;
      document.head.append(script);
    });
    return loading;
  };
}
