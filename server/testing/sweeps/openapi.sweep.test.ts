// GET /api/openapi.json: a whole OpenAPI 3.1 document that lists every endpoint and no other.
import { beforeAll, describe, expect, it } from 'vitest';
import { paramNames } from '../../../contract/endpoint.ts';
import { openWorld } from '../worlds/open-world.ts';

interface Operation {
  operationId: string;
  summary: string;
  security: unknown[];
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<string, { description?: string; $ref?: string; content?: object }>;
}
interface Document {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

let document: Document;

const world = openWorld({ lab: false });
beforeAll(async () => {
  const answer = await world.app.inject({ method: 'GET', url: '/api/openapi.json' });
  expect(answer.statusCode).toBe(200);
  document = JSON.parse(answer.body);
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/** Every `$ref` of a part of the document. */
function refs(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === '$ref' && typeof value === 'string' ? [value] : refs(value),
  );
}

function resolve(ref: string): unknown {
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], document);
}

describe('the document', () => {
  it('says what it is: OpenAPI 3.1 of this API, served under /api', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info.title).not.toBe('');
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(document.servers).toEqual([{ url: '/api' }]);
  });

  it('lists every served endpoint once, and nothing else', () => {
    const listed = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    const served = world.endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(listed.sort()).toEqual(served.sort());
    const names = operations().map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(operations().filter(({ operation }) => !operation.summary.endsWith('.'))).toEqual([]);
  });

  it('states every path parameter, the body of each POST, and how each call may end', () => {
    for (const { path, method, operation } of operations()) {
      const documented = operation.parameters
        .filter((p) => p.in === 'path')
        .map(({ name }) => name);
      expect(documented, path).toEqual(paramNames(path));
      const all = operation.parameters.map((p) => `${p.in} ${p.name}`);
      expect(new Set(all).size, path).toBe(all.length);
      expect(operation.requestBody !== undefined, `${method} ${path}`).toBe(method === 'post');
      expect(Object.keys(operation.responses)).toContain('200');
      expect(Object.keys(operation.responses)).toContain('400');
      if (operation.security.length > 0) expect(operation.responses[401]).toBeDefined();
    }
  });

  it('refers to nothing that is missing', () => {
    const missing = refs(document).filter(
      (ref) => !ref.startsWith('#/') || resolve(ref) === undefined,
    );
    expect([...new Set(missing)]).toEqual([]);
  });

  it('asks for a credential where the server does', () => {
    for (const { path, method, access } of world.endpoints) {
      const operation = document.paths[path]?.[method.toLowerCase()] as Operation;
      expect(operation.security.length > 0, path).toBe(access.kind !== 'open');
    }
    const schemes = Object.keys(document.components.securitySchemes ?? {});
    const used = operations().flatMap(({ operation }) =>
      operation.security.flatMap((scheme) => Object.keys(scheme as object)),
    );
    expect([...new Set(used)].filter((name) => !schemes.includes(name))).toEqual([]);
  });
});
