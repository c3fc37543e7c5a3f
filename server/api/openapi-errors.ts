import { ERROR_CODES, ShopError, statusOf, type ErrorCode } from '#domain/errors.ts';

import { apiErrorOf, errorsOf } from './api-error.ts';
import type { AnyEndpoint } from './endpoint.ts';
import type { ApiResponse, JsonSchema, Reference } from './openapi-types.ts';

export const ref = (place: string): Reference => ({ $ref: `#/components/${place}` });

const text = (description: string): JsonSchema => ({ type: 'string', description });

export const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'Why something was refused. Some codes bring facts along, beside those that all of them have.',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', enum: ERROR_CODES, description: 'What programs go by.' },
        title: text('In a few words, for people.'),
        message: text('In a sentence, for people.'),
        status: { type: 'integer', description: 'The status of this answer.' },
        docs: text('Where it is explained.'),
        problems: { type: 'array', description: 'What is wrong, and where.', items: {} },
        retryAfter: { type: 'integer', description: 'In how many seconds to ask again.' },
        scope: text('What the key is not allowed.'),
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

const headersOf = (names: readonly (keyof typeof HEADERS)[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, ref(`headers/${name}`)]));

const PACE = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

export const answerHeaders = (method: string): Record<string, Reference> =>
  headersOf([...PACE, 'X-Request-Id', ...(method === 'GET' ? [] : (['Idempotent-Replayed'] as const))]);

function errorHeaders(status: number): Record<string, Reference> {
  if (status === 401) return headersOf(['X-Request-Id', 'WWW-Authenticate']);
  return headersOf([...PACE, 'X-Request-Id', ...(status === 429 ? (['Retry-After'] as const) : [])]);
}

const responseName = (codes: readonly ErrorCode[]): string => codes.join('-or-');

/** References to the responses of `errorResponses`, by status. */
export const errorReferences = (endpoint: AnyEndpoint): Record<string, Reference> =>
  Object.fromEntries(
    byStatus(endpoint).map(([status, codes]) => [String(status), ref(`responses/${responseName(codes)}`)]),
  );

function byStatus(endpoint: AnyEndpoint): [number, ErrorCode[]][] {
  const codes = errorsOf(endpoint).toSorted();
  return [...Map.groupBy(codes, statusOf)].toSorted(([one], [other]) => one - other);
}

export function errorResponses(endpoints: readonly AnyEndpoint[]): Record<string, ApiResponse> {
  const all = endpoints
    .flatMap(byStatus)
    .map(([status, codes]) => [responseName(codes), responseOf(status, codes)]);
  return { ...(Object.fromEntries(all) as Record<string, ApiResponse>), fault: FAULT };
}

const responseOf = (status: number, codes: readonly ErrorCode[]): ApiResponse => ({
  description: codes.map((code) => `\`${code}\`: ${new ShopError(code).message}`).join('\n\n'),
  headers: errorHeaders(status),
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

const FAULT: ApiResponse = {
  description:
    'A fault of ours or of Stripe (500, 502, 503). Ask again later, with the same idempotency key.',
  content: { 'application/json': { schema: ref('schemas/Error') } },
};

export const errorExamples = (appUrl: string, endpoints: readonly AnyEndpoint[]) =>
  Object.fromEntries(
    [...new Set(endpoints.flatMap(errorsOf))]
      .toSorted()
      .map((code) => [code, { value: apiErrorOf(appUrl, exampleOf(code), 'Error') }]),
  );

function exampleOf(code: ErrorCode): ShopError {
  if (code === 'scope_missing')
    return new ShopError(code, {
      message: 'This key may not do that: it needs the scope pages:write.',
      facts: { scope: 'pages:write' },
    });
  if (code === 'rate_limited') return new ShopError(code, { facts: { retryAfter: 12 } });
  if (code === 'invalid_request')
    return new ShopError(code, { facts: { problems: ['limit: Too big: expected number to be <=100'] } });
  return new ShopError(code);
}
