import { createHash } from 'node:crypto';

import { Hono, type Context as HonoContext } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';

import { AppError, getHttpStatus } from '#domain/errors.ts';
import { getApiRateLimit } from '#domain/plan-limits.ts';
import { hasAccess } from '#domain/subscription.ts';
import { getClientInfo } from '#server/auth/client-info.ts';
import { findPlanRow } from '#server/billing/queries/plan-subscriptions.ts';
import type { Context } from '#server/core/context.ts';
import { toAppError } from '#server/http/app-error.ts';
import { setRouteName } from '#server/http/app-metrics.ts';
import { MINUTE_MS, consumeLimit } from '#server/http/rate-limits.ts';
import { parseJson, readText } from '#server/http/read-json.ts';
import { logObjectIds, addToRequestLog } from '#server/http/request-context.ts';
import { toValidationError } from '#server/http/rpc-function.ts';

import { redactApiKeys } from '../core/api-key-format.ts';
import { API_ENDPOINTS, API_PATH } from './api-endpoints.ts';
import { toApiError } from './api-error.ts';
import { checkScope, authenticateApiKey } from './authenticate-api-key.ts';
import type { ApiEndpoint, ApiClient, Method } from './define-endpoint.ts';
import { validateIdempotencyKey, runIdempotently, requestHash, type ReplayableResponse } from './idempotency.ts';
import { apiDocument } from './openapi-document.ts';
import { assertNoKeyInUrl, readQuery, parseTexts, safeDecode } from './parse-query.ts';

const PARAM_PATTERN = /^\{(\w+)\}$/;

type RouteMatch = { endpoint: ApiEndpoint; texts: Record<string, string> };

/** `allow` has the methods of this path; it is empty if the path does not exist. */
type RouteResult = RouteMatch | { allow: readonly Method[] };

const splitPath = (path: string): string[] => path.split('/').slice(1);
/** Literal paths win over parameters: 'counts' is never a {pageId}. */
const countParams = ({ path }: ApiEndpoint): number =>
  splitPath(path).filter((segment) => PARAM_PATTERN.test(segment)).length;

function matchPath(path: string, segments: readonly string[]): Record<string, string> | null {
  const expectedSegments = splitPath(path);
  if (expectedSegments.length !== segments.length) return null;
  const texts: Record<string, string> = {};
  for (const [index, segment] of expectedSegments.entries()) {
    const [name, text = ''] = [PARAM_PATTERN.exec(segment)?.[1], segments[index]];
    if (name === undefined ? segment !== text : text === '') return null;
    if (name !== undefined) texts[name] = safeDecode(text);
  }
  return texts;
}

/** Creates a function that finds the endpoint of a method and a path without '/api/v1'. */
function createRouter(endpoints: readonly ApiEndpoint[]): (method: string, path: string) => RouteResult {
  const sorted = endpoints.toSorted((one, other) => countParams(one) - countParams(other));
  return (method, path) => {
    const segments = splitPath(path);
    const allow: Method[] = [];
    for (const endpoint of sorted) {
      const texts = matchPath(endpoint.path, segments);
      if (texts && endpoint.method === (method === 'HEAD' ? 'GET' : method)) return { endpoint, texts };
      if (texts) allow.push(endpoint.method);
    }
    return { allow };
  };
}

const DOCUMENT_PATH = '/openapi.json';

/** Serves the OpenAPI document to everyone. It is built at the first request. */
function createDocumentHandler({ config }: Context): (c: HonoContext) => Response {
  let cachedDocument: { text: string; etag: string } | null = null;
  return (c) => {
    const { text, etag } = (cachedDocument ??= renderDocument(config.appUrl));
    c.header('ETag', etag);
    c.header('Cache-Control', 'public, max-age=300');
    const etags = c.req.header('if-none-match')?.split(',') ?? [];
    if (etags.some((tag) => tag.trim().replace(/^W\//, '') === etag)) return c.body(null, 304);
    return c.body(text, 200, { 'Content-Type': 'application/json; charset=utf-8' });
  };
}

function renderDocument(appUrl: string): { text: string; etag: string } {
  const text = JSON.stringify(apiDocument(appUrl));
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` };
}

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
      context.log.error({ err: error, path: redactApiKeys(c.req.path) }, 'api_request_failed');
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
    if (appError.code === 'internal') context.log.error({ err: error, endpoint: endpoint.path }, 'api_endpoint_failed');
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
