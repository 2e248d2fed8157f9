// What browsers ask before a page of a shop calls for Apple Pay, and the file that Apple checks a
// domain by (rails 11.1).
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { preflightHeaders } from './cors.ts';
import { failure } from './envelope.ts';

const calls = ['/api/public/applepay/validatemerchant', '/api/public/applepay/paymentauthorized'];
const domain_file = '/.well-known/apple-developer-merchantid-domain-association';

/** The domain file of a host, or null. */
export type DomainFileOf = (context: Context, host: string) => Promise<string | null>;

/** Adds the questions of browsers and the domain file, which is served without a redirect. */
export function serveWallets(app: FastifyInstance, domainFileOf: DomainFileOf): void {
  for (const url of calls) {
    app.options(url, (request, reply) => {
      const { origin = '' } = request.headers;
      if (origin === '') return reply.code(403).send(failure('forbidden'));
      return reply.code(204).headers(preflightHeaders(origin)).send();
    });
  }
  app.get(domain_file, async (request, reply) => {
    const text = await domainFileOf(request.context, request.context.hostname);
    if (text === null) return reply.code(404).type('text/plain; charset=utf-8').send('not found');
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(text);
  });
}
