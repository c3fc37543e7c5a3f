import { nobody, type Call, type Caused, type Endpoint } from './call.ts';
import { complain } from './complain.ts';
import type { ConditionChecks } from './conditions.ts';
import { publishExchange } from './diagnostics.ts';
import { apiVersion, visible } from './events.ts';
import { platformId } from './connected-accounts.ts';
import { expand, type References } from './expand.ts';
import { parseForm, type Raw } from './form.ts';
import { hashOf, recall, remember, type Answer } from './idempotency.ts';
import { newId } from './ids.ts';
import { Problem, breakdown, idempotencyProblem, turnedAway } from './problem.ts';
import type { Store } from './store.ts';

type Caller = { account: string; id: string; key: string | null; form: string };
export type DoorWorld = {
  store: Store;
  endpoints: Endpoint[];
  references: References;
  call: (account: string, request: Caused) => Call;
  conditions: ConditionChecks;
  beforeCall: () => void;
  afterCall: () => void;
};

const keyOf = (request: Request): string => {
  const header = request.headers.get('authorization') ?? '';
  const [scheme = '', given = ''] = header.split(' ');
  if (scheme.toLowerCase() === 'basic') return Buffer.from(given, 'base64').toString().split(':')[0] ?? '';
  return scheme.toLowerCase() === 'bearer' ? given : '';
};

const checkKey = (key: string): void => {
  if (key === '')
    throw turnedAway(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  const masked = `${key.slice(0, 8)}${'*'.repeat(12)}`;
  if (key.startsWith('sk_live_') || key.startsWith('rk_live_'))
    throw turnedAway(
      401,
      `Invalid API Key provided: ${masked}. The sandbox never takes live keys; use a key that begins with sk_test_.`,
    );
  if (!/^[sr]k_test_\w+$/.test(key)) throw turnedAway(401, `Invalid API Key provided: ${masked}`);
};

/** Returns the account that the request acts on; '' is the platform. */
const accountOf = (request: Request, world: DoorWorld): string => {
  const account = request.headers.get('stripe-account') ?? request.headers.get('stripe-context') ?? '';
  if (account === '') return '';
  if (account === platformId) return '';
  const found = world.store.books('').find('account', account);
  if (!found || found.hidden?.deauthorized) {
    throw turnedAway(
      403,
      `The provided key 'sk_test_****' does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
      'account_invalid',
    );
  }
  return account;
};

type Found = { endpoint: Endpoint; ids: string[] };

const findEndpoint = (world: DoorWorld, method: string, path: string): Found => {
  for (const endpoint of world.endpoints) {
    const pattern = new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '([^/]+)')}$`);
    const match = endpoint.method === method ? pattern.exec(path) : null;
    if (match) return { endpoint, ids: match.slice(1).map(decodeURIComponent) };
  }
  throw turnedAway(
    404,
    `Unrecognized request URL (${method}: ${path}). The sandbox does not play this part of Stripe.`,
  );
};

const render = (problem: Problem, id: string): Answer => {
  const body = structuredClone(problem.body);
  const error = body['error'];
  if (typeof error === 'object' && error !== null)
    Object.assign(error, { request_log_url: `https://dashboard.stripe.com/test/logs/${id}` });
  return { status: problem.status, body: JSON.stringify(body, null, 2) };
};

/** Converts any exception into an error response and logs the unexpected ones. */
const problemOf = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  complain(error);
  return breakdown();
};

const carryOut = (
  world: DoorWorld,
  caller: Caller,
  endpoint: Endpoint,
  ids: string[],
  raw: { [key: string]: Raw },
): Answer => {
  const { expand: wanted, ...rest } = raw;
  const work = endpoint.read(rest);
  world.conditions.checkEndpoint(endpoint);
  const call = world.call(caller.account, { id: caller.id, idempotency_key: caller.key });
  const result = work(call, ids);
  if (result instanceof Problem) return render(result, caller.id);
  const answer = expand(call, world.references, visible(result), wanted);
  return { status: 200, body: JSON.stringify(answer, null, 2) };
};

type Parcel = Found & { path: string; caller: Caller };

/** Runs one transaction with the request's writes, the events that it causes and its idempotency record. */
const handle = (world: DoorWorld, parcel: Parcel): Answer & { replayed: boolean } => {
  const { endpoint, ids, path, caller } = parcel;
  const raw = parseForm(caller.form);
  const now = world.call('', nobody).now;
  return world.store.transaction(() => {
    const use =
      caller.key === null
        ? null
        : { account: caller.account, key: caller.key, path, hash: hashOf(caller.form) };
    const former = use && recall(world.store, use, now);
    if (former) return { ...former, replayed: true };
    let answer: Answer;
    let kept = true;
    try {
      answer = world.store.attempt(() => carryOut(world, caller, endpoint, ids, raw));
    } catch (error) {
      const problem = problemOf(error);
      answer = render(problem, caller.id);
      kept = problem.kept;
    }
    if (use && kept) remember(world.store, use, answer, now);
    return { ...answer, replayed: false };
  });
};

const headersOf = (caller: Caller, replayed: boolean): Record<string, string> => ({
  'content-type': 'application/json',
  'request-id': caller.id,
  'stripe-version': apiVersion,
  ...(caller.account !== '' && { 'stripe-account': caller.account }),
  ...(caller.key !== null && { 'idempotency-key': caller.key }),
  ...(replayed && { 'idempotent-replayed': 'true' }),
});

/** Handles one request. A second request with the same key is refused while the first is in progress. */
const answering = (world: DoorWorld) => {
  const inUse = new Set<string>();
  return async (request: Request, caller: Caller): Promise<Answer & { replayed: boolean }> => {
    const key = keyOf(request);
    checkKey(key);
    world.beforeCall();
    caller.account = accountOf(request, world);
    const url = new URL(request.url);
    const found = findEndpoint(world, request.method, url.pathname);
    const incoming = { method: request.method, path: url.pathname, account: caller.account, key };
    world.conditions.checkRequest(incoming, found.endpoint);
    if (caller.key !== null && caller.key.length > 255)
      throw turnedAway(400, 'Idempotency keys can be at most 255 characters long.');
    const claim = caller.key === null ? null : `${caller.account} ${caller.key}`;
    if (claim !== null && inUse.has(claim))
      throw idempotencyProblem(
        409,
        `There is currently another in-progress request using this Idempotent Key: ${caller.key}.`,
      );
    if (claim !== null) inUse.add(claim);
    try {
      caller.form = request.method === 'POST' ? await request.text() : url.search.slice(1);
      return handle(world, { ...found, path: url.pathname, caller });
    } finally {
      if (claim !== null) inUse.delete(claim);
    }
  };
};

/** Creates the API: a `fetch` that answers /v1/*, /oauth/token and /oauth/deauthorize. */
export const openDoor = (world: DoorWorld): typeof fetch => {
  const answerOne = answering(world);
  return async (input, init) => {
    const request = new Request(input, init);
    const caller: Caller = {
      account: '',
      id: newId('req_', 14),
      key: request.method === 'POST' ? request.headers.get('idempotency-key') : null,
      form: '',
    };
    let answer: Answer & { replayed: boolean };
    try {
      answer = await answerOne(request, caller);
    } catch (error) {
      answer = { ...render(problemOf(error), caller.id), replayed: false };
    }
    world.afterCall();
    publishExchange({
      method: request.method,
      path: new URL(request.url).pathname,
      form: caller.form,
      version: request.headers.get('stripe-version'),
      ...answer,
    });
    return new Response(answer.body, { status: answer.status, headers: headersOf(caller, answer.replayed) });
  };
};
