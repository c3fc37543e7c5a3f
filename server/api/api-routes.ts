import { createHash } from 'node:crypto';

import { type Context as HonoContext, Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';

import { apiErrorMessages } from '#content/messages/api-errors.ts';
import { AppError, getHttpStatus } from '#domain/errors.ts';
import { getApiRateLimit } from '#domain/plan-limits.ts';
import { hasAccess } from '#domain/subscription.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import { getClientInfo } from '#server/auth/client-info.ts';
import type { Context } from '#server/core/context.ts';
import { toAppError } from '#server/http/app-error.ts';
import { setRouteName } from '#server/http/app-metrics.ts';
import { consumeLimit } from '#server/http/rate-limits.ts';
import { parseJson, readText } from '#server/http/read-json.ts';
import { logObjectIds, addToRequestLog } from '#server/http/request-context.ts';
import { toValidationError } from '#server/http/rpc-function.ts';
import { findPlanRow } from '#server/sellers/seller-plans.ts';

import { API_KEY_PATTERN, redactApiKeys } from '../core/api-key-format.ts';
import { API_ENDPOINTS, API_PATH } from './api-endpoints.ts';
import { toApiError } from './api-error.ts';
import { authenticateApiKey, checkScope } from './authenticate-api-key.ts';
import type { ApiClient, ApiEndpoint, Method } from './define-endpoint.ts';
import { type ReplayableResponse, requestHash, runIdempotently, validateIdempotencyKey } from './idempotency.ts';
import { apiDocument } from './openapi-document.ts';

const KEY_NAMES = ['key', 'api_key', 'apikey', 'access_token', 'token', 'authorization'];

const toInvalidRequest = (message: string, field: string): AppError =>
  new AppError('invalid_request', { message, facts: { problems: [`${field}: ${message}`] } });

/** Throws AppError if the URL contains an API key, valid or not. */
function assertNoKeyInUrl(url: URL): void {
  const texts = [safeDecode(url.pathname), ...[...url.searchParams].flat()];
  const hasKeyParam = [...url.searchParams.keys()].some((name) => KEY_NAMES.includes(name.toLowerCase()));
  if (hasKeyParam || texts.some((text) => text.search(API_KEY_PATTERN) >= 0))
    throw toInvalidRequest(apiErrorMessages.keyInUrl, 'address');
}

/** Decodes a URL component. Returns the text unchanged if it is malformed. */
function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Parses query parameters by their schema. Throws AppError 'invalid_request'. */
function readQuery(schema: z.ZodObject, params: URLSearchParams): unknown {
  const allowedNames = Object.keys(schema.shape);
  for (const name of new Set(params.keys())) {
    if (!allowedNames.includes(name))
      throw toInvalidRequest(
        allowedNames.length > 0
          ? apiErrorMessages.unknownParameter({ allowed: allowedNames.join(', ') })
          : apiErrorMessages.noParameters,
        JSON.stringify(name.slice(0, 40)),
      );
    if (params.getAll(name).length > 1) throw toInvalidRequest(apiErrorMessages.repeatedParameter, name);
  }
  return parseTexts(schema, Object.fromEntries(params));
}

/** Converts URL texts to the types of their schemas and validates them. Throws AppError 'invalid_request'. */
function parseTexts(schema: z.ZodObject, texts: Record<string, string>): unknown {
  const convertedTexts = Object.entries(texts).map(([name, text]) => {
    // The database cannot store this character, so nothing of that name exists.
    if (text.includes('\0')) throw toInvalidRequest(apiErrorMessages.nulCharacter, name);
    return [name, convertText(schema.shape[name], text)];
  });
  const parsed = schema.safeParse(Object.fromEntries(convertedTexts));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new AppError('invalid_request', { facts: { problems } });
}

function convertText(schema: unknown, text: string): unknown {
  const innerSchema = unwrapSchema(schema);
  if (innerSchema instanceof z.ZodNumber && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  if (innerSchema instanceof z.ZodBoolean && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

const unwrapSchema = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
    ? unwrapSchema(schema.unwrap())
    : schema;

const METHODS: readonly Method[] = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];

const countParams = ({ path }: ApiEndpoint): number => path.split('{').length - 1;

/** The first route that matches wins: one without a parameter precedes those with one. */
function createRouter(endpoints: readonly ApiEndpoint[]): TrieRouter<ApiEndpoint> {
  const router = new TrieRouter<ApiEndpoint>();
  for (const endpoint of endpoints.toSorted((one, other) => countParams(one) - countParams(other)))
    router.add(endpoint.method, endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'), endpoint);
  return router;
}

/** Finds the endpoint and its path parameters. Throws AppError 'not_found', or 'method_not_allowed' with the header Allow. */
function findEndpoint(
  router: TrieRouter<ApiEndpoint>,
  c: HonoContext,
  path: string,
): [ApiEndpoint, Record<string, string>] {
  const find = (method: string) => router.match(method, path)[0][0];
  const match = find(c.req.method === 'HEAD' ? 'GET' : c.req.method);
  if (match) {
    const texts = Object.entries(match[1] as Record<string, string>).map(([name, text]) => [name, safeDecode(text)]);
    return [match[0], Object.fromEntries(texts) as Record<string, string>];
  }
  const allowed: string[] = path === DOCUMENT_PATH ? ['GET'] : METHODS.filter(find);
  if (allowed.length === 0) throw new AppError('not_found', { message: apiErrorMessages.unknownPath });
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

/** Serves the REST API: JSON in, JSON out, an API key with each request. Browsers of other sites have no access. */
export function createApiRoutes(context: Context): Hono {
  const routes = new Hono();
  const router = createRouter(API_ENDPOINTS);
  routes.use(async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  });
  routes.get(DOCUMENT_PATH, createDocumentHandler(context));
  routes.all('*', async (c) => {
    const url = new URL(c.req.url);
    assertNoKeyInUrl(url);
    const [endpoint, texts] = findEndpoint(router, c, url.pathname.slice(API_PATH.length));
    setRouteName(c, API_PATH + endpoint.path);
    logObjectIds(texts);
    return handleRequest(context, c, endpoint, { url, texts });
  });
  routes.onError((error, c) => {
    const appError = toAppError(error);
    if (appError.code === 'internal')
      context.log.error({ err: error, path: redactApiKeys(c.req.path) }, 'api_request_failed');
    return send(c, toErrorResponse(context, appError, 'Error'));
  });
  return routes;
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
      message: apiErrorMessages.rateLimit({ limit }),
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
