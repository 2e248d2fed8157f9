// A script of another company, loaded once where it is first needed.
import { styleNonce } from './environment.ts';

/**
 * Gives what loads the script at `url` and then finds in `window` what it defines there. A load
 * that failed is tried again by the next call; until then it throws `not_loaded`.
 */
export function scriptLoader<Found>(
  url: string,
  found: () => Found | undefined,
  not_loaded: string,
): () => Promise<Found> {
  let loading: Promise<Found> | undefined;
  return () => {
    loading ??= new Promise<Found>((resolve, reject) => {
      const script = document.createElement('script');
      const fail = () => {
        loading = undefined;
        script.remove();
        reject(new Error(not_loaded));
      };
      script.onload = () => {
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
