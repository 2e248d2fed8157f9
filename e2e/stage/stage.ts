// What the journeys of a file share: one product, and the browser of their worker, there before
// the first of them.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import {
  type Journey,
  type JourneyOptions,
  journey,
  type Login,
  openBrowser,
  signInByCall,
} from './browser.ts';
import { type DemoCredentials, type Product, removeProduct, startProduct } from './product.ts';

/** Somebody of the demo world. */
export type Person = Exclude<keyof DemoCredentials, 'base' | 'processors'>;

interface WalkOptions extends Omit<JourneyOptions, 'origin' | 'session'> {
  /** Else the product's own. */
  origin?: string;
  /** Signed in from the first page on; without anybody the journey meets the sign-in screen. */
  as?: Person | Login;
}

type Answer = Awaited<ReturnType<Product['call']>>;

export interface Stage {
  product: Product;
  walk(options: WalkOptions, steps: (journey: Journey) => Promise<void>): Promise<void>;
  /** Posts with this person's key; gives the data of the answer, which has to be 200. */
  post(as: Person, call_path: string, body: object): Promise<Answer['body']['data']>;
}

/** Files of one worker come one after the other: the next one goes on with this browser. */
let of_worker: Browser | undefined;

async function browserOfWorker(): Promise<Browser> {
  if (!of_worker?.isConnected()) of_worker = await openBrowser();
  return of_worker;
}

/**
 * To be called at the top of a file; the product is there in its tests and its own hooks. `env`:
 * variables of the product beside the usual ones.
 */
export function openStage(env: Record<string, string> = {}): Stage {
  let browser: Browser;
  const stage = {
    async walk({ as, ...options }, steps) {
      const { origin, credentials } = stage.product;
      const user = typeof as === 'string' ? credentials[as] : as;
      const session = user && (await signInByCall(origin, user));
      await journey(browser, { origin, ...options, ...(session && { session }) }, steps);
    },
    async post(as, call_path, body) {
      const { private_key } = stage.product.credentials[as];
      const answer = await stage.product.call('POST', call_path, private_key, body);
      if (answer.status !== 200) throw new Error(`${call_path}: ${answer.status} ${answer.text}`);
      return answer.body.data;
    },
  } as Stage;
  beforeAll(async () => {
    [stage.product, browser] = await Promise.all([startProduct(env), browserOfWorker()]);
  });
  afterAll(async () => {
    await removeProduct(stage.product);
  });
  return stage;
}
