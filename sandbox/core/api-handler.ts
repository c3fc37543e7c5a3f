import { createHash } from 'node:crypto';

import { ApiError, internalError, idempotencyError, requestRejected } from './api-error.ts';
import { NO_REQUEST, type CallContext, type EventRequest, type Endpoint } from './call-context.ts';
import type { ConditionChecks } from './conditions.ts';
import { getConnectedAccount, PLATFORM_ACCOUNT_ID } from './connected-accounts.ts';
import { logError, publishExchange } from './diagnostics.ts';
import { API_VERSION, withoutHidden } from './event-recorder.ts';
import { expand, type References } from './expand.ts';
import { newId } from './ids.ts';
import { parseForm, type RawParam } from './params.ts';
import type { Store } from './store.ts';

type StoredResponse = { status: number; body: string };
type HandledResponse = StoredResponse & { replayed: boolean };
type IdempotencyKeyUse = { account: string; key: string; path: string; hash: string };

const RETENTION_S = 24 * 3600;

export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns the stored response of this key, if any; throws when the key was used for a different request. */
const findStoredResponse = (store: Store, keyUse: IdempotencyKeyUse, now: number): StoredResponse | undefined => {
  store.sql('DELETE FROM idempotency WHERE created < ?').run(now - RETENTION_S);
  const row = store
    .sql('SELECT path, hash, status, body FROM idempotency WHERE account = ? AND key = ?')
    .get(keyUse.account, keyUse.key);
  if (!row) return undefined;
  if (row['path'] !== keyUse.path) {
    throw idempotencyError(
      400,
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${String(row['path'])}' vs '${keyUse.path}'). Try using a key other than '${keyUse.key}' if you meant to execute a different request.`,
    );
  }
  if (row['hash'] !== keyUse.hash) {
    throw idempotencyError(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${keyUse.key}' if you meant to execute a different request.`,
    );
  }
  return { status: Number(row['status']), body: String(row['body']) };
};

const storeResponse = (store: Store, keyUse: IdempotencyKeyUse, response: StoredResponse, now: number): void => {
  store
    .sql('INSERT INTO idempotency (account, key, path, hash, status, body, created) VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(keyUse.account, keyUse.key, keyUse.path, keyUse.hash, response.status, response.body, now);
};

type ApiRequest = { account: string; id: string; path: string; idempotencyKey: string | null; form: string };
type ApiDependencies = {
  store: Store;
  endpoints: Endpoint[];
  references: References;
  call: (account: string, request: EventRequest) => CallContext;
  conditions: ConditionChecks;
  beforeRequest: () => void;
  afterRequest: () => void;
};

const readApiKey = (request: Request): string => {
  const header = request.headers.get('authorization') ?? '';
  const [scheme = '', credentials = ''] = header.split(' ');
  if (scheme.toLowerCase() === 'basic') return Buffer.from(credentials, 'base64').toString().split(':')[0] ?? '';
  return scheme.toLowerCase() === 'bearer' ? credentials : '';
};

const checkApiKey = (apiKey: string): void => {
  if (apiKey === '')
    throw requestRejected(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  const masked = `${apiKey.slice(0, 8)}${'*'.repeat(12)}`;
  if (apiKey.startsWith('sk_live_') || apiKey.startsWith('rk_live_'))
    throw requestRejected(
      401,
      `Invalid API Key provided: ${masked}. The sandbox never takes live keys; use a key that begins with sk_test_.`,
    );
  if (!/^[sr]k_test_\w+$/.test(apiKey)) throw requestRejected(401, `Invalid API Key provided: ${masked}`);
};

/** Returns the account that the request acts on; '' is the platform. */
const resolveAccount = (request: Request, dependencies: ApiDependencies): string => {
  const account = request.headers.get('stripe-account') ?? request.headers.get('stripe-context') ?? '';
  if (account === '' || account === PLATFORM_ACCOUNT_ID) return '';
  return getConnectedAccount({ platform: dependencies.store.repository('') }, account).id;
};

type MatchedEndpoint = { endpoint: Endpoint; ids: string[] };

const findEndpoint = (dependencies: ApiDependencies, method: string, path: string): MatchedEndpoint => {
  for (const endpoint of dependencies.endpoints) {
    const pattern = new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '([^/]+)')}$`);
    const match = endpoint.method === method ? pattern.exec(path) : null;
    if (match) return { endpoint, ids: match.slice(1).map(decodeURIComponent) };
  }
  throw requestRejected(
    404,
    `Unrecognized request URL (${method}: ${path}). The sandbox does not play this part of Stripe.`,
  );
};

const toResponse = (apiError: ApiError, id: string): StoredResponse => {
  const body = structuredClone(apiError.body);
  const error = body['error'];
  if (typeof error === 'object' && error !== null)
    Object.assign(error, { request_log_url: `https://dashboard.stripe.com/test/logs/${id}` });
  return { status: apiError.status, body: JSON.stringify(body, null, 2) };
};

/** Converts any exception into an error response and logs the unexpected ones. */
const toApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error;
  logError(error);
  return internalError();
};

