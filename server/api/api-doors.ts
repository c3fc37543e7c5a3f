import { Hono, type Context as HonoContext } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';

import { AppError, getHttpStatus } from '#domain/errors.ts';
import { getApiRateLimit } from '#domain/reach.ts';
import { hasAccess } from '#domain/subscription.ts';

import { getClientInfo } from '#server/auth/visitor.ts';
import type { Context } from '#server/context.ts';
import { findPlanRow } from '#server/db/plan-subscriptions.ts';
import { toValidationError } from '#server/functions/backend-function.ts';
import { setRouteName } from '#server/metrics/route-of.ts';
import { toAppError } from '#server/http/known-error.ts';
import { MINUTE_MS, consumeLimit } from '#server/http/rate-limits.ts';
import { parseJson, readText } from '#server/http/read-json.ts';
import { logObjectIds, addToRequestLog } from '#server/http/request-told.ts';

import { API_ENDPOINTS } from './all-endpoints.ts';
import { toApiError } from './api-error.ts';
import { redactApiKeys } from './api-key-text.ts';
import { API_PATH } from './api-path.ts';
import { DOCUMENT_PATH, createDocumentHandler } from './document-door.ts';
import type { ApiEndpoint, ApiClient } from './endpoint.ts';
import { checkScope, authenticateApiKey } from './key-holder.ts';
import { assertNoKeyInUrl, readQuery, parseTexts } from './query.ts';
import { validateIdempotencyKey, runIdempotently, requestHash, type ReplayableResponse } from './replays.ts';
import { createRouter } from './router.ts';

/** Serves the REST API: JSON in, JSON out, an API key with each request. Browsers of other sites have no access. */
export function createApiRoutes(context: Context): Hono {
  const routes = new Hono();
  const route = createRouter(API_ENDPOINTS);
  routes.use(async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  });
  routes.get(DOCUMENT_PATH, createDocumentHandler(context));
  routes.all('*', async (c) => {
    if (context.isHardOverloaded()) throw new AppError('unavailable', { facts: { retryAfter: 1 } });
    const url = new URL(c.req.url);
    assertNoKeyInUrl(url);
    const path = url.pathname.slice(API_PATH.length);
    const match = route(c.req.method, path);
    if ('allow' in match) return refusePath(c, path === DOCUMENT_PATH ? ['GET'] : match.allow);
    setRouteName(c, API_PATH + match.endpoint.path);
    logObjectIds(match.texts);
    return handleRequest(context, c, match.endpoint, { url, texts: match.texts });
  });
  routes.onError((error, c) => {
    const appError = toAppError(error);
    if (appError.code === 'internal')
      context.log.error({ err: error, path: redactApiKeys(c.req.path) }, 'a request of the API failed');
    return send(c, toErrorResponse(context, appError, 'Error'));
  });
  return routes;
}

function refusePath(c: HonoContext, allow: readonly string[]): never {
  if (allow.length === 0) throw new AppError('not_found', { message: 'The API has no such address.' });
  c.header('Allow', [...(allow.includes('GET') ? ['HEAD'] : []), ...allow].toSorted().join(', '));
  throw new AppError('method_not_allowed');
}

type MatchedRequest = { url: URL; texts: Record<string, string> };

async function handleRequest(
  context: Context,
  c: HonoContext,
  endpoint: ApiEndpoint,
  { url, texts }: MatchedRequest,
): Promise<Response> {
  const { apiClient, scopes } = await authenticateApiKey(context, c.req.header('authorization'), getClientInfo(c));
  await enforceRateLimit(context, c, apiClient.caller.sellerId);
  checkScope(scopes, endpoint.scope);
  const params = parseTexts(endpoint.params, texts);
  const query = readQuery(endpoint.query, url.searchParams);
  const text = endpoint.method === 'GET' ? '' : await readBody(c, endpoint.rpcFunction.maxBytes);
  const run = () => runEndpoint(context, endpoint, apiClient, { params, query, text });
  const key = c.req.header('idempotency-key');
  if (key === undefined || endpoint.method === 'GET') return send(c, await run());
  validateIdempotencyKey(key);
  const request = requestHash(c.req.method, url.pathname + url.search, text);
  const result = await runIdempotently(context, { sellerId: apiClient.caller.sellerId, key, request }, run);
  if (result.replayed) c.header('Idempotent-Replayed', 'true');
  return send(c, result);
}

/** Applies the rate limit that all API keys of a seller share. Throws AppError 'rate_limited'. */
async function enforceRateLimit(context: Context, c: HonoContext, sellerId: string): Promise<void> {
  const plan = await findPlanRow(context.db, sellerId, context.mode);
  const limit = getApiRateLimit(plan?.plan ?? null, hasAccess(plan, context.now()));
  const rateLimit = await consumeLimit(context, { key: `api:${sellerId}`, limit, windowMs: MINUTE_MS });
  c.header('RateLimit-Limit', String(rateLimit.limit));
  c.header('RateLimit-Remaining', String(rateLimit.remaining));
  c.header('RateLimit-Reset', String(rateLimit.resetS));
  if (!rateLimit.allowed)
    throw new AppError('rate_limited', {
      message: `This shop may ask ${limit} times in a minute.`,
      facts: { retryAfter: rateLimit.retryAfterS },
    });
}

async function readBody(c: HonoContext, maxBytes: number): Promise<string> {
  const text = await readText(c.req.raw, maxBytes);
  if (text !== '' && !/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
    throw new AppError('unsupported_media_type');
  return text;
}

const EmptyBody = z.strictObject({});

type RawInput = { params: unknown; query: unknown; text: string };

/** Runs the endpoint and returns its response, including errors: both are stored with an idempotency key. */
async function runEndpoint(
  context: Context,
  endpoint: ApiEndpoint,
  apiClient: ApiClient,
  input: RawInput,
): Promise<ReplayableResponse> {
  try {
    const { params, query, text } = input;
    const parsed = (endpoint.body ?? EmptyBody).safeParse(parseJson(text));
    if (!parsed.success) throw toValidationError(parsed.error);
    const request = { params: params as Record<string, unknown>, query, body: parsed.data };
    return { status: endpoint.status, body: JSON.stringify(await endpoint.run(context, apiClient, request)) };
  } catch (error) {
    const appError = toAppError(error);
    if (appError.code === 'internal') context.log.error({ err: error, endpoint: endpoint.path }, 'an endpoint failed');
    return toErrorResponse(context, appError, endpoint.rpcFunction.title);
  }
}

const toErrorResponse = ({ config }: Context, error: AppError, title: string): ReplayableResponse => ({
  status: getHttpStatus(error.code),
  body: JSON.stringify(toApiError(config.appUrl, error, title)),
});

function send(c: HonoContext, { status, body }: ReplayableResponse): Response {
  if (status >= 400) applyErrorHeaders(c, status, body);
  return c.body(body, status as ContentfulStatusCode, { 'Content-Type': 'application/json; charset=utf-8' });
}

/** Sets headers and log fields of an error from its body, so that a replayed error has the same ones. */
function applyErrorHeaders(c: HonoContext, status: number, body: string): void {
  const { error } = JSON.parse(body) as { error: { code: string; retryAfter?: unknown } };
  addToRequestLog({ code: error.code });
  if (typeof error.retryAfter === 'number') c.header('Retry-After', String(error.retryAfter));
  if (status === 401) c.header('WWW-Authenticate', 'Bearer');
}
