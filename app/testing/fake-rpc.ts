import type { CallName, Calls } from '#domain/calls.ts';
import type { ErrorBody } from '#domain/errors.ts';

type Awaitable<T> = T | Promise<T>;

/** Handlers of RPC functions. Each receives the body that the component sent. */
export type RpcHandlers = {
  [N in CallName]?: (body: Calls[N]['body']) => Awaitable<Calls[N]['answer']>;
};

/** Thrown by a handler to respond with this status and error body. */
export class RpcFailure extends Error {
  readonly status: number;
  readonly error: ErrorBody['error'];

  constructor(status: number, error: ErrorBody['error']) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

/** Thrown by a handler to simulate a network failure. */
export class NoResponse extends Error {}

type RecordedCall = { [N in CallName]: { name: N; body: Calls[N]['body'] } }[CallName];

export type FakeRpc = {
  /** All function calls so far, oldest first. */
  calls: readonly RecordedCall[];
  /** Bodies sent to one function, oldest first. */
  bodiesOf: <N extends CallName>(name: N) => Calls[N]['body'][];
  /** Adds or replaces handlers. */
  handle: (handlers: RpcHandlers) => void;
  /** Handles an auth endpoint, such as `POST token`. The path is relative to `/auth/v1/`. */
  handleAuth: (endpoint: string, answer: (body: unknown) => Awaitable<Response>) => void;
};

const FUNCTIONS_PATH = '/functions/v1/';
const AUTH_PATH = '/auth/v1/';

const json = (body: unknown, status = 200) => Response.json(body, { status });

/**
 * Replaces `window.fetch` for RPC functions and auth endpoints until `restore` is called. Components and clients are the
 * real ones. A call without a handler fails with a message that names it.
 */
export function installFakeRpc(initial: RpcHandlers): FakeRpc & { restore: () => void } {
  const handlers: RpcHandlers = { ...initial };
  const authHandlers = new Map<string, (body: unknown) => Awaitable<Response>>();
  const calls: RecordedCall[] = [];
  const realFetch = window.fetch;

  const answerFunction = async (name: CallName, body: unknown): Promise<Response> => {
    calls.push({ name, body } as RecordedCall);
    const handler = handlers[name] as ((body: unknown) => unknown) | undefined;
    if (!handler) return json({ error: { code: 'internal', message: `No handler for ${name}` } }, 500);
    try {
      return json(await handler(body));
    } catch (error) {
      if (error instanceof RpcFailure) return json({ error: error.error }, error.status);
      throw error instanceof NoResponse ? new TypeError('Failed to fetch') : error;
    }
  };

  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const text =
      pathname.startsWith(FUNCTIONS_PATH) || pathname.startsWith(AUTH_PATH) ? await request.text() : '';
    const body: unknown = text ? JSON.parse(text) : {};
    if (pathname.startsWith(FUNCTIONS_PATH))
      return answerFunction(pathname.slice(FUNCTIONS_PATH.length) as CallName, body);
    if (pathname.startsWith(AUTH_PATH)) {
      const endpoint = `${request.method} ${pathname.slice(AUTH_PATH.length)}`;
      const handler = authHandlers.get(endpoint);
      return handler
        ? handler(body)
        : json({ code: 'unexpected_failure', msg: `No handler for ${endpoint}` }, 500);
    }
    return realFetch(input, init);
  };

  return {
    calls,
    bodiesOf: <N extends CallName>(name: N) =>
      calls.filter((call) => call.name === name).map(({ body }) => body as Calls[N]['body']),
    handle: (more) => void Object.assign(handlers, more),
    handleAuth: (endpoint, answer) => void authHandlers.set(endpoint, answer),
    restore: () => {
      window.fetch = realFetch;
    },
  };
}
