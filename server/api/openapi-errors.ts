import { ERROR_CODES, AppError, getHttpStatus, type ErrorCode } from '#domain/errors.ts';

import { toApiError, listErrorCodes } from './api-error.ts';
import type { ApiEndpoint } from './define-endpoint.ts';
import type { ApiResponse, JsonSchema, Reference } from './openapi-types.ts';

export const ref = (path: string): Reference => ({ $ref: `#/components/${path}` });

const stringSchema = (description: string): JsonSchema => ({ type: 'string', description });

export const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'Why something was refused. Some codes bring facts along, beside those that all of them have.',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', enum: ERROR_CODES, description: 'What programs go by.' },
        title: stringSchema('In a few words, for people.'),
        message: stringSchema('In a sentence, for people.'),
        status: { type: 'integer', description: 'The status of this answer.' },
        docs: stringSchema('Where it is explained.'),
        problems: { type: 'array', description: 'What is wrong, and where.', items: {} },
        retryAfter: { type: 'integer', description: 'In how many seconds to ask again.' },
        scope: stringSchema('What the key is not allowed.'),
      },
      required: ['code', 'title', 'message', 'status', 'docs'],
    },
  },
  required: ['error'],
};

/** Headers of every authenticated response, and those of single statuses. */
export const HEADERS = {
  'RateLimit-Limit': {
    description: 'How many requests the shop has in a minute.',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': { description: 'How many are left of them.', schema: { type: 'integer' } },
  'RateLimit-Reset': {
    description: 'In how many seconds there are all of them again.',
    schema: { type: 'integer' },
  },
  'X-Request-Id': {
    description: 'Names this request; send it when you write to us.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'In how many seconds to ask again.', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: 'Always `Bearer`.', schema: { type: 'string' } },
  'Idempotent-Replayed': {
    description: '`true`: this was answered before, to the same key.',
    schema: { type: 'string', enum: ['true'] },
  },
} as const;

const toHeaderReferences = (names: readonly (keyof typeof HEADERS)[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, ref(`headers/${name}`)]));

const RATE_LIMIT_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

export const listResponseHeaders = (method: string): Record<string, Reference> =>
  toHeaderReferences([
    ...RATE_LIMIT_HEADERS,
    'X-Request-Id',
    ...(method === 'GET' ? [] : (['Idempotent-Replayed'] as const)),
  ]);

function listErrorHeaders(status: number): Record<string, Reference> {
  if (status === 401) return toHeaderReferences(['X-Request-Id', 'WWW-Authenticate']);
  return toHeaderReferences([
    ...RATE_LIMIT_HEADERS,
    'X-Request-Id',
    ...(status === 429 ? (['Retry-After'] as const) : []),
  ]);
}

const responseName = (codes: readonly ErrorCode[]): string => codes.join('-or-');

/** References to the responses of `errorResponses`, by status. */
export const errorReferences = (endpoint: ApiEndpoint): Record<string, Reference> =>
  Object.fromEntries(
    groupByStatus(endpoint).map(([status, codes]) => [String(status), ref(`responses/${responseName(codes)}`)]),
  );

function groupByStatus(endpoint: ApiEndpoint): [number, ErrorCode[]][] {
  const codes = listErrorCodes(endpoint).toSorted();
  return [...Map.groupBy(codes, getHttpStatus)].toSorted(([one], [other]) => one - other);
}

export function errorResponses(endpoints: readonly ApiEndpoint[]): Record<string, ApiResponse> {
  const responses = endpoints
    .flatMap(groupByStatus)
    .map(([status, codes]) => [responseName(codes), buildErrorResponse(status, codes)]);
  return { ...(Object.fromEntries(responses) as Record<string, ApiResponse>), fault: SERVER_ERROR_RESPONSE };
}

const buildErrorResponse = (status: number, codes: readonly ErrorCode[]): ApiResponse => ({
  description: codes.map((code) => `\`${code}\`: ${new AppError(code).message}`).join('\n\n'),
  headers: listErrorHeaders(status),
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
  description: 'A fault of ours or of Stripe (500, 502, 503). Ask again later, with the same idempotency key.',
  content: { 'application/json': { schema: ref('schemas/Error') } },
};

export const errorExamples = (appUrl: string, endpoints: readonly ApiEndpoint[]) =>
  Object.fromEntries(
    [...new Set(endpoints.flatMap(listErrorCodes))]
      .toSorted()
      .map((code) => [code, { value: toApiError(appUrl, buildErrorExample(code), 'Error') }]),
  );

function buildErrorExample(code: ErrorCode): AppError {
  if (code === 'scope_missing')
    return new AppError(code, {
      message: 'This key may not do that: it needs the scope pages:write.',
      facts: { scope: 'pages:write' },
    });
  if (code === 'rate_limited') return new AppError(code, { facts: { retryAfter: 12 } });
  if (code === 'invalid_request')
    return new AppError(code, { facts: { problems: ['limit: Too big: expected number to be <=100'] } });
  return new AppError(code);
}
