import type { components } from './generated/schema.ts';

/** The `error` of an API response. */
export type ErrorDetails = components['schemas']['ApiError']['error'];
export type ErrorCode = ErrorDetails['code'];

/** Base class of all errors of this package. */
export class TillwrightError extends Error {
  override name = 'TillwrightError';
}

/** The API answered with an error. `code` says which one; `/developers#error-codes` of the installation explains each. */
export class ApiError extends TillwrightError {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  /** Include it when you ask for support. */
  readonly requestId: string | null;
  /** Key of the failed write request. Repeat the request with it, so that an operation that was performed is not repeated. */
  readonly idempotencyKey: string | null;

  constructor(response: Response, details: ErrorDetails, idempotencyKey: string | null) {
    super(details.message);
    this.status = response.status;
    this.code = details.code;
    this.details = details;
    this.requestId = response.headers.get('x-request-id');
    this.idempotencyKey = idempotencyKey;
  }
}

/** No usable response arrived: the network failed, the request timed out, or the URL is not an installation of Tillwright. */
export class ConnectionError extends TillwrightError {
  override name = 'ConnectionError';
  readonly idempotencyKey: string | null;

  constructor(message: string, idempotencyKey: string | null, cause?: unknown) {
    super(message, { cause });
    this.idempotencyKey = idempotencyKey;
  }
}
