// The provider's window, in which a payer signs in at its bank: loaded from the provider where its
// keys are configured (the page's policy names the script), and opened with a link token.
import { scriptLoader } from '../../third-party-script.ts';

interface Plaid {
  create(options: {
    token: string;
    onSuccess: (public_token: string) => void;
    onExit: () => void;
  }): { open(): void; destroy(): void };
}

const script_url = 'https://cdn.plaid.com/link/v2/stable/link-initialize.js';

const load = scriptLoader(
  script_url,
  () => (window as { Plaid?: Plaid }).Plaid,
  'The bank link window could not be loaded.',
);

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
