// The hosted payment fields: the script in a merchant's page, the framed page, and a page to try
// them on (gateway-api 13.1).
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../contract/errors.ts';
import type { Context, Services } from '../context.ts';
import { preflightHeaders } from './cors.ts';
import { failure } from './envelope.ts';
import { spendRefused } from './overload/rate-limits.ts';
import { framePolicy, pagePolicy } from './security-headers.ts';
import { compressed_files } from './static.ts';

const folder = path.resolve(import.meta.dirname, '../../dist/tokenizer');

/** Long enough for a visit, short enough that a repair reaches every page the same hour. */
const script_seconds = 300;

const unusable = 'This payment form is not available: its API key is not valid. Tell the merchant.';

/** What the frame of a merchant's public key is served with. */
export interface HostedPlace {
  /** Web origins that the key works from; none: any. */
  origins: readonly string[];
  /** What the merchant charges in where a payment names no currency. */
  currency: string;
}
/** Throws where the key stands not. */
export type PlaceOf = (context: Context, key: string) => Promise<HostedPlace>;

type Keyed = FastifyRequest<{ Params: { key: string } }>;

/** Adds the script, the frame, what browsers ask before calling, and the test page. */
export function serveTokenizer(app: FastifyInstance, services: Services, placeOf: PlaceOf): void {
  if (!existsSync(path.join(folder, 'tokenizer.js'))) return;
  app.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/tokenizer/assets/',
    immutable: true,
    maxAge: '365d',
    ...compressed_files,
    decorateReply: false,
  });
  const script = readFileSync(path.join(folder, 'tokenizer.js'), 'utf8');
  app.get('/tokenizer/tokenizer.js', (_request, reply) =>
    reply
      .header('cache-control', `public, max-age=${script_seconds}`)
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*')
      .type('text/javascript; charset=utf-8')
      .send(script),
  );
  app.get('/tokenizer-test', (_request, reply) => sendTestPage(reply));
  app.get('/api/tokenizer/:key', async (request: Keyed, reply) => {
    const place = await placeOf(request.context, request.params.key).catch((error: unknown) => {
      spendRefused(request.context, error);
      if (error instanceof Refusal) return null;
      throw error;
    });
    return sendFrame(services, reply, place);
  });
  // The key comes with the call itself, whose answer says whether its origin may read it.
  app.options('/api/guardian/session', (request, reply) => {
    const { origin = '' } = request.headers;
    if (origin === '') return reply.code(403).send(failure('forbidden'));
    return reply.code(204).headers(preflightHeaders(origin, 'GET')).send();
  });
  for (const url of ['/api/tokenizer/:key', '/api/tokenizer/:key/card']) {
    app.options(url, async (request: Keyed, reply) => {
      const origin = request.headers.origin ?? '';
      const place = await placeOf(request.context, request.params.key).catch(() => null);
      const may = place !== null && (place.origins.length === 0 || place.origins.includes(origin));
      if (!may || origin === '') return reply.code(403).send(failure('forbidden'));
      return reply.code(204).headers(preflightHeaders(origin)).send();
    });
  }
}

const template = (name: string) => readFileSync(path.join(folder, name), 'utf8');

function sendHtml(reply: FastifyReply, policy: string, html: string): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}

/** Sites other than those of the key get no frame; `place` is null where the key is unusable. */
function sendFrame(services: Services, reply: FastifyReply, place: HostedPlace | null) {
  const nonce = randomBytes(16).toString('base64');
  const html = template('index.html')
    .replaceAll('__NONCE__', nonce)
    .replaceAll('__ENVIRONMENT__', services.config.environment)
    .replaceAll('__TODAY__', services.clock.now().toISOString().slice(0, 10))
    .replaceAll('__CURRENCY__', place?.currency ?? '')
    .replaceAll('__PROBLEM__', place === null ? unusable : '');
  // The policy says who may frame it, which the older header cannot.
  reply.removeHeader('x-frame-options').header('cross-origin-resource-policy', 'cross-origin');
  if (place === null) reply.code(401);
  return sendHtml(reply, framePolicy(nonce, place?.origins ?? []), html);
}

function sendTestPage(reply: FastifyReply): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  // As a merchant's page names it, which the bundler would take for a file of its own.
  const loader = `<script src="/tokenizer/tokenizer.js" nonce="${nonce}"></script>`;
  const html = template('test.html')
    .replace('<!-- __LOADER__ -->', loader)
    .replaceAll('__NONCE__', nonce);
  return sendHtml(reply, pagePolicy(nonce), html);
}
