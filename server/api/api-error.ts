import { errorBodyOf, statusOf, type ErrorBody, type ErrorCode, type ShopError } from '#domain/errors.ts';

import type { AnyEndpoint } from './endpoint.ts';

/** Error body of the API: the RPC error with its status and a documentation link. */
export type ApiErrorBody = { error: ErrorBody['error'] & { status: number; docs: string } };

export const docsOf = (appUrl: string, code: ErrorCode): string => `${appUrl}/developers#error-${code}`;

export function apiErrorOf(appUrl: string, error: ShopError, title: string): ApiErrorBody {
  const { error: told } = errorBodyOf(error, title);
  return { error: { ...told, status: statusOf(error.code), docs: docsOf(appUrl, error.code) } };
}

const ALWAYS: readonly ErrorCode[] = ['invalid_request', 'unauthorized', 'rate_limited'];
const OF_WRITES: readonly ErrorCode[] = [
  'body_too_large',
  'unsupported_media_type',
  'idempotency_mismatch',
  'idempotency_under_way',
];

/** Every code that an endpoint may answer with, except for internal errors. */
export function errorsOf({ method, scope, errors }: AnyEndpoint): ErrorCode[] {
  const common = [
    ...ALWAYS,
    ...(scope === null ? [] : ['scope_missing' as const]),
    ...(method === 'GET' ? [] : OF_WRITES),
  ];
  return [...new Set([...common, ...errors])];
}
