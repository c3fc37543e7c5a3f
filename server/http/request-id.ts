import { randomUUID } from 'node:crypto';

import { withoutApiKeys } from '#server/api/api-key-text.ts';

/** On every answer; lines of the log about its request carry the same. */
export const REQUEST_ID = 'X-Request-Id';

const DECENT = /^[\w-]{8,64}$/;

/** What a trusted proxy has called the request, where that is decent; otherwise a new name. */
export function requestIdFrom(given: string | undefined): string {
  const isDecent = given !== undefined && DECENT.test(given) && withoutApiKeys(given) === given;
  return isDecent ? given : randomUUID();
}
