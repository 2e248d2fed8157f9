// OpenAPI 3.1 out of the contract: the same values the server checks requests with.
import { z } from 'zod';
import { type Endpoint, paramNames, type Reply } from '../../contract/endpoint.ts';

/** JSON schema of what a caller may send; transforms and preprocessing show their outcome. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  const { $schema: _, ...rest } = made as Record<string, unknown>;
  return rest;
}

function envelopeOf(reply: Reply): unknown {
  const base = { status: { const: 'success' }, msg: { type: 'string' } };
  const required = ['status', 'msg', 'data'];
  if (reply.kind === 'list') {
    const data = { type: 'array', items: schemaOf(reply.schema, 'output') };
    const properties = { ...base, data, total_count: { type: 'integer' } };
    return { type: 'object', properties, required: [...required, 'total_count'] };
  }
  const data = reply.kind === 'record' ? schemaOf(reply.schema, 'output') : { type: 'null' };
  return { type: 'object', properties: { ...base, data }, required };
}

/** Types of the files that a call may answer. */
function filesOf(reply: Reply): readonly string[] {
  if (reply.kind === 'file') return reply.content_types;
  return reply.kind === 'record' ? reply.files : [];
}

function responsesOf(endpoint: Endpoint): Record<string, unknown> {
  const { reply } = endpoint;
  const files = filesOf(reply).map((type) => [type, { schema: { type: 'string' } }]);
  const content = {
    ...(reply.kind !== 'file' && { 'application/json': { schema: envelopeOf(reply) } }),
    ...Object.fromEntries(files),
  };
  const failed = { $ref: '#/components/responses/Failed' };
  const refusals = endpoint.access.kind === 'open' ? [400, 429] : [400, 401, 403, 404, 429];
  return {
    200: { description: 'Success', content },
    ...Object.fromEntries(refusals.map((status) => [status, failed])),
  };
}

function parametersOf(endpoint: Endpoint): unknown[] {
  const path = paramNames(endpoint.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  if (endpoint.method === 'POST' || !(endpoint.input instanceof z.ZodObject)) return path;
  const query = Object.entries(endpoint.input.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: schemaOf(schema as z.ZodType, 'input'),
  }));
  return [...path, ...query];
}

/** The scopes of which a limited key needs one, with a sentence that says so. */
function keyScopesOf({ access }: Endpoint): Record<string, unknown> {
  if (access.kind === 'open') return {};
  const { scope } = access;
  if (scope === 'every_key') {
    return { 'x-key-scopes': [], description: 'Every API key may make this call.' };
  }
  if (scope === 'no_limited_key') {
    const description = 'Requires a session or an API key without limits.';
    return { description: access.session_only ? 'Requires a session.' : description };
  }
  const names = scope.join(' or ');
  return { 'x-key-scopes': scope, description: `A limited API key needs the scope ${names}.` };
}

function operationOf(endpoint: Endpoint): unknown {
  const body = { content: { 'application/json': { schema: schemaOf(endpoint.input, 'input') } } };
  return {
    summary: endpoint.summary,
    ...keyScopesOf(endpoint),
    operationId: `${endpoint.method.toLowerCase()} ${endpoint.path}`,
    security: endpoint.access.kind === 'open' ? [] : [{ key: [] }, { session: [] }],
    parameters: parametersOf(endpoint),
    ...(endpoint.method === 'POST' && { requestBody: body }),
    responses: responsesOf(endpoint),
  };
}

/** The whole document; made once and kept by the caller. */
export function openApi(endpoints: Iterable<Endpoint>): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method.toLowerCase()] = operationOf(endpoint);
    paths[endpoint.path] = path;
  }
  const failed = {
    type: 'object',
    properties: { status: { const: 'failed' }, msg: { type: 'string' }, data: {} },
    required: ['status', 'msg'],
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Penstock gateway API', version: '1.5.1' },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'Authorization' },
        session: { type: 'http', scheme: 'bearer' },
      },
      responses: {
        Failed: {
          description: 'Refused; msg says why and names the field.',
          headers: { 'x-correlation-id': { schema: { type: 'string' } } },
          content: { 'application/json': { schema: failed } },
        },
      },
    },
  };
}
