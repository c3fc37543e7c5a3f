import type { z } from 'zod';

import { apiErrorCatalog } from '#content/messages/api-error-catalog.ts';
import { apiErrorMessages } from '#content/messages/api-errors.ts';
import { API_ERROR_TYPES, getPublicError, type ApiErrorCode, type ApiProblem } from '#domain/api-errors.ts';
import { API_SCOPES } from '#domain/api-key.ts';
import { AppError, ERROR_CODES, type ErrorCode } from '#domain/errors.ts';
import { API_RATE_LIMITS } from '#domain/plan-features.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';

import { API_ENDPOINTS, API_PATH } from './api-endpoints.ts';
import { GENERAL_ERRORS, listErrors, toApiError } from './api-error.ts';
import { type ApiEndpoint, ENDPOINT_GROUPS } from './define-endpoint.ts';
import { takesFileChunk } from './file-chunk.ts';
import { acceptsIdempotencyKey, MAX_IDEMPOTENCY_KEY_LENGTH } from './idempotency.ts';
import { getRecordedExample } from './openapi-examples.ts';
import { buildInfo, GROUP_DESCRIPTIONS, PAGINATION, RETRIES, TAG_GROUPS } from './openapi-info.ts';
import { DocumentSchemas } from './openapi-schemas.ts';
import type { ApiDocument, ApiOperation, ApiParameter, ApiResponse, JsonSchema, Reference } from './openapi-types.ts';
import { buildWebhooks } from './openapi-webhooks.ts';

const ref = (path: string): Reference => ({ $ref: `#/components/${path}` });

const stringSchema = (description: string): JsonSchema => ({ type: 'string', description });

/** Public codes of all endpoints, and of requests that reach none. */
const listAllErrors = (endpoints: readonly ApiEndpoint[]): ApiErrorCode[] =>
  [
    ...new Set([...endpoints.flatMap(listErrors).map(({ code }) => code), ...GENERAL_ERRORS.map(toPublicCode)]),
  ].toSorted();

const toPublicCode = (code: Parameters<typeof getPublicError>[0]): ApiErrorCode => getPublicError(code).code;

const buildErrorSchema = (codes: readonly ApiErrorCode[]): JsonSchema => ({
  type: 'object',
  description: 'Error response.',
  properties: {
    error: {
      type: 'object',
      description: 'What went wrong.',
      properties: {
        type: { type: 'string', enum: API_ERROR_TYPES, description: 'Kind of error.' },
        code: { type: 'string', enum: codes, description: 'Stable code for programs.' },
        message: stringSchema('What is wrong and what to change.'),
        param: stringSchema('Field, parameter, or header that the first problem is about.'),
        problems: { type: 'array', description: 'Everything that is wrong.', items: ref('schemas/ApiProblem') },
        requiredScope: stringSchema('Scope that the key lacks.'),
        retryAfter: { type: 'integer', description: 'Seconds to wait before you retry.' },
        documentationUrl: stringSchema('Documentation of the code.'),
        requestId: stringSchema('ID of this request. Include it when you contact support.'),
      },
      required: ['type', 'code', 'message', 'documentationUrl', 'requestId'],
    },
  },
  required: ['error'],
});

const PROBLEM_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    path: stringSchema('Field of the body, such as `config.price`, parameter, or header.'),
    code: stringSchema('Code such as `required`, `invalid_type`, `too_big`, or `unknown_field`.'),
    message: stringSchema('What to change.'),
  },
  required: ['path', 'code', 'message'],
};

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' } });
const textHeader = (description: string) => ({ description, schema: { type: 'string' } });

