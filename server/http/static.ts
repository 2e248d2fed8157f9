// The panel's files: hashed assets for a year, the page itself with a nonce for each answer.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';
import { failure } from './envelope.ts';

// The bundle lies in dist/server, the sources in server/http: the same way leads there from both.
const panel_folder = path.resolve(import.meta.dirname, '../../dist/panel');

/** Nothing inline but what carries the nonce; nothing from elsewhere (quality S5). */
export function securityHeaders(nonce: string): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self' 'nonce-${nonce}'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  };
}

/**
 * Serves the built panel; unknown paths under /api are 404 in the envelope, others get the page.
 */
export function serveStatic(app: FastifyInstance, services: Services): void {
  const folder = panel_folder;
  const built = existsSync(path.join(folder, 'index.html'));
  if (built) {
    app.register(fastifyStatic, {
      root: path.join(folder, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      decorateReply: false,
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api')) return reply.code(404).send(failure('not found'));
    if (!built || (request.method !== 'GET' && request.method !== 'HEAD')) {
      return reply.code(404).send(failure('not found'));
    }
    return page(path.join(folder, 'index.html'), services, request, reply);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy')) reply.headers(answer_headers);
    if (services.config.environment === 'production') {
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    }
  });
}

/** For everything that is not the page: no script may run in it at all. */
const answer_headers = securityHeaders('none');

const local_hosts = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/**
 * What the banner shows: hosts of this machine are dev, others follow the environment (DESIGN 7).
 */
export function shownEnvironment(services: Services, hostname: string): string {
  return local_hosts.has(hostname) ? 'dev' : services.config.environment;
}

let template: string | undefined;

function page(file: string, services: Services, request: FastifyRequest, reply: FastifyReply) {
  template ??= readFileSync(file, 'utf8');
  const nonce = randomBytes(16).toString('base64');
  const shown = shownEnvironment(services, request.context.hostname);
  const html = template.replaceAll('__NONCE__', nonce).replaceAll('__ENVIRONMENT__', shown);
  return reply
    .headers(securityHeaders(nonce))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}
