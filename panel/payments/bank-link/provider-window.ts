// The provider's window, in which a payer signs in at its bank: loaded from the provider where its
// keys are configured (the page's policy names the script), and opened with a link token.
import { styleNonce } from '../../environment.ts';

interface Plaid {
  create(options: {
    token: string;
    onSuccess: (public_token: string) => void;
    onExit: () => void;
  }): { open(): void; destroy(): void };
}

const script_url = 'https://cdn.plaid.com/link/v2/stable/link-initialize.js';
const not_loaded = 'The bank link window could not be loaded.';

const known = () => (window as { Plaid?: Plaid }).Plaid;

let loading: Promise<Plaid> | undefined;

function load(): Promise<Plaid> {
  loading ??= new Promise<Plaid>((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      loading = undefined;
      script.remove();
      reject(new Error(not_loaded));
    };
    script.onload = () => {
      const plaid = known();
      if (plaid) resolve(plaid);
      else fail();
    };
    script.onerror = fail;
    script.async = true;
    script.nonce = styleNonce();
    script.src = script_url;
    document.head.append(script);
  });
  return loading;
}

/** What the window gave once its payer has signed in; null where it was closed before. */
export async function signInAtBank(token: string): Promise<string | null> {
  const plaid = await load();
  return await new Promise((resolve) => {
    const end = (public_token: string | null) => {
      resolve(public_token);
      opened.destroy();
    };
    const opened = plaid.create({ token, onSuccess: end, onExit: () => end(null) });
    opened.open();
  });
}
