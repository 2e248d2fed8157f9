// A merchant's own site, on another origin than the product: it embeds the payment fields.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import type { Stage } from './stage.ts';

export interface Shop {
  origin: string;
  close(): Promise<void>;
}

/** A page that makes a `Tokenizer` of these settings and keeps what it hears in `window.heard`. */
const pageOf = (gateway: string, key: string, settings: object) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<script src="${gateway}/tokenizer/tokenizer.js"></script></head>
<body><h1>Pay the shop</h1><main id="fields"></main>
<script>
  window.heard = [];
  const hear = (name) => (data) => heard.push({ name, data });
  window.made = new Tokenizer({
    apikey: ${JSON.stringify(key)},
    container: '#fields',
    amount: '100.00',
    submission: hear('submission'),
    onLoad: () => heard.push({ name: 'onLoad' }),
    onPaymentChange: hear('onPaymentChange'),
    validCard: hear('validCard'),
    achOnChange: hear('achOnChange'),
    magStripeSwipe: hear('magStripeSwipe'),
    settings: ${JSON.stringify(settings)},
  });
</script></body></html>`;

/**
 * To be called at the top of a file: the shop of this product's merchant, there in its tests. Its
 * start page takes the settings from the address: `/?settings={…}`.
 */
export function openShop(stage: Stage): { origin: string } {
  const shop = { origin: '' };
  let close: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const { origin, credentials } = stage.product;
    const served = await serveShop(origin, credentials.merchant.public_key);
    shop.origin = served.origin;
    close = served.close;
  });
  afterAll(() => close?.());
  return shop;
}

/** The same, until it is closed. */
export async function serveShop(gateway: string, key: string): Promise<Shop> {
  const server: Server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://shop');
    const settings = JSON.parse(searchParams.get('settings') ?? '{}');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(request.url === '/favicon.ico' ? '' : pageOf(gateway, key, settings));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
