import { createHash } from 'node:crypto';

import { type Context as HonoContext, Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import { getPublicError } from '#domain/api-errors.ts';
import { AppError, isAppError } from '#domain/errors.ts';
import { LICENSE_API_LIMITS } from '#domain/license-api.ts';
import { getApiRateLimit } from '#domain/plan-features.ts';
import { isPlanActive } from '#domain/subscription.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import { getClientInfo } from '#server/auth/client-info.ts';
import type { Context } from '#server/core/context.ts';
import { toAppError } from '#server/http/app-error.ts';
import { setRouteName } from '#server/http/app-metrics.ts';
import { consumeLimit, type Bucket } from '#server/http/rate-limits.ts';
import { readText } from '#server/http/read-json.ts';
import { addToRequestLog, logObjectIds } from '#server/http/request-context.ts';
import { findPlanRow } from '#server/sellers/seller-plans.ts';

import packageJson from '../../package.json' with { type: 'json' };
import { redactApiKeys } from '../core/api-key-format.ts';
import { API_ENDPOINTS, API_PATH } from './api-endpoints.ts';
import { toApiError, withRequestId, type ApiErrorBody } from './api-error.ts';
import { authenticateApiKey, checkScope } from './authenticate-api-key.ts';
import type { ApiClient, ApiEndpoint, CsvFile, Method } from './define-endpoint.ts';
import { buildDeprecationHeaders } from './deprecation.ts';
import { readFileChunk, takesFileChunk } from './file-chunk.ts';
import {
  acceptsIdempotencyKey,
  type ReplayableResponse,
  requestHash,
  runIdempotently,
  validateIdempotencyKey,
} from './idempotency.ts';
import { apiDocument } from './openapi-document.ts';
import { assertNoKeyInUrl, parseTexts, readBody, readQuery, safeDecode } from './read-input.ts';

/** Release of the app, for logs of programs. */
const VERSION: string = packageJson.version;

const METHODS: readonly Method[] = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];

const countParams = ({ path }: ApiEndpoint): number => path.split('{').length - 1;

