import { z } from 'zod';

import { apiErrorMessages } from '#content/messages/api-errors.ts';
import { SITE } from '#content/site.ts';
import { API_SCOPES } from '#domain/api-key.ts';
import { AppError, ERROR_CODES, type ErrorCode, getHttpStatus } from '#domain/errors.ts';
import { API_RATE_LIMITS } from '#domain/plan-limits.ts';

import { API_ENDPOINTS, API_PATH } from './api-endpoints.ts';
import { listErrorCodes, toApiError } from './api-error.ts';
import { type ApiEndpoint, ENDPOINT_GROUPS } from './define-endpoint.ts';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from './idempotency.ts';
import type { ApiDocument, ApiOperation, ApiParameter, ApiResponse, JsonSchema, Reference } from './openapi-types.ts';

type Direction = 'input' | 'output';

/** Formats that need no pattern: it would only add the length. */
const SELF_DESCRIBING_FORMATS = ['uuid', 'date-time', 'date'];

/** Collects the schemas of a document. Schemas with an `id` become components, which appear once. */
class DocumentSchemas {
  readonly #found: Record<Direction, Map<string, JsonSchema>> = { input: new Map(), output: new Map() };

  /** `input` schemas describe requests, where defaults may be missing; `output` schemas describe responses. */
  toJsonSchema(schema: z.ZodType, io: Direction): JsonSchema {
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
    for (const [name, definition] of Object.entries($defs)) this.#found[io].set(name, normalizeSchema(definition, io));
    return normalizeSchema(root, io);
  }

  /** Returns all components, and the document with references to their final names. */
  resolveReferences<T>(document: T): { schemas: Record<string, JsonSchema>; document: T } {
    const differingNames = this.#differing();
    const nameOf = (name: string, io: Direction) =>
      io === 'input' && differingNames.has(name) ? `${name}Input` : name;
    const withReferences = <V>(value: V): V =>
      JSON.parse(JSON.stringify(value), (key, node: unknown) => {
        const match = key === '$ref' ? /^#\/\$defs\/(input|output)\/(.+)$/.exec(String(node)) : null;
        return match ? `#/components/schemas/${nameOf(match[2] ?? '', match[1] as Direction)}` : node;
      }) as V;
    const schemas: Record<string, JsonSchema> = {};
    for (const io of ['output', 'input'] as const)
      for (const [name, schema] of this.#found[io]) schemas[nameOf(name, io)] = withReferences(schema);
    const sorted = Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return { schemas: Object.fromEntries(sorted), document: withReferences(document) };
  }

  /** Names of components whose input and output schemas differ, in themselves or in their parts. */
  #differing(): Set<string> {
    const { input, output } = this.#found;
    const texts = new Map([...input].map(([name, schema]) => [name, JSON.stringify(schema)]));
    const isSame = (name: string) =>
      texts.get(name)?.replaceAll('#/$defs/input/', '#/$defs/output/') === JSON.stringify(output.get(name));
    const differing = new Set([...input.keys()].filter((name) => output.has(name) && !isSame(name)));
    for (let before = -1; before !== differing.size;) {
      before = differing.size;
      for (const [name, text] of texts)
        if (output.has(name) && [...differing].some((one) => text.includes(`"#/$defs/input/${one}"`)))
          differing.add(name);
    }
    return differing;
  }
}

/** Adds the direction to references until the final component names are known. */
const normalizeSchema = (schema: unknown, io: Direction): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (key, node: unknown) => {
    if (key === '$ref') return String(node).replace('#/$defs/', `#/$defs/${io}/`);
    return isIntegerLimit(key, node) ? undefined : withoutPattern(node);
  }) as JsonSchema;

/** Limits of every JavaScript integer. */
const isIntegerLimit = (key: string, node: unknown): boolean =>
  (key === 'minimum' && node === Number.MIN_SAFE_INTEGER) || (key === 'maximum' && node === Number.MAX_SAFE_INTEGER);

function withoutPattern(node: unknown): unknown {
  if (typeof node !== 'object' || node === null || !('pattern' in node) || !('format' in node)) return node;
  const { pattern: _, ...rest } = node;
  return SELF_DESCRIBING_FORMATS.includes(String(node.format)) ? rest : node;
}

const ref = (path: string): Reference => ({ $ref: `#/components/${path}` });

const stringSchema = (description: string): JsonSchema => ({ type: 'string', description });

const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'Error response. Some codes have additional fields.',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', enum: ERROR_CODES, description: 'Stable, machine-readable error code.' },
        title: stringSchema('Short title for display.'),
        message: stringSchema('Message for display.'),
        status: { type: 'integer', description: 'HTTP status code.' },
        docs: stringSchema('Link to the documentation of the error.'),
        problems: { type: 'array', description: 'What is wrong, and where in the request.', items: {} },
        retryAfter: { type: 'integer', description: 'Seconds to wait before you retry.' },
        scope: stringSchema('Scope that the key lacks.'),
      },
      required: ['code', 'title', 'message', 'status', 'docs'],
    },
  },
  required: ['error'],
};

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' } });
const textHeader = (description: string) => ({ description, schema: { type: 'string' } });

const HEADERS = {
  'RateLimit-Limit': integerHeader('Requests allowed per minute.'),
  'RateLimit-Remaining': integerHeader('Requests left in the current minute.'),
  'RateLimit-Reset': integerHeader('Seconds until the limit resets.'),
  'X-Request-Id': textHeader('ID of this request. Include it when you contact support.'),
  'Retry-After': integerHeader('Seconds to wait before you retry.'),
  'WWW-Authenticate': textHeader('Always `Bearer`.'),
  'Idempotent-Replayed': {
    description: '`true` if this is the stored response to an earlier request with the same idempotency key.',
    schema: { type: 'string', enum: ['true'] },
  },
};
type HeaderName = keyof typeof HEADERS;