const HEADERS = {
  'RateLimit-Limit': integerHeader('Requests allowed per minute.'),
  'RateLimit-Remaining': integerHeader('Requests left in the current minute.'),
  'RateLimit-Reset': integerHeader('Seconds until the limit resets.'),
  'Tillwright-Version': textHeader('Release of the installation.'),
  'X-Request-Id': textHeader('ID of this request. Include it when you contact support.'),
  'Retry-After': integerHeader('Seconds to wait before you retry: with 429, 503, and `idempotency_in_progress`.'),
  'WWW-Authenticate': textHeader('Always `Bearer`.'),
  'Idempotent-Replayed': {
    description: '`true` if this is the stored response to an earlier request with the same idempotency key.',
    schema: { type: 'string', enum: ['true'] },
  },
};
type HeaderName = keyof typeof HEADERS;

/** Headers of every response of an endpoint. */
const COMMON_HEADERS = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Request-Id',
  'Tillwright-Version',
] as const;

function listErrorHeaders(status: number, codes: readonly ApiErrorCode[]): readonly HeaderName[] {
  if (status === 401) return [...COMMON_HEADERS, 'WWW-Authenticate'];
  const isRetryable = status === 429 || status === 503 || codes.includes('idempotency_in_progress');
  return isRetryable ? [...COMMON_HEADERS, 'Retry-After'] : COMMON_HEADERS;
}

const toHeaderReferences = (names: readonly HeaderName[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, ref(`headers/${name}`)]));

const responseName = (codes: readonly ApiErrorCode[]): string => codes.join('-or-');

/** References to the responses of `errorResponses`, by status. */
const errorReferences = (endpoint: ApiEndpoint): Record<string, Reference> =>
  Object.fromEntries(
    groupByStatus(endpoint).map(([status, codes]) => [String(status), ref(`responses/${responseName(codes)}`)]),
  );

function groupByStatus(endpoint: ApiEndpoint): [number, ApiErrorCode[]][] {
  const byStatus = Map.groupBy(listErrors(endpoint), ({ status }) => status);
  return [...byStatus]
    .map(([status, errors]): [number, ApiErrorCode[]] => [status, errors.map(({ code }) => code).toSorted()])
    .toSorted(([one], [other]) => one - other);
}

function errorResponses(endpoints: readonly ApiEndpoint[]): Record<string, ApiResponse> {
  const responses = endpoints
    .flatMap(groupByStatus)
    .map(([status, codes]) => [responseName(codes), buildErrorResponse(status, codes)]);
  return { ...(Object.fromEntries(responses) as Record<string, ApiResponse>), fault: SERVER_ERROR_RESPONSE };
}

const buildErrorResponse = (status: number, codes: readonly ApiErrorCode[]): ApiResponse => ({
  description: codes.map((code) => `\`${code}\`: ${apiErrorCatalog[code]}`).join('\n\n'),
  headers: toHeaderReferences(listErrorHeaders(status, codes)),
  content: {
    'application/json': {
      schema: ref('schemas/ApiError'),
      examples: Object.fromEntries(codes.map((code) => [code, ref(`examples/${code}`)])),
    },
  },
});

const SERVER_ERROR_RESPONSE: ApiResponse = {
  description:
    'Error on our side or at Stripe (500, 502, 503). Retry later with the same idempotency key. While the server is overloaded, 503 comes before the key is read, so without `RateLimit` headers.',
  headers: toHeaderReferences(['X-Request-Id', 'Retry-After']),
  content: { 'application/json': { schema: ref('schemas/ApiError') } },
};

const EXAMPLE_REQUEST_ID = '6f1c2b3a-4d5e-4f60-8a7b-9c0d1e2f3a4b';