const runEndpoint = (
  dependencies: ApiDependencies,
  { account, id, idempotencyKey }: ApiRequest,
  { endpoint, ids }: MatchedEndpoint,
  { expand: expandParam, ...rest }: { [key: string]: RawParam },
): StoredResponse => {
  const handler = endpoint.parse(rest);
  dependencies.conditions.checkEndpoint(endpoint);
  const call = dependencies.call(account, { id, idempotency_key: idempotencyKey });
  const result = handler(call, ids);
  if (result instanceof ApiError) return toResponse(result, id);
  const response = expand(call, dependencies.references, withoutHidden(result), expandParam);
  return { status: 200, body: JSON.stringify(response, null, 2) };
};

/** Runs one transaction with the request's writes, the events that it causes and its idempotency record. */
const handleInTransaction = (
  dependencies: ApiDependencies,
  apiRequest: ApiRequest,
  matched: MatchedEndpoint,
): HandledResponse => {
  const { account, path, form, idempotencyKey: key } = apiRequest;
  const raw = parseForm(form);
  const now = dependencies.call('', NO_REQUEST).now;
  return dependencies.store.transaction(() => {
    const keyUse = key === null ? null : { account, key, path, hash: sha256Hex(form) };
    const storedResponse = keyUse && findStoredResponse(dependencies.store, keyUse, now);
    if (storedResponse) return { ...storedResponse, replayed: true };
    let response: StoredResponse;
    let isReplayable = true;
    try {
      response = dependencies.store.savepoint(() => runEndpoint(dependencies, apiRequest, matched, raw));
    } catch (error) {
      const apiError = toApiError(error);
      response = toResponse(apiError, apiRequest.id);
      isReplayable = apiError.isReplayable;
    }
    if (keyUse && isReplayable) storeResponse(dependencies.store, keyUse, response, now);
    return { ...response, replayed: false };
  });
};

const responseHeaders = (apiRequest: ApiRequest, replayed: boolean): Record<string, string> => ({
  'content-type': 'application/json',
  'request-id': apiRequest.id,
  'stripe-version': API_VERSION,
  ...(apiRequest.account !== '' && { 'stripe-account': apiRequest.account }),
  ...(apiRequest.idempotencyKey !== null && { 'idempotency-key': apiRequest.idempotencyKey }),
  ...(replayed && { 'idempotent-replayed': 'true' }),
});

/** Handles one request. A second request with the same key is refused while the first is in progress. */
const createRequestHandler = (dependencies: ApiDependencies) => {
  const keysInUse = new Set<string>();
  return async (request: Request, apiRequest: ApiRequest): Promise<HandledResponse> => {
    const apiKey = readApiKey(request);
    checkApiKey(apiKey);
    dependencies.beforeRequest();
    apiRequest.account = resolveAccount(request, dependencies);
    const { account, path, idempotencyKey } = apiRequest;
    const matched = findEndpoint(dependencies, request.method, path);
    dependencies.conditions.checkRequest({ method: request.method, path, account, key: apiKey }, matched.endpoint);
    const handle = async (): Promise<HandledResponse> => {
      apiRequest.form = request.method === 'POST' ? await request.text() : new URL(request.url).search.slice(1);
      return handleInTransaction(dependencies, apiRequest, matched);
    };
    if (idempotencyKey === null) return handle();
    if (idempotencyKey.length > 255) throw requestRejected(400, 'Idempotency keys can be at most 255 characters long.');
    const keyClaim = `${account} ${idempotencyKey}`;
    if (keysInUse.has(keyClaim))
      throw idempotencyError(
        409,
        `There is currently another in-progress request using this Idempotent Key: ${idempotencyKey}.`,
      );
    keysInUse.add(keyClaim);
    return handle().finally(() => keysInUse.delete(keyClaim));
  };
};

/** Creates the API: a `fetch` that answers /v1/*, /oauth/token and /oauth/deauthorize. */
export const createApiHandler = (dependencies: ApiDependencies): typeof fetch => {
  const handleRequest = createRequestHandler(dependencies);
  return async (input, init) => {
    const request = new Request(input, init);
    const apiRequest: ApiRequest = {
      account: '',
      id: newId('req_', 14),
      path: new URL(request.url).pathname,
      idempotencyKey: request.method === 'POST' ? request.headers.get('idempotency-key') : null,
      form: '',
    };
    let response: HandledResponse;
    try {
      response = await handleRequest(request, apiRequest);
    } catch (error) {
      response = { ...toResponse(toApiError(error), apiRequest.id), replayed: false };
    }
    dependencies.afterRequest();
    publishExchange({
      method: request.method,
      path: apiRequest.path,
      form: apiRequest.form,
      version: request.headers.get('stripe-version'),
      ...response,
    });
    return new Response(response.body, {
      status: response.status,
      headers: responseHeaders(apiRequest, response.replayed),
    });
  };
};
