import { errorBodyOf, statusOf, type ErrorBody, type ErrorCode, type ShopError } from '#domain/errors.ts';

import type { AnyEndpoint } from './endpoint.ts';

/** What the API answers where it refuses: the functions' words, its status, and where the code is explained. */
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

/** Every code that an endpoint may answer with, but for faults of ours. */
export function errorsOf({ method, scope, errors }: AnyEndpoint): ErrorCode[] {
  const common = [
    ...ALWAYS,
    ...(scope === null ? [] : ['scope_missing' as const]),
    ...(method === 'GET' ? [] : OF_WRITES),
  ];
  return [...new Set([...common, ...errors])];
}