/** Examples by public code; the first internal code of each makes it. */
function errorExamples(appUrl: string, endpoints: readonly ApiEndpoint[]): Record<string, { value: unknown }> {
  const codes = listAllErrors(endpoints);
  const internalCodes = ERROR_CODES.filter((code) => codes.includes(toPublicCode(code)));
  const examples = internalCodes.toReversed().map((code) => {
    const { error } = toApiError(appUrl, buildErrorExample(code));
    return [error.code, { value: { error: { ...error, requestId: EXAMPLE_REQUEST_ID } } }] as const;
  });
  const used = new Set(endpoints.flatMap(listErrors).map(({ code }) => code));
  return Object.fromEntries(examples.filter(([code]) => used.has(code)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function buildErrorExample(code: ErrorCode): AppError {
  if (code === 'scope_missing') return new AppError(code, { facts: { scope: 'pages:write' } });
  if (code === 'rate_limited') return new AppError(code, { facts: { retryAfter: 12, limit: API_RATE_LIMITS.every } });
  if (code === 'unauthorized') return new AppError(code, { message: apiErrorMessages.missingKey });
  const problems = EXAMPLE_PROBLEMS[code];
  return new AppError(code, problems && { facts: { problems } });
}

const EXAMPLE_PROBLEMS: Partial<Record<ErrorCode, ApiProblem[]>> = {
  invalid_request: [{ path: 'limit', code: 'too_big', message: 'Must be at most 100.' }],
  page_invalid: [{ path: 'config.productName', code: 'invalid', message: 'Enter a product name.' }],
};

const IDEMPOTENCY_KEY: ApiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'This key identifies the request: choose a unique one, such as a UUID. Repeating the request with the same key within 24 hours returns the first response instead of performing the operation again, unless that response was a 400, 413, 415, 429, or 5xx error. Only if the server stops between performing the operation and storing the response, a repetition performs it again. A refund is never performed twice, even then.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH },
};

const UPLOAD_OFFSET: ApiParameter = {
  name: 'Upload-Offset',
  in: 'header',
  required: true,
  description: 'Number of bytes of the file that precede those of the body: `received` of the upload.',
  schema: { type: 'integer', minimum: 0 },
};

const DESCRIPTION = `Send an API key with every request, except to endpoints that need none: \`Authorization: Bearer twk_…\`. Create keys on the Integrations screen and choose their scopes. Responses and errors are JSON. Lists accept \`limit\` and \`cursor\`. The rate limit is ${API_RATE_LIMITS.every} requests per minute for all keys of an account together, or ${API_RATE_LIMITS.pro} on the Pro plan. Requests with a key from browsers on other sites are rejected, so use keys only on your server.`;

const documents = new Map<string, ApiDocument>();

/**
 * The OpenAPI 3.1 document of the whole API. It takes half a second to build, so it is built once. `isStrict`: responses
 * with unknown fields are invalid, for tests.
 */
export function apiDocument(appUrl: string, { isStrict = false } = {}): ApiDocument {
  const key = `${appUrl} ${isStrict}`;
  const document = documents.get(key) ?? buildDocument(appUrl, isStrict);
  documents.set(key, document);
  return document;
}

function buildDocument(appUrl: string, isStrict: boolean): ApiDocument {
  const schemas = new DocumentSchemas(isStrict);
  const paths: ApiDocument['paths'] = {};
  for (const endpoint of API_ENDPOINTS)
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = buildOperation(endpoint, schemas, appUrl);
  const webhooks = buildWebhooks((schema) => schemas.toJsonSchema(schema, 'output'));
  const resolved = schemas.resolveReferences({ paths, webhooks });
  return {
    openapi: '3.1.0',
    info: { ...buildInfo(appUrl), description: DESCRIPTION },
    servers: [{ url: appUrl + API_PATH }],
    externalDocs: { url: `${appUrl}/developers` },
    tags: ENDPOINT_GROUPS.filter((name) => API_ENDPOINTS.some(({ group }) => group === name)).map((name) => ({
      name,
      description: GROUP_DESCRIPTIONS[name],
    })),
    paths: resolved.document.paths,
    webhooks: resolved.document.webhooks,
    'x-tagGroups': TAG_GROUPS,
    'x-speakeasy-retries': RETRIES,
    components: {
      securitySchemes: { key: KEY_SCHEME },
      schemas: {
        ApiError: schemas.openEnums(buildErrorSchema(listAllErrors(API_ENDPOINTS))),
        ApiProblem: PROBLEM_SCHEMA,
        ...resolved.schemas,
      },
      responses: errorResponses(API_ENDPOINTS),
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY, UploadOffset: UPLOAD_OFFSET },
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

const WINDOW_NAMES: Readonly<Record<number, string>> = { [MINUTE_MS]: 'minute', [HOUR_MS]: 'hour' };
const LIMIT_SUBJECTS = { order: ' for each order', address: ' from one IP address' };

/** Describes the limits of an endpoint besides that of all requests. */
function describeLimits({ rpcFunctions }: ApiEndpoint): string {
  const limits = rpcFunctions.flatMap((one) => one.limits);
  const texts = limits.map(({ limit, windowMs, per, isForRefresh }) => {
    const window = WINDOW_NAMES[windowMs] ?? `${windowMs / MINUTE_MS} minutes`;
    return `${limit} per ${window}${per ? LIMIT_SUBJECTS[per] : ''}${isForRefresh ? ' with `refresh`' : ''}`;
  });
  return texts.length === 0 ? '' : `Limit: ${[...new Set(texts)].join(', ')}.`;
}

function buildOperation(endpoint: ApiEndpoint, schemas: DocumentSchemas, appUrl: string): ApiOperation {
  const { id, scope, group, summary, status, body, response, isPublic } = endpoint;
  const description = [endpoint.description, describeLimits(endpoint)].filter(Boolean).join(' ');
  const example = getRecordedExample(id, appUrl);
  const responseExample = example.response !== undefined && { example: example.response };
  return {
    operationId: id,
    tags: [group],
    summary,
    ...(description && { description }),
    ...(endpoint.deprecation && { deprecated: true as const }),
    ...(endpoint.isList && { 'x-speakeasy-pagination': PAGINATION }),
    security: isPublic ? [] : [{ key: scope === null ? [] : [scope] }],
    parameters: buildParameters(endpoint, schemas),
    ...(body && {
      requestBody: takesFileChunk(endpoint) ? FILE_CHUNK_BODY : buildRequestBody(body, schemas, example.request),
    }),
    responses: {
      [status]: {
        description: status === 201 ? 'Created.' : 'Success.',
        headers: toHeaderReferences(
          acceptsIdempotencyKey(endpoint) ? [...COMMON_HEADERS, 'Idempotent-Replayed'] : COMMON_HEADERS,
        ),
        content: response
          ? { 'application/json': { schema: schemas.toJsonSchema(response, 'output'), ...responseExample } }
          : { 'text/csv': { schema: { type: 'string' }, ...responseExample } },
      },
      ...errorReferences(endpoint),
      default: ref('responses/fault'),
    },
  };
}

const FILE_CHUNK_BODY: ApiOperation['requestBody'] = {
  required: true,
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
};

const buildRequestBody = (
  body: z.ZodType,
  schemas: DocumentSchemas,
  example: unknown,
): NonNullable<ApiOperation['requestBody']> => ({
  required: !body.safeParse({}).success,
  content: {
    'application/json': { schema: schemas.toJsonSchema(body, 'input'), ...(example !== undefined && { example }) },
  },
});

function buildParameters(endpoint: ApiEndpoint, schemas: DocumentSchemas): ApiOperation['parameters'] {
  const { params, query } = endpoint;
  const toParameter = (location: 'path' | 'query') => (entry: [string, z.core.$ZodType]) => {
    const [name, schema] = entry as [string, z.ZodType];
    const { description, ...rest } = schemas.toJsonSchema(schema, 'input');
    return {
      name,
      in: location,
      required: !schema.safeParse(undefined).success,
      ...(typeof description === 'string' && { description }),
      // Lists are separated by commas.
      ...(rest.type === 'array' && { style: 'form' as const, explode: false as const }),
      schema: rest,
    };
  };
  return [
    ...Object.entries(params.shape).map(toParameter('path')),
    ...Object.entries(query.shape).map(toParameter('query')),
    ...(acceptsIdempotencyKey(endpoint) ? [ref('parameters/IdempotencyKey')] : []),
    ...(takesFileChunk(endpoint) ? [ref('parameters/UploadOffset')] : []),
  ];
}
