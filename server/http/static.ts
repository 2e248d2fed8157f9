// The panel's files: hashed assets for a year, the page itself with a nonce for each answer.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bankLinkOf, hasMailbox } from '../config.ts';
import type { Services } from '../context.ts';
import { failure } from './envelope.ts';
import { bridgeAddress, pagePolicy } from './security-headers.ts';

/** The build has written each file compressed beside itself; caches keep one for each coding. */
export const compressed_files = {
  preCompressed: true,
  setHeaders: (response: { setHeader(name: string, value: string): unknown }) => {
    response.setHeader('vary', 'accept-encoding');
  },
};

// The bundle lies in dist/server, the sources in server/http: the same way leads there from both.
const panel_folder = path.resolve(import.meta.dirname, '../../dist/panel');

/**
 * Serves the built panel; unknown paths under /api are 404 in the envelope, others get the page.
 */
export function serveStatic(app: FastifyInstance, services: Services): void {
  const folder = panel_folder;
  const built = existsSync(path.join(folder, 'index.html'));
  let template: string | undefined;
  if (built) {
    app.register(fastifyStatic, {
      root: path.join(folder, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      ...compressed_files,
      decorateReply: false,
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api')) return reply.code(404).send(failure('not found'));
    if (!built || (request.method !== 'GET' && request.method !== 'HEAD')) {
      return reply.code(404).send(failure('not found'));
    }
    template ??= readFileSync(path.join(folder, 'index.html'), 'utf8');
    return page(template, services, request, reply);
  });
}

const local_hosts = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/**
 * What the banner shows: hosts of this machine are dev, others follow the environment (DESIGN 7).
 */
export function shownEnvironment(services: Services, hostname: string): string {
  return local_hosts.has(hostname) ? 'dev' : services.config.environment;
}

/** When a sign-in is asked for the bot check, and the site keys of its widget. */
function shownBotCheck({ config: { environment, turnstile } }: Services): string {
  const when = environment === 'production' ? 'always' : 'late';
  return turnstile ? `${when} ${turnstile.site_key} ${turnstile.cart_site_key}` : when;
}

/** The address of the card reader bridge; empty where pages may call none. */
function shownBridge({ config: { reader_bridge_port: port } }: Services): string {
  return port > 0 ? bridgeAddress(port) : '';
}

function page(template: string, services: Services, request: FastifyRequest, reply: FastifyReply) {
  const nonce = randomBytes(16).toString('base64');
  const shown = shownEnvironment(services, request.context.hostname);
  const html = template
    .replaceAll('__NONCE__', nonce)
    .replaceAll('__ENVIRONMENT__', shown)
    .replaceAll('__MAILBOX__', hasMailbox(services.config) ? 'on' : 'off')
    .replaceAll('__READER_BRIDGE__', shownBridge(services))
    .replaceAll('__BANK_LINK__', bankLinkOf(services.config) === 'none' ? 'off' : 'on')
    .replaceAll('__BOT_CHECK__', shownBotCheck(services));
  return reply
    .header(
      'content-security-policy',
      pagePolicy(nonce, {
        turnstile: services.config.turnstile !== null,
        plaid_url: services.config.plaid?.base_url ?? '',
        reader_bridge_port: services.config.reader_bridge_port,
      }),
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}
