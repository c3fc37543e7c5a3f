import type { Context as Call } from 'hono';
import { z } from 'zod';

import { isCutOff, isPacked, isTooDeep } from '#server/http/read-json.ts';

import { AuthError } from './auth-error.ts';

/** Sent along by the client with every form: what `checkCaptcha` looks at. */
export const Security = z.object({ captcha_token: z.string().max(4096).nullish() }).nullish();

/** Sent along by the client where a link of a mail might come back to it; ours work on every device. */
export const CHALLENGE = {
  code_challenge: z.string().max(128).nullish(),
  code_challenge_method: z.enum(['s256', 'plain']).nullish(),
};

/** The body in this shape. Unknown keys are dropped, as GoTrue does: newer clients send more. */
export async function bodyOf<T extends z.ZodType>(call: Call, schema: T): Promise<z.infer<T>> {
  refuseOtherTypes(call);
  return parsed(jsonFrom(await textOf(call)), schema);
}

/** Reads a body that has nothing to say: none at all, or an empty object. */
export async function refuseBody(call: Call): Promise<void> {
  const text = await textOf(call);
  if (text.trim() === '') return;
  refuseOtherTypes(call);
  parsed(jsonFrom(text), z.object({}));
}

/** The body, whose length the doors have looked at. Whoever goes away in the middle of it has sent nothing whole. */
export async function textOf(call: Call): Promise<string> {
  try {
    return await call.req.text();
  } catch (error) {
    throw isCutOff(error) ? new AuthError('bad_json') : error;
  }
}

/** What a form of another site can send without asking is never JSON. */
function refuseOtherTypes(call: Call): void {
  const type = call.req.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type) || isPacked(call.req.raw))
    throw new AuthError('unsupported_media_type');
}

/** A value of the query, one of a few words. */
export const wordOf = <T extends z.ZodType>(call: Call, name: string, schema: T): z.infer<T> =>
  parsed({ [name]: call.req.query(name) }, z.object({ [name]: schema }))[name] as z.infer<T>;

/** An address to go to afterwards may only be one of ours; its path, null when none is named. */
export function ownRedirect(call: Call, appUrl: string): string | null {
  const redirectTo = call.req.query('redirect_to');
  if (redirectTo === undefined) return null;
  const url = URL.parse(redirectTo, appUrl);
  // 'blob:' and the like have an origin, too.
  const isOurs = url?.origin === appUrl && /^https?:$/.test(url.protocol);
  // A path that begins with two slashes would be read as the name of another site.
  if (!url || !isOurs || url.username || url.password || url.pathname.startsWith('//')) {
    throw new AuthError('validation_failed', { message: 'redirect_to must be an address of this site' });
  }
  return url.pathname + url.search;
}

function jsonFrom(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AuthError('bad_json');
  }
  if (isTooDeep(value)) throw new AuthError('bad_json');
  return value;
}

function parsed<T extends z.ZodType>(value: unknown, schema: T): z.infer<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const message = issue ? [issue.path.join('.'), issue.message].filter(Boolean).join(': ') : undefined;
  throw new AuthError('validation_failed', message === undefined ? {} : { message });
}
