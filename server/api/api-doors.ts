import { Hono, type Context as Call } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';

import { ShopError, statusOf } from '#domain/errors.ts';
import { apiPaceOf } from '#domain/reach.ts';
import { hasAccess } from '#domain/subscription.ts';

import { visitorOf } from '#server/auth/visitor.ts';
import type { Context } from '#server/context.ts';
import { findPlanRow } from '#server/db/plan-subscriptions.ts';
import { shapeError } from '#server/functions/backend-function.ts';
import { nameRoute } from '#server/metrics/route-of.ts';
import { knownError } from '#server/http/known-error.ts';
import { MINUTE_MS, takeCounted } from '#server/http/rate-limits.ts';
import { jsonFrom, readText } from '#server/http/read-json.ts';
import { tellAsked, tellOfRequest } from '#server/http/request-told.ts';

import { ALL_ENDPOINTS } from './all-endpoints.ts';
import { apiErrorOf } from './api-error.ts';
import { withoutApiKeys } from './api-key-text.ts';
import { API_PATH } from './api-path.ts';
import { DOCUMENT_PATH, documentDoor } from './document-door.ts';
import type { AnyEndpoint, Program } from './endpoint.ts';
import { checkScope, keyHolderOf } from './key-holder.ts';
import { checkNoKeyIn, readQuery, typedParts } from './query.ts';
import { checkReplayKey, once, requestHash, type Answered } from './replays.ts';
import { routerOf } from './router.ts';

/** Serves the REST API: JSON in, JSON out, an API key with each request. Browsers of other sites have no access. */
export function apiDoors(context: Context): Hono {
  const doors = new Hono();
  const route = routerOf(ALL_ENDPOINTS);
  doors.use(async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  });
  doors.get(DOCUMENT_PATH, documentDoor(context));
  doors.all('*', async (c) => {
    if (context.isLate()) throw new ShopError('unavailable', { facts: { retryAfter: 1 } });
    const url = new URL(c.req.url);
    checkNoKeyIn(url);
    const path = url.pathname.slice(API_PATH.length);
    const found = route(c.req.method, path);
    if ('allow' in found) return refuseAddress(c, path === DOCUMENT_PATH ? ['GET'] : found.allow);
    nameRoute(c, API_PATH + found.endpoint.path);
    tellAsked(found.texts);
    return answer(context, c, found.endpoint, { url, texts: found.texts });
  });
  doors.onError((error, c) => {
    const known = knownError(error);
    if (known.code === 'internal')
      context.log.error({ err: error, path: withoutApiKeys(c.req.path) }, 'a request of the API failed');
    return send(c, refusal(context, known, 'Error'));
  });
  return doors;
}

function refuseAddress(c: Call, allow: readonly string[]): never {
  if (allow.length === 0) throw new ShopError('not_found', { message: 'The API has no such address.' });
  c.header('Allow', [...(allow.includes('GET') ? ['HEAD'] : []), ...allow].toSorted().join(', '));
  throw new ShopError('method_not_allowed');
}

type Asked = { url: URL; texts: Record<string, string> };

async function answer(
  context: Context,
  c: Call,
  endpoint: AnyEndpoint,
  { url, texts }: Asked,
): Promise<Response> {
  const { program, scopes } = await keyHolderOf(context, c.req.header('authorization'), visitorOf(c));
  await keepPace(context, c, program.caller.sellerId);
  checkScope(scopes, endpoint.scope);
  const params = typedParts(endpoint.params, texts);
  const query = readQuery(endpoint.query, url.searchParams);
  const text = endpoint.method === 'GET' ? '' : await textOf(c, endpoint.does.maxBytes);
  const run = () => answered(context, endpoint, program, { params, query, text });
  const key = c.req.header('idempotency-key');
  if (key === undefined || endpoint.method === 'GET') return send(c, await run());
  checkReplayKey(key);
  const request = requestHash(c.req.method, url.pathname + url.search, text);
  const result = await once(context, { sellerId: program.caller.sellerId, key, request }, run);
  if (result.replayed) c.header('Idempotent-Replayed', 'true');
  return send(c, result);
}

/** Applies the rate limit that all API keys of a seller share. Throws AppError 'rate_limited'. */
async function keepPace(context: Context, c: Call, sellerId: string): Promise<void> {
  const plan = await findPlanRow(context.db, sellerId, context.mode);
  const limit = apiPaceOf(plan?.plan ?? null, hasAccess(plan, context.now()));
  const taken = await takeCounted(context, { key: `api:${sellerId}`, limit, windowMs: MINUTE_MS });
  c.header('RateLimit-Limit', String(taken.limit));
  c.header('RateLimit-Remaining', String(taken.left));
  c.header('RateLimit-Reset', String(taken.resetS));
  if (!taken.allowed)
    throw new ShopError('rate_limited', {
      message: `This shop may ask ${limit} times in a minute.`,
      facts: { retryAfter: taken.retryAfterS },
    });
}

async function textOf(c: Call, maxBytes: number): Promise<string> {
  const text = await readText(c.req.raw, maxBytes);
  if (text !== '' && !/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
    throw new ShopError('unsupported_media_type');
  return text;
}

const NOTHING = z.strictObject({});

type Read = { params: unknown; query: unknown; text: string };

/** Runs the endpoint and returns its response, including errors: both are stored with an idempotency key. */
async function answered(
  context: Context,
  endpoint: AnyEndpoint,
  program: Program,
  read: Read,
): Promise<Answered> {
  try {
    const { params, query, text } = read;
    const parsed = (endpoint.body ?? NOTHING).safeParse(jsonFrom(text));
    if (!parsed.success) throw shapeError(parsed.error);
    const asked = { params: params as Record<string, unknown>, query, body: parsed.data };
    return { status: endpoint.status, body: JSON.stringify(await endpoint.run(context, program, asked)) };
  } catch (error) {
    const known = knownError(error);
    if (known.code === 'internal')
      context.log.error({ err: error, endpoint: endpoint.path }, 'an endpoint failed');
    return refusal(context, known, endpoint.does.title);
  }
}

const refusal = ({ config }: Context, error: ShopError, title: string): Answered => ({
  status: statusOf(error.code),
  body: JSON.stringify(apiErrorOf(config.appUrl, error, title)),
});

function send(c: Call, { status, body }: Answered): Response {
  if (status >= 400) tellRefusal(c, status, body);
  return c.body(body, status as ContentfulStatusCode, { 'Content-Type': 'application/json; charset=utf-8' });
}

/** Sets headers and log fields of an error from its body, so that a replayed error has the same ones. */
function tellRefusal(c: Call, status: number, body: string): void {
  const { error } = JSON.parse(body) as { error: { code: string; retryAfter?: unknown } };
  tellOfRequest({ code: error.code });
  if (typeof error.retryAfter === 'number') c.header('Retry-After', String(error.retryAfter));
  if (status === 401) c.header('WWW-Authenticate', 'Bearer');
}
