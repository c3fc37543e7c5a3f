import type { z } from 'zod';

import { SITE } from '#content/site.ts';
import { API_SCOPES } from '#domain/api-key.ts';
import { API_RATE_LIMITS } from '#domain/plan-limits.ts';

import { API_ENDPOINTS, API_PATH } from './api-endpoints.ts';
import { ENDPOINT_GROUPS, type ApiEndpoint } from './define-endpoint.ts';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from './idempotency.ts';
import {
  listResponseHeaders,
  ERROR_SCHEMA,
  errorExamples,
  errorReferences,
  errorResponses,
  HEADERS,
  ref,
} from './openapi-errors.ts';
import { DocumentSchemas } from './openapi-schemas.ts';
import type { ApiDocument, ApiOperation, ApiParameter } from './openapi-types.ts';

const IDEMPOTENCY_KEY: ApiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Chosen by you for one act: whoever sends the same again within 24 hours gets the first answer, and nothing happens twice.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH },
};

const DESCRIPTION = `Send a key with every request: \`Authorization: Bearer twk_…\`. Keys are made at Integrations, and each may do what its scopes say. Answers are JSON, and errors too. Lists take \`limit\` and \`cursor\`. A shop has ${API_RATE_LIMITS.every} requests in a minute with all its keys, ${API_RATE_LIMITS.pro} with the Pro plan. Browsers of other sites are not let in: a key belongs on a server.`;

/** Builds the OpenAPI 3.1 document of the whole API from the list of endpoints. */
export function apiDocument(appUrl: string): ApiDocument {
  const schemas = new DocumentSchemas();
  const paths: ApiDocument['paths'] = {};
  for (const endpoint of API_ENDPOINTS)
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = buildOperation(endpoint, schemas);
  const resolved = schemas.resolveReferences(paths);
  return {
    openapi: '3.1.0',
    info: {
      title: `${SITE.name} API`,
      version: '1',
      summary: 'Pages, orders and all the rest of a shop, for programs.',
      description: DESCRIPTION,
    },
    servers: [{ url: appUrl + API_PATH }],
    externalDocs: { url: `${appUrl}/developers` },
    tags: ENDPOINT_GROUPS.filter((name) => API_ENDPOINTS.some(({ group }) => group === name)).map((name) => ({
      name,
    })),
    paths: resolved.document,
    components: {
      securitySchemes: { key: KEY_SCHEME },
      schemas: { Error: ERROR_SCHEMA, ...resolved.schemas },
      responses: errorResponses(API_ENDPOINTS),
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      headers: HEADERS,
      examples: errorExamples(appUrl, API_ENDPOINTS),
    },
  };
}

const KEY_SCHEME = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'twk_<mode>_…',
  description: `A key of the API. Scopes: ${Object.entries(API_SCOPES)
    .map(([scope, description]) => `\`${scope}\` (${description})`)
    .join(', ')}.`,
};

function buildOperation(endpoint: ApiEndpoint, schemas: DocumentSchemas): ApiOperation {
  const { method, path, scope, group, summary, description, status, body, answer } = endpoint;
  return {
    operationId: operationId(method, path),
    tags: [group],
    summary,
    ...(description && { description }),
    security: [{ key: scope === null ? [] : [scope] }],
    parameters: buildParameters(endpoint, schemas),
    ...(body && { requestBody: buildRequestBody(body, schemas) }),
    responses: {
      [status]: {
        description: status === 201 ? 'Done: something new is there.' : 'Done.',
        headers: listResponseHeaders(method),
        content: { 'application/json': { schema: schemas.toJsonSchema(answer, 'output') } },
      },
      ...errorReferences(endpoint),
      default: ref('responses/fault'),
    },
  };
}

/** Builds an operation id such as `getPagesByPageIdVersionsByNumber`. */
const operationId = (method: string, path: string): string =>
  path
    .split(/[/-]/)
    .filter(Boolean)
    .map((segment) =>
      segment.replace(/^\{(.)(.*)\}$/, (_, head: string, rest: string) => `By${head.toUpperCase()}${rest}`),
    )
    .reduce((name, segment) => name + segment.charAt(0).toUpperCase() + segment.slice(1), method.toLowerCase());

const buildRequestBody = (body: z.ZodType, schemas: DocumentSchemas): NonNullable<ApiOperation['requestBody']> => ({
  required: !body.safeParse({}).success,
  content: { 'application/json': { schema: schemas.toJsonSchema(body, 'input') } },
});

function buildParameters({ method, params, query }: ApiEndpoint, schemas: DocumentSchemas): ApiOperation['parameters'] {
  const toParameter = (location: 'path' | 'query') => (entry: [string, z.core.$ZodType]) => {
    const [name, schema] = entry as [string, z.ZodType];
    const { description, ...rest } = schemas.toJsonSchema(schema, 'input');
    return {
      name,
      in: location,
      required: !schema.safeParse(undefined).success,
      ...(typeof description === 'string' && { description }),
      schema: rest,
    };
  };
  return [
    ...Object.entries(params.shape).map(toParameter('path')),
    ...Object.entries(query.shape).map(toParameter('query')),
    ...(method === 'GET' ? [] : [ref('parameters/IdempotencyKey')]),
  ];
}
