import type { z } from 'zod';

import { SITE } from '#content/site.ts';
import { API_SCOPES } from '#domain/api-key.ts';
import { API_PACE } from '#domain/reach.ts';

import { ALL_ENDPOINTS } from './all-endpoints.ts';
import { API_PATH } from './api-path.ts';
import { ENDPOINT_GROUPS, type AnyEndpoint } from './endpoint.ts';
import {
  answerHeaders,
  ERROR_SCHEMA,
  errorExamples,
  errorReferences,
  errorResponses,
  HEADERS,
  ref,
} from './openapi-errors.ts';
import { DocumentSchemas } from './openapi-schemas.ts';
import type { ApiDocument, ApiOperation, ApiParameter } from './openapi-types.ts';
import { MAX_REPLAY_KEY } from './replays.ts';

const IDEMPOTENCY_KEY: ApiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Chosen by you for one act: whoever sends the same again within 24 hours gets the first answer, and nothing happens twice.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_REPLAY_KEY },
};

const DESCRIPTION = `Send a key with every request: \`Authorization: Bearer twk_…\`. Keys are made at Integrations, and each may do what its scopes say. Answers are JSON, and errors too. Lists take \`limit\` and \`cursor\`. A shop has ${API_PACE.every} requests in a minute with all its keys, ${API_PACE.pro} with the Pro plan. Browsers of other sites are not let in: a key belongs on a server.`;

/** Builds the OpenAPI 3.1 document of the whole API from the list of endpoints. */
export function apiDocument(appUrl: string): ApiDocument {
  const schemas = new DocumentSchemas();
  const paths: ApiDocument['paths'] = {};
  for (const endpoint of ALL_ENDPOINTS)
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint, schemas);
  const settled = schemas.settle(paths);
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
    tags: ENDPOINT_GROUPS.filter((name) => ALL_ENDPOINTS.some(({ group }) => group === name)).map((name) => ({
      name,
    })),
    paths: settled.document,
    components: {
      securitySchemes: { key: KEY_SCHEME },
      schemas: { Error: ERROR_SCHEMA, ...settled.schemas },
      responses: errorResponses(ALL_ENDPOINTS),
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      headers: HEADERS,
      examples: errorExamples(appUrl, ALL_ENDPOINTS),
    },
  };
}

const KEY_SCHEME = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'twk_<mode>_…',
  description: `A key of the API. Scopes: ${Object.entries(API_SCOPES)
    .map(([scope, words]) => `\`${scope}\` (${words})`)
    .join(', ')}.`,
};

function operationOf(endpoint: AnyEndpoint, schemas: DocumentSchemas): ApiOperation {
  const { method, path, scope, group, summary, description, status, body, answer } = endpoint;
  return {
    operationId: operationId(method, path),
    tags: [group],
    summary,
    ...(description && { description }),
    security: [{ key: scope === null ? [] : [scope] }],
    parameters: parametersOf(endpoint, schemas),
    ...(body && { requestBody: bodyOf(body, schemas) }),
    responses: {
      [status]: {
        description: status === 201 ? 'Done: something new is there.' : 'Done.',
        headers: answerHeaders(method),
        content: { 'application/json': { schema: schemas.of(answer, 'output') } },
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
    .map((part) =>
      part.replace(/^\{(.)(.*)\}$/, (_, head: string, rest: string) => `By${head.toUpperCase()}${rest}`),
    )
    .reduce((name, part) => name + part.charAt(0).toUpperCase() + part.slice(1), method.toLowerCase());

const bodyOf = (body: z.ZodType, schemas: DocumentSchemas): NonNullable<ApiOperation['requestBody']> => ({
  required: !body.safeParse({}).success,
  content: { 'application/json': { schema: schemas.of(body, 'input') } },
});

function parametersOf(
  { method, params, query }: AnyEndpoint,
  schemas: DocumentSchemas,
): ApiOperation['parameters'] {
  const of = (place: 'path' | 'query') => (entry: [string, z.core.$ZodType]) => {
    const [name, schema] = entry as [string, z.ZodType];
    const { description, ...rest } = schemas.of(schema, 'input');
    return {
      name,
      in: place,
      required: !schema.safeParse(undefined).success,
      ...(typeof description === 'string' && { description }),
      schema: rest,
    };
  };
  return [
    ...Object.entries(params.shape).map(of('path')),
    ...Object.entries(query.shape).map(of('query')),
    ...(method === 'GET' ? [] : [ref('parameters/IdempotencyKey')]),
  ];
}
