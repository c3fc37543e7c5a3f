import { randomUUID } from 'node:crypto';

import { withoutApiKeys } from '#server/api/api-key-text.ts';

/** Response header; log lines of the request carry the same id. */
export const REQUEST_ID = 'X-Request-Id';

const DECENT = /^[\w-]{8,64}$/;

/** A valid id from a trusted proxy, otherwise a new one. */
export function requestIdFrom(given: string | undefined): string {
  const isDecent = given !== undefined && DECENT.test(given) && withoutApiKeys(given) === given;
  return isDecent ? given : randomUUID();
}
