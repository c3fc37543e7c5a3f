import type { ErrorBody } from '#domain/errors.ts';
import type { RpcName, RpcContract } from '#domain/rpc-contract.ts';

type Awaitable<T> = T | Promise<T>;

/** Handlers of RPC functions. Each receives the body that the component sent. */
export type RpcHandlers = {
  [N in RpcName]?: (body: RpcContract[N]['body']) => Awaitable<RpcContract[N]['response']>;
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

type RecordedCall = { [N in RpcName]: { name: N; body: RpcContract[N]['body'] } }[RpcName];

type ReceiveChunk = (uploadId: string, offset: number, bytes: Uint8Array) => Awaitable<number>;

export type FakeRpc = {
  /** All function calls so far, oldest first. */
  calls: readonly RecordedCall[];
  /** Bodies sent to one function, oldest first. */
  bodiesOf: <N extends RpcName>(name: N) => RpcContract[N]['body'][];
  /** Adds or replaces handlers. */
  handle: (handlers: RpcHandlers) => void;
  /** Handles an auth endpoint, such as `POST token`. The path is relative to `/auth/v1/`. */
  handleAuth: (endpoint: string, respond: (body: unknown) => Awaitable<Response>) => void;
  /** Handles the parts of files that are sent: returns how many bytes the server has then. */
  handleChunks: (receive: ReceiveChunk) => void;
};

const FUNCTIONS_PATH = '/functions/v1/';
const AUTH_PATH = '/auth/v1/';
const UPLOADS_PATH = '/uploads/';

const jsonResponse = (body: unknown, status = 200) => Response.json(body, { status });

/**
 * Replaces `window.fetch` for RPC functions and auth endpoints until `restore` is called. Components and clients are the
 * real ones. A call without a handler fails with a message that names it.
 */
export function installFakeRpc(initial: RpcHandlers): FakeRpc & { restore: () => void } {
  const handlers: RpcHandlers = { ...initial };
  const authHandlers = new Map<string, (body: unknown) => Awaitable<Response>>();
  const calls: RecordedCall[] = [];
  const realFetch = window.fetch;

  let receiveChunk: ReceiveChunk | null = null;

  const respondToChunk = async (uploadId: string, request: Request): Promise<Response> => {
    if (!receiveChunk) return jsonResponse({ error: { code: 'internal', message: 'No handler for chunks' } }, 500);
    const bytes = new Uint8Array(await request.arrayBuffer());
    const offset = Number(request.headers.get('upload-offset'));
    const receive = receiveChunk;
    return new Promise((resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
      Promise.resolve()
        .then(() => receive(uploadId, offset, bytes))
        .then((received) => resolve(new Response(null, { headers: { 'upload-offset': String(received) } })))
        .catch((error: unknown) => reject(error instanceof NoResponse ? new TypeError('Failed to fetch') : error));
    });
  };

  const respondToFunction = async (name: RpcName, body: unknown): Promise<Response> => {
    calls.push({ name, body } as RecordedCall);
    const handler = handlers[name] as ((body: unknown) => unknown) | undefined;
    if (!handler) return jsonResponse({ error: { code: 'internal', message: `No handler for ${name}` } }, 500);
    try {
      return jsonResponse(await handler(body));
    } catch (error) {
      if (error instanceof RpcFailure) return jsonResponse({ error: error.error }, error.status);
      throw error instanceof NoResponse ? new TypeError('Failed to fetch') : error;
    }
  };

  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(UPLOADS_PATH)) return respondToChunk(pathname.slice(UPLOADS_PATH.length), request);
    const text = pathname.startsWith(FUNCTIONS_PATH) || pathname.startsWith(AUTH_PATH) ? await request.text() : '';
    const body: unknown = text ? JSON.parse(text) : {};
    if (pathname.startsWith(FUNCTIONS_PATH))
      return respondToFunction(pathname.slice(FUNCTIONS_PATH.length) as RpcName, body);
    if (pathname.startsWith(AUTH_PATH)) {
      const endpoint = `${request.method} ${pathname.slice(AUTH_PATH.length)}`;
      const handler = authHandlers.get(endpoint);
      return handler
        ? handler(body)
        : jsonResponse({ code: 'unexpected_failure', msg: `No handler for ${endpoint}` }, 500);
    }
    return realFetch(input, init);
  };

  return {
    calls,
    bodiesOf: <N extends RpcName>(name: N) =>
      calls.filter((call) => call.name === name).map(({ body }) => body as RpcContract[N]['body']),
    handle: (newHandlers) => void Object.assign(handlers, newHandlers),
    handleAuth: (endpoint, respond) => void authHandlers.set(endpoint, respond),
    handleChunks: (receive) => {
      receiveChunk = receive;
    },
    restore: () => {
      window.fetch = realFetch;
    },
  };
}
