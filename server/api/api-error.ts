import type { z } from 'zod';

import { apiErrorCatalog } from '#content/messages/api-error-catalog.ts';
import { apiErrorMessages } from '#content/messages/api-errors.ts';
import { getPublicError, type ApiErrorCode, type ApiErrorType, type ApiProblem } from '#domain/api-errors.ts';
import type { ApiScope } from '#domain/api-key.ts';
import { toPublicPath } from '#domain/api-resources/page-config.ts';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import { describeIssues } from '#domain/input-problems.ts';
import { currentRequest } from '#server/http/request-context.ts';

import type { ApiEndpoint } from './define-endpoint.ts';
import { acceptsIdempotencyKey } from './idempotency.ts';

/** Error body of the API. `requestId` is added when it is sent, because a replayed response has another one. */
export type ApiErrorBody = {
  error: {
    type: ApiErrorType;
    code: ApiErrorCode;
    message: string;
    param?: string;
    problems?: ApiProblem[];
    requiredScope?: ApiScope;
    retryAfter?: number;
    documentationUrl: string;
    requestId?: string;
  };
};

const getErrorDocsUrl = (appUrl: string, code: ApiErrorCode): string => `${appUrl}/developers#error-${code}`;

export function toApiError(appUrl: string, error: AppError): ApiErrorBody {
  const { code, type, hasOwnMessage } = getPublicError(error.code);
  const { scope, retryAfter, problems: rawProblems } = error.facts;
  const problems = Array.isArray(rawProblems) ? rawProblems.map(toProblem) : [];
  const [first] = problems;
  return {
    error: {
      type,
      code,
      message: hasOwnMessage ? error.message : chooseMessage(code, error, first),
      ...(first?.path && { param: first.path }),
      ...(problems.length > 0 && { problems }),
      ...(typeof scope === 'string' && { requiredScope: scope as ApiScope }),
      ...(typeof retryAfter === 'number' && { retryAfter }),
      documentationUrl: getErrorDocsUrl(appUrl, code),
    },
  };
}

/** Adds the ID of the current request to an error body. */
export const withRequestId = ({ error }: ApiErrorBody): ApiErrorBody => ({
  error: { ...error, requestId: currentRequest()?.id ?? '' },
});

/** A single problem is the message; otherwise the catalog says where to look. */
function chooseMessage(code: ApiErrorCode, { facts }: AppError, first: ApiProblem | undefined): string {
  const { scope, retryAfter, limit } = facts;
  if (typeof scope === 'string') return apiErrorMessages.missingScope({ scope });
  if (code === 'rate_limited' && typeof retryAfter === 'number')
    return typeof limit === 'number'
      ? apiErrorMessages.rateLimit({ limit, retryAfterS: retryAfter })
      : apiErrorMessages.ownRateLimit({ retryAfterS: retryAfter });
  return first && code === 'invalid_request' ? `${first.path}: ${first.message}` : apiErrorCatalog[code];
}

/** Functions of the screens name fields in their own way, or list sentences. */
function toProblem(problem: unknown): ApiProblem {
  if (typeof problem === 'string') {
    const [, path = '', message = problem] = /^([\w.-]+): (.*)$/s.exec(problem) ?? [];
    return { path, code: 'invalid', message };
  }
  const { path, field, code = 'invalid', message = '' } = Object(problem) as Partial<ApiProblem> & { field?: string };
  return { path: path ?? toPublicPath(field ?? ''), code, message };
}

/** Builds the error of invalid input. It names fields and never repeats the values that were sent. */
export const toInputError = (error: z.ZodError): AppError =>
  new AppError('invalid_request', { facts: { problems: describeIssues(error) } });

const COMMON_ERRORS: readonly ErrorCode[] = ['invalid_request', 'rate_limited'];
const BODY_ERRORS: readonly ErrorCode[] = ['body_too_large', 'unsupported_media_type'];
const IDEMPOTENCY_ERRORS: readonly ErrorCode[] = ['idempotency_mismatch', 'idempotency_under_way'];

/** Every public code that an endpoint may answer with, with its status, except for errors of the server. */
export function listErrors(endpoint: ApiEndpoint): { code: ApiErrorCode; status: number }[] {
  const { method, scope, errors, isPublic } = endpoint;
  const codes: ErrorCode[] = [
    ...COMMON_ERRORS,
    ...(isPublic ? [] : ['unauthorized' as const]),
    ...(scope === null ? [] : ['scope_missing' as const]),
    ...(method === 'GET' ? [] : BODY_ERRORS),
    ...(acceptsIdempotencyKey(endpoint) ? IDEMPOTENCY_ERRORS : []),
    ...errors,
  ];
  const byCode = new Map(codes.map((code) => [getPublicError(code).code, getPublicError(code).status]));
  return [...byCode].map(([code, status]) => ({ code, status }));
}

/** Errors of requests that reach no endpoint, and of the server. */
export const GENERAL_ERRORS: readonly ErrorCode[] = ['not_found', 'method_not_allowed', 'unavailable', 'internal'];
