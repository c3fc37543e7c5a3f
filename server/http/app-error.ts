import { RequestError } from '@hono/node-server';
import type { Logger } from 'pino';

import { errorMessages } from '#content/messages/errors.ts';
import { httpErrorMessages } from '#content/messages/http-errors.ts';
import { AppError, getHttpStatus, isAppError, toErrorBody } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import type { Failure } from '#server/core/services.ts';
import { sqlStateOf } from '#server/db/client.ts';
import { isDatabaseUnavailable } from '#server/db/database-errors.ts';

import { NO_SITE, shortResponseHeaders } from './security-headers.ts';

/** Fallback response for unreadable requests and for errors outside of all routes. */
export const fallbackErrorHandler =
  (log: Logger) =>
  (error: unknown): Response => {
    const isClientError = error instanceof RequestError;
    if (!isClientError) log.error({ err: error }, 'request_failed_before_routing');
    const text = isClientError ? httpErrorMessages.badRequest : errorMessages.internal;
    const headers = { ...shortResponseHeaders(NO_SITE), 'Content-Type': 'text/plain; charset=utf-8' };
    return new Response(text, { status: isClientError ? 400 : 500, headers });
  };

/** Retry-After while the database is unavailable, in seconds: a restart usually takes this long. */
export const RETRY_AFTER_BY_STATUS_S = 2;

/** SQLSTATEs of text that no column can store: NUL, or half a surrogate pair. */
const INVALID_TEXT_STATES = ['22021', '22P05'];

/** Whether the database rejected a value as invalid text. */
export const isInvalidText = (error: unknown): boolean => INVALID_TEXT_STATES.includes(sqlStateOf(error) ?? '');

/**
 * Maps any error to a AppError: unavailable database, invalid text as a bad request, and everything unexpected as an
 * internal error.
 */
export function toAppError(error: unknown): AppError {
  if (isAppError(error)) return error;
  if (isInvalidText(error)) return new AppError('invalid_request', { cause: error });
  if (!isDatabaseUnavailable(error)) return new AppError('internal', { cause: error });
  return new AppError('unavailable', { facts: { retryAfter: RETRY_AFTER_BY_STATUS_S }, cause: error });
}

/** Runs a buyer's action and returns its error as a value. `title` is used where the error catalog has none. */
export async function toResult<T>(context: Context, title: string, action: () => Promise<T>): Promise<T | Failure> {
  try {
    return await action();
  } catch (error) {
    const appError = toAppError(error);
    if (appError.code === 'internal') context.log.error({ err: error }, 'buyer_action_failed');
    return { error: toErrorBody(appError, title).error, status: getHttpStatus(appError.code) };
  }
}
