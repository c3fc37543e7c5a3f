import type { Context as Call } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import { addToRequestLog } from '#server/http/request-told.ts';

import type { AuthError } from './auth-error.ts';

/** `@supabase/auth-js` reads error codes only from responses with this API version. */
const API_VERSION = '2024-01-01';

/** Sets the headers of every identity response, before the handler runs. */
export function setAuthHeaders(call: Call): void {
  call.header('Cache-Control', 'no-store');
  call.header('X-Supabase-Api-Version', API_VERSION);
}

export function errorResponse(call: Call, error: AuthError): Response {
  setAuthHeaders(call);
  addToRequestLog({ code: error.code });
  if (error.retryAfterS !== null) call.header('Retry-After', String(error.retryAfterS));
  const body = { ...error.facts, code: error.code, error_code: error.code, msg: error.message };
  return call.json(body, error.status as ContentfulStatusCode);
}
