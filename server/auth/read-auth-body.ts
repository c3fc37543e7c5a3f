import type { Context as Call } from 'hono';
import { z } from 'zod';

import { authDetailMessages } from '#content/messages/auth-details.ts';
import { isAborted, isCompressed, isTooDeep } from '#server/http/read-json.ts';

import { AuthError, type AuthErrorCode } from './auth-error.ts';

/** The client sends this with every form; `checkCaptcha` reads it. */
export const Security = z.object({ captcha_token: z.string().max(4096).nullish() }).nullish();

/** The client sends a PKCE challenge with requests that mail a link. We ignore it: our links work on any device. */
export const PKCE_FIELDS = {
  code_challenge: z.string().max(128).nullish(),
  code_challenge_method: z.enum(['s256', 'plain']).nullish(),
};

/** Reads the JSON body and validates it. Like GoTrue, it drops unknown keys: newer clients send more. */
export async function readBody<T extends z.ZodType>(call: Call, schema: T): Promise<z.infer<T>> {
  assertJsonContentType(call);
  return parseWithSchema(parseJson(await readText(call)), schema);
}

/** Accepts only an absent body or an empty object. */
export async function assertEmptyBody(call: Call): Promise<void> {
  const text = await readText(call);
  if (text.trim() === '') return;
  assertJsonContentType(call);
  parseWithSchema(parseJson(text), z.object({}));
}

/** Reads the body as text; the routes have already limited its length. An aborted upload is AuthError 'bad_json'. */
export async function readText(call: Call): Promise<string> {
  try {
    return await call.req.text();
  } catch (error) {
    throw isAborted(error) ? new AuthError('bad_json') : error;
  }
}

/** Requires JSON: a form on another site cannot send that content type without a CORS preflight. */
function assertJsonContentType(call: Call): void {
  const type = call.req.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type) || isCompressed(call.req.raw))
    throw new AuthError('unsupported_media_type');
}

/** Returns the UUID of the path. Throws AuthError with the given code when it is none. */
export function parseIdParam(call: Call, errorCode: AuthErrorCode): string {
  const id = z.uuid().safeParse(call.req.param('id'));
  if (!id.success) throw new AuthError(errorCode);
  return id.data;
}

export const parseQueryParam = <T extends z.ZodType>(call: Call, name: string, schema: T): z.infer<T> =>
  parseWithSchema({ [name]: call.req.query(name) }, z.object({ [name]: schema }))[name] as z.infer<T>;

/** Returns the path of `redirect_to`, or null when it is absent. Throws AuthError when it points to another site. */
export function parseRedirectPath(call: Call, appUrl: string): string | null {
  const redirectTo = call.req.query('redirect_to');
  if (redirectTo === undefined) return null;
  const url = URL.parse(redirectTo, appUrl);
  // 'blob:' URLs have an origin, too.
  const isSameOrigin = url?.origin === appUrl && /^https?:$/.test(url.protocol);
  // Browsers read a path that begins with two slashes as the host of another site.
  if (!url || !isSameOrigin || url.username || url.password || url.pathname.startsWith('//')) {
    throw new AuthError('validation_failed', { message: authDetailMessages.redirectForeign });
  }
  return url.pathname + url.search;
}

function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AuthError('bad_json');
  }
  if (isTooDeep(value)) throw new AuthError('bad_json');
  return value;
}

function parseWithSchema<T extends z.ZodType>(value: unknown, schema: T): z.infer<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const message = issue ? [issue.path.join('.'), issue.message].filter(Boolean).join(': ') : undefined;
  throw new AuthError('validation_failed', message === undefined ? {} : { message });
}