/** The first route that matches wins: one without a parameter precedes those with one. */
function createRouter(endpoints: readonly ApiEndpoint[]): TrieRouter<ApiEndpoint> {
  const router = new TrieRouter<ApiEndpoint>();
  for (const endpoint of endpoints.toSorted((one, other) => countParams(one) - countParams(other)))
    router.add(endpoint.method, endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'), endpoint);
  return router;
}

const matchEndpoint = (router: TrieRouter<ApiEndpoint>, method: string, path: string) =>
  router.match(method === 'HEAD' ? 'GET' : method, path)[0][0];

type KeyedEndpoint = Extract<ApiEndpoint, { isPublic: false }>;
type PublicEndpoint = Extract<ApiEndpoint, { isPublic: true }>;

/** Finds the endpoint and its path parameters. Throws AppError 'not_found', or 'method_not_allowed' with the header Allow. */
function findEndpoint(
  router: TrieRouter<ApiEndpoint>,
  c: HonoContext,
  path: string,
): [KeyedEndpoint, Record<string, string>] {
  const match = matchEndpoint(router, c.req.method, path);
  if (match && !match[0].isPublic) {
    const texts = Object.entries(match[1] as Record<string, string>).map(([name, text]) => [name, safeDecode(text)]);
    return [match[0], Object.fromEntries(texts) as Record<string, string>];
  }
  const allowed: string[] =
    path === DOCUMENT_PATH ? ['GET'] : METHODS.filter((method) => matchEndpoint(router, method, path));
  if (allowed.length === 0) throw new AppError('not_found');
  c.header('Allow', [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : [])].toSorted().join(', '));
  throw new AppError('method_not_allowed');
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

/**
 * Serves the REST API: JSON in, JSON out. Browsers of other sites have access to public endpoints only, which need no API
 * key.
 */
export function createApiRoutes(context: Context): Hono {
  const routes = new Hono();
  const router = createRouter(API_ENDPOINTS);
  routes.use(async (c, next) => {
    await next();
    c.header('Tillwright-Version', VERSION);
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  });
  routes.get(DOCUMENT_PATH, createDocumentHandler(context));
  routes.all('*', async (c) => {
    const url = new URL(c.req.url);
    const path = url.pathname.slice(API_PATH.length);
    const isPreflight = c.req.method === 'OPTIONS';
    const method = (isPreflight && c.req.header('access-control-request-method')) || c.req.method;
    const match = matchEndpoint(router, method, path);
    if (match) setRouteName(c, API_PATH + match[0].path);
    if (match?.[0].isPublic) {
      c.header('Access-Control-Allow-Origin', '*');
      return isPreflight ? allowJson(c) : handlePublicRequest(context, c, match[0], url);
    }
    const apiClient = await identifyClient(context, c, url);
    const [endpoint, texts] = findEndpoint(router, c, path);
    logObjectIds(texts);
    return handleRequest(context, c, { apiClient, endpoint, url, texts });
  });
  routes.onError((error, c) => {
    const appError = toAppError(error);
    if (appError.code === 'internal')
      context.log.error({ err: error, path: redactApiKeys(c.req.path) }, 'api_request_failed');
    return send(c, toErrorResponse(context, appError));
  });
  return routes;
}

/** Rate limit for requests of one address without a valid key. */
const UNIDENTIFIED_LIMIT = { limit: 60, windowMs: MINUTE_MS };

/** Authenticates the key and counts the request. Every answer has the headers of the limit that it counts for. */
async function identifyClient(context: Context, c: HonoContext, url: URL): Promise<ApiClient> {
  const apiClient = await authenticate(context, c, url);
  const { sellerId } = apiClient.caller;
  const plan = await findPlanRow(context.db, sellerId, context.mode);
  const limit = getApiRateLimit(plan?.plan ?? null, isPlanActive(plan, context.now()));
  await countRequest(context, c, { key: `api:${sellerId}`, limit, windowMs: MINUTE_MS });
  return apiClient;
}

async function authenticate(context: Context, c: HonoContext, url: URL): Promise<ApiClient> {
  const visitor = getClientInfo(c);
  try {
    assertNoKeyInUrl(url);
    return await authenticateApiKey(context, c.req.header('authorization'), visitor);
  } catch (error) {
    if (isAppError(error))
      await countRequest(context, c, { key: `unidentified:${visitor.address}`, ...UNIDENTIFIED_LIMIT });
    throw error;
  }
}

const PREFLIGHT_TTL_S = 86_400;

/** Answers a preflight request: POST needs no permission, but JSON does. */
function allowJson(c: HonoContext): Response {
  c.header('Access-Control-Allow-Headers', 'Content-Type');
  c.header('Access-Control-Max-Age', String(PREFLIGHT_TTL_S));
  return c.body(null, 204);
}

/** Handles a request without an API key, which counts for the client's address. The paths have no parameters. */
async function handlePublicRequest(
  context: Context,
  c: HonoContext,
  endpoint: PublicEndpoint,
  url: URL,
): Promise<Response> {
  const visitor = getClientInfo(c);
  await countRequest(context, c, { key: `public-api:${visitor.address}`, ...LICENSE_API_LIMITS.address });
  assertNoKeyInUrl(url);
  const query = readQuery(endpoint.query, url.searchParams);
  const text = await readRequestText(c, endpoint);
  const input = { params: {}, query, idempotencyKey: null };
  return send(
    c,
    await runEndpoint(context, endpoint, text, (body) => endpoint.run(context, visitor, { ...input, body })),
  );
}

type MatchedRequest = { apiClient: ApiClient; endpoint: KeyedEndpoint; url: URL; texts: Record<string, string> };

async function handleRequest(context: Context, c: HonoContext, request: MatchedRequest): Promise<Response> {
  const { apiClient, endpoint, url, texts } = request;
  checkScope(apiClient, endpoint.scope);
  const deprecationHeaders = endpoint.deprecation ? buildDeprecationHeaders(endpoint.deprecation) : {};
  for (const [name, value] of Object.entries(deprecationHeaders)) c.header(name, value);
  const params = parseTexts(endpoint.params, texts) as Record<string, unknown>;
  const query = readQuery(endpoint.query, url.searchParams);
  const key = acceptsIdempotencyKey(endpoint) ? (c.req.header('idempotency-key') ?? null) : null;
  const input = { params, query, idempotencyKey: key };
  const runWith = (body: unknown) => endpoint.run(context, apiClient, { ...input, body });
  if (endpoint.response === null) return sendCsv(c, (await runWith({})) as CsvFile);
  if (takesFileChunk(endpoint))
    return send(c, { status: endpoint.status, body: JSON.stringify(await runWith(readFileChunk(c))) });
  const text = await readRequestText(c, endpoint);
  const run = () => runEndpoint(context, endpoint, text, runWith);
  if (key === null) return send(c, await run());
  validateIdempotencyKey(key);
  const hash = requestHash(c.req.method, url.pathname + url.search, text);
  const result = await runIdempotently(context, { sellerId: apiClient.caller.sellerId, key, request: hash }, run);
  if (result.replayed) c.header('Idempotent-Replayed', 'true');
  return send(c, result);
}

/** Counts the request and sets the headers of the limit. Throws AppError 'rate_limited'. */
async function countRequest(context: Context, c: HonoContext, bucket: Bucket): Promise<void> {
  const { limit, remaining, resetS, allowed, retryAfterS } = await consumeLimit(context, bucket);
  c.header('RateLimit-Limit', String(limit));
  c.header('RateLimit-Remaining', String(remaining));
  c.header('RateLimit-Reset', String(resetS));
  if (!allowed) throw new AppError('rate_limited', { facts: { retryAfter: retryAfterS, limit } });
}

const DEFAULT_MAX_BYTES = 16 * 1024;

async function readRequestText(c: HonoContext, { method, rpcFunctions }: ApiEndpoint): Promise<string> {
  if (method === 'GET') return '';
  const maxBytes = Math.max(DEFAULT_MAX_BYTES, ...rpcFunctions.map((one) => one.maxBytes));
  const text = await readText(c.req.raw, maxBytes);
  if (text !== '' && !/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
    throw new AppError('unsupported_media_type');
  return text;
}

/** Runs the endpoint and returns its response, including errors: both are stored with an idempotency key. */
async function runEndpoint(
  context: Context,
  endpoint: ApiEndpoint,
  text: string,
  run: (body: unknown) => Promise<unknown>,
): Promise<ReplayableResponse> {
  try {
    const result = await run(readBody(endpoint.body, text));
    return { status: endpoint.status, body: JSON.stringify(result) };
  } catch (error) {
    const appError = toAppError(error);
    if (getPublicError(appError.code).code === 'internal')
      context.log.error({ err: error, endpoint: endpoint.id }, 'api_endpoint_failed');
    return toErrorResponse(context, appError);
  }
}

/** Streams a CSV file. The first part is read before the response starts, so that its errors have a status. */
async function sendCsv(c: HonoContext, { fileName, parts }: CsvFile): Promise<Response> {
  const iterator = parts[Symbol.asyncIterator]();
  const first = await iterator.next();
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => enqueue(controller, first),
    pull: async (controller) => enqueue(controller, await iterator.next()),
    cancel: async () => void (await iterator.return?.()),
  });
  return c.body(stream, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName}"`,
  });
}

function enqueue(
  controller: ReadableStreamDefaultController<Uint8Array>,
  { done, value }: IteratorResult<string>,
): void {
  if (done) controller.close();
  else controller.enqueue(new TextEncoder().encode(value));
}

const toErrorResponse = ({ config }: Context, error: AppError): ReplayableResponse => ({
  status: getPublicError(error.code).status,
  body: JSON.stringify(toApiError(config.appUrl, error)),
});

function send(c: HonoContext, { status, body }: ReplayableResponse): Response {
  const text = status >= 400 ? prepareError(c, status, body) : body;
  return c.body(text, status as ContentfulStatusCode, { 'Content-Type': 'application/json; charset=utf-8' });
}

/** Sets headers and log fields of an error from its body, so that a replayed error has the same ones, and adds the request ID. */
function prepareError(c: HonoContext, status: number, body: string): string {
  const { error } = JSON.parse(body) as ApiErrorBody;
  addToRequestLog({ code: error.code });
  if (error.retryAfter !== undefined) c.header('Retry-After', String(error.retryAfter));
  if (status === 401) c.header('WWW-Authenticate', 'Bearer');
  return JSON.stringify(withRequestId({ error }));
}
