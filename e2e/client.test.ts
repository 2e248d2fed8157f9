// The published API walked by a client that was written against its reference alone.
import { afterAll, beforeAll } from 'vitest';
import { the } from './client/stranger.ts';
import { removeProduct, startProduct } from './stage/product.ts';

beforeAll(async () => {
  the.product = await startProduct();
  the.keys = the.product.credentials;
});
afterAll(() => removeProduct(the.product));

// Each file holds the tests of one part of the reference; the last one moves the clock.
await import('./client/transport.ts');
await import('./client/sign-in.ts');
await import('./client/payments.ts');
await import('./client/test-data.ts');
await import('./client/search.ts');
await import('./client/amounts.ts');
await import('./client/follow-ups.ts');