/** Headers of every authenticated response. */
const COMMON_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'X-Request-Id'] as const;

const ERROR_HEADERS: Record<number, readonly HeaderName[]> = {
  401: ['X-Request-Id', 'WWW-Authenticate'],
  429: [...COMMON_HEADERS, 'Retry-After'],
};

const toHeaderReferences = (names: readonly HeaderName[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, ref(`headers/${name}`)]));

const responseName = (codes: readonly ErrorCode[]): string => codes.join('-or-');

/** References to the responses of `errorResponses`, by status. */
const errorReferences = (endpoint: ApiEndpoint): Record<string, Reference> =>
  Object.fromEntries(
    groupByStatus(endpoint).map(([status, codes]) => [String(status), ref(`responses/${responseName(codes)}`)]),
  );

function groupByStatus(endpoint: ApiEndpoint): [number, ErrorCode[]][] {
  const codes = listErrorCodes(endpoint).toSorted();
  return [...Map.groupBy(codes, getHttpStatus)].toSorted(([one], [other]) => one - other);
}

function errorResponses(endpoints: readonly ApiEndpoint[]): Record<string, ApiResponse> {
  const responses = endpoints
    .flatMap(groupByStatus)
    .map(([status, codes]) => [responseName(codes), buildErrorResponse(status, codes)]);
  return { ...(Object.fromEntries(responses) as Record<string, ApiResponse>), fault: SERVER_ERROR_RESPONSE };
}

const buildErrorResponse = (status: number, codes: readonly ErrorCode[]): ApiResponse => ({
  description: codes.map((code) => `\`${code}\`: ${new AppError(code).message}`).join('\n\n'),
  headers: toHeaderReferences(ERROR_HEADERS[status] ?? COMMON_HEADERS),
  content: {
    'application/json': {
      schema: {
        allOf: [
          ref('schemas/Error'),
          { properties: { error: { properties: { code: { enum: codes }, status: { const: status } } } } },
        ],
      },
      examples: Object.fromEntries(codes.map((code) => [code, ref(`examples/${code}`)])),
    },
  },
});

const SERVER_ERROR_RESPONSE: ApiResponse = {
  description: 'Error on our side or at Stripe (500, 502, 503). Retry later with the same idempotency key.',
  content: { 'application/json': { schema: ref('schemas/Error') } },
};

const errorExamples = (appUrl: string, endpoints: readonly ApiEndpoint[]) =>
  Object.fromEntries(
    [...new Set(endpoints.flatMap(listErrorCodes))]
      .toSorted()
      .map((code) => [code, { value: toApiError(appUrl, buildErrorExample(code), 'Error') }]),
  );

function buildErrorExample(code: ErrorCode): AppError {
  if (code === 'scope_missing')
    return new AppError(code, {
      message: apiErrorMessages.missingScope({ scope: 'pages:write' }),
      facts: { scope: 'pages:write' },
    });
  if (code === 'rate_limited') return new AppError(code, { facts: { retryAfter: 12 } });
  if (code === 'invalid_request')
    return new AppError(code, { facts: { problems: ['limit: Too big: expected number to be <=100'] } });
  return new AppError(code);
}

const IDEMPOTENCY_KEY: ApiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'This key identifies the request: choose a unique one, such as a UUID. Repeating the request with the same key within 24 hours returns the first response without performing the operation again, unless that response was a 400, 413, 415, 429, or 5xx error.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH },
};

const DESCRIPTION = `Send an API key with every request: \`Authorization: Bearer twk_…\`. Create keys on the Integrations screen and choose their scopes. Responses and errors are JSON. Lists accept \`limit\` and \`cursor\`. The rate limit is ${API_RATE_LIMITS.every} requests per minute for all keys of an account together, or ${API_RATE_LIMITS.pro} on the Pro plan. Requests from browsers on other sites are rejected, so use keys only on your server.`;

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
      summary: 'Manage your checkout pages, orders, and account.',
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
  description: `API key. Scopes: ${Object.entries(API_SCOPES)
    .map(([scope, description]) => `\`${scope}\` (${description})`)
    .join(', ')}.`,
};

/** Tells generators of SDKs how to fetch the following pages of a list. */
const PAGINATION: JsonSchema = {
  type: 'cursor',
  inputs: [{ name: 'cursor', in: 'parameters', type: 'cursor' }],
  outputs: { nextCursor: '$.next', results: '$.data' },
};

function buildOperation(endpoint: ApiEndpoint, schemas: DocumentSchemas): ApiOperation {
  const { method, path, scope, group, summary, description, status, body, answer } = endpoint;
  return {
    operationId: operationId(method, path),
    tags: [group],
    summary,
    ...(description && { description }),
    ...(endpoint.isList && { 'x-speakeasy-pagination': PAGINATION }),
    security: [{ key: scope === null ? [] : [scope] }],
    parameters: buildParameters(endpoint, schemas),
    ...(body && { requestBody: buildRequestBody(body, schemas) }),
    responses: {
      [status]: {
        description: status === 201 ? 'Created.' : 'Success.',
        headers: toHeaderReferences(method === 'GET' ? COMMON_HEADERS : [...COMMON_HEADERS, 'Idempotent-Replayed']),
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
