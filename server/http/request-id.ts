import { randomUUID } from 'node:crypto';

import { redactApiKeys } from '#server/api/api-key-text.ts';

/** Response header; log lines of the request carry the same id. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

const VALID_ID = /^[\w-]{8,64}$/;

/** A valid id from a trusted proxy, otherwise a new one. */
export function requestIdOf(incomingId: string | undefined): string {
  const isValid = incomingId !== undefined && VALID_ID.test(incomingId) && redactApiKeys(incomingId) === incomingId;
  return isValid ? incomingId : randomUUID();
}
