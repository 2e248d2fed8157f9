// The hosts beside the processors: Apple Pay, Google Pay and the bank link (wallets.md).

import type { LabClock } from '../clock.ts';
import { openPlaid, type Plaid } from '../plaid/plaid.ts';
import { type Body, Refused } from '../request.ts';
import type { ApplePay } from './apple-pay.ts';
import { type GooglePay, openGooglePay } from './google-pay.ts';

export interface Wallets {
  /** Loaded when it is asked for: its libraries take a moment. */
  apple(): Promise<ApplePay>;
  google: GooglePay;
  plaid: Plaid;
}

export function openWallets(folder: string, clock: LabClock): Wallets {
  const now = () => clock.now();
  let apple: Promise<ApplePay> | undefined;
  return {
    apple: () => {
      apple ??= import('./apple-pay.ts').then(({ openApplePay }) => openApplePay(folder, now));
      return apple;
    },
    google: openGooglePay(folder, now),
    plaid: openPlaid(now),
  };
}

const hosts = ['/apple/', '/google/', '/plaid/'];
export const isWalletPath = (path: string) => hosts.some((host) => path.startsWith(host));

interface Answer {
  status: number;
  body: Body;
}

/** Status and answer of a call to one of the hosts; 404 where there is no such call. */
export async function serveWallets(wallets: Wallets, path: string, body: Body): Promise<Answer> {
  const answered = (answer: Body | null) => answer && { status: 200, body: answer };
  const [, host] = path.split('/');
  const answer =
    host === 'apple'
      ? answered(await (await wallets.apple()).serve(path, body))
      : host === 'google'
        ? answered(wallets.google.serve(path, body))
        : wallets.plaid.serve(path, body);
  if (!answer) throw new Refused(404, 'unknown_operation', `no ${path}`);
  return answer;
}
