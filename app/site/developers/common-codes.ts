/** Errors that every endpoint may return, and those of every write endpoint. Documented once. */
export const COMMON = ['invalid_request', 'unauthorized', 'scope_missing', 'rate_limited'] as const;
export const OF_WRITES = [
  'body_too_large',
  'unsupported_media_type',
  'idempotency_mismatch',
  'idempotency_under_way',
] as const;

export const isCommon = (code: string): boolean => [...COMMON, ...OF_WRITES].some((one) => one === code);
