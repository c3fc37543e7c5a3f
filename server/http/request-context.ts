import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

import type { SignInMethod, FactorMethod } from '#server/auth/sessions.ts';
import { redactApiKeys } from '#server/core/api-key-format.ts';

/** Response header; log lines of the request carry the same id. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

const VALID_ID = /^[\w-]{8,64}$/;

/** A valid id from a trusted proxy, otherwise a new one. */
export function requestIdOf(incomingId: string | undefined): string {
  const isValid = incomingId !== undefined && VALID_ID.test(incomingId) && redactApiKeys(incomingId) === incomingId;
  return isValid ? incomingId : randomUUID();
}

/** Context of the current request, for its log line and for audit entries. */
export type RequestLogContext = {
  id: string;
  /** Network of the client, which many clients share; missing without a socket. */
  network?: string | undefined;
  /** Closes the connection at once, for a response that cannot be completed; missing without a socket. */
  disconnect?: (() => void) | undefined;
  /** User id of the access token. */
  user?: string;
  /** Id of the API key. */
  key?: string;
  /** Error code of the refusal. */
  code?: string;
  /** Ids of the requested objects by parameter name. */
  objectIds?: Record<string, string>;
  /** Authentication method of a sign-in attempt; `attemptedUserId` is the user id before success. */
  method?: SignInMethod | FactorMethod;
  attemptedUserId?: string;
};

const current = new AsyncLocalStorage<RequestLogContext | null>();

export const runWithRequest = <T>(requestContext: RequestLogContext, run: () => Promise<T>): Promise<T> =>
  current.run(requestContext, run);

/** Runs background work outside of the request's context. */
export const runOutsideRequest = <T>(run: () => T): T => current.run(null, run);

/** The current request; null outside of requests. */
export const currentRequest = (): Readonly<RequestLogContext> | null => current.getStore() ?? null;

/** Adds to the context of the current request, if there is one. */
export function addToRequestLog(fields: Partial<Omit<RequestLogContext, 'id'>>): void {
  Object.assign(current.getStore() ?? {}, fields);
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Records the ids in a request's input, such as `pageId`, and no other fields, which may be personal. */
export const logObjectIds = (input: unknown): void =>
  addToRequestLog({ objectIds: { ...currentRequest()?.objectIds, ...idsIn(input) } });

const idsIn = (input: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(Object(input) as object).filter(
      (entry): entry is [string, string] =>
        entry[0].endsWith('Id') && typeof entry[1] === 'string' && UUID.test(entry[1]),
    ),
  );
