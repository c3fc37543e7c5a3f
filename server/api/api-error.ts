import { toErrorBody, getHttpStatus, type ErrorBody, type ErrorCode, type AppError } from '#domain/errors.ts';

import type { ApiEndpoint } from './define-endpoint.ts';

/** Error body of the API: the RPC error with its status and a documentation link. */
export type ApiErrorBody = { error: ErrorBody['error'] & { status: number; docs: string } };

const getErrorDocsUrl = (appUrl: string, code: ErrorCode): string => `${appUrl}/developers#error-${code}`;

export function toApiError(appUrl: string, error: AppError, title: string): ApiErrorBody {
  const { error: errorBody } = toErrorBody(error, title);
  return {
    error: { ...errorBody, status: getHttpStatus(error.code), docs: getErrorDocsUrl(appUrl, error.code) },
  };
}

const COMMON_ERRORS: readonly ErrorCode[] = ['invalid_request', 'unauthorized', 'rate_limited'];
const WRITE_ERRORS: readonly ErrorCode[] = [
  'body_too_large',
  'unsupported_media_type',
  'idempotency_mismatch',
  'idempotency_under_way',
];

/** Every code that an endpoint may answer with, except for internal errors. */
export function listErrorCodes({ method, scope, errors }: ApiEndpoint): ErrorCode[] {
  const common = [
    ...COMMON_ERRORS,
    ...(scope === null ? [] : ['scope_missing' as const]),
    ...(method === 'GET' ? [] : WRITE_ERRORS),
  ];
  return [...new Set([...common, ...errors])];
}
