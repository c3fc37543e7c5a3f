/** Errors that every endpoint may return, and those of every write endpoint. Documented once. */
export const COMMON_ERROR_CODES = ['invalid_request', 'unauthorized', 'scope_missing', 'rate_limited'] as const;
export const WRITE_ERROR_CODES = [
  'body_too_large',
  'unsupported_media_type',
  'idempotency_mismatch',
  'idempotency_under_way',
] as const;

export const isCommonErrorCode = (code: string): boolean =>
  [...COMMON_ERROR_CODES, ...WRITE_ERROR_CODES].some((candidate) => candidate === code);
