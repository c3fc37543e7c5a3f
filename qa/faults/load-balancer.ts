import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

const CHECK_INTERVAL_MS = 100;
const CHECK_TIMEOUT_MS = 1000;
/** Hop-by-hop headers, which are never forwarded. */
const OF_A_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** A reverse proxy in front of several app processes. */
export type LoadBalancer = AsyncDisposable & {
  /** Resolves when this process receives requests. */
  waitForBackend: (url: string) => Promise<void>;
};

type Backend = { url: string; isReady: boolean };

/**
 * Forwards each request to the next ready process over keep-alive connections. Polls /readyz ten times a second;
 * tries another process only for requests that were never sent, because the connection was refused.
 */
export async function startLoadBalancer(port: number, urls: readonly string[]): Promise<LoadBalancer> {
  const backends: Backend[] = urls.map((url) => ({ url, isReady: false }));
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  async function checkHealth(backend: Backend): Promise<void> {
    const init = { headers: { connection: 'close' }, signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) };
    backend.isReady = await fetch(`${backend.url}/readyz`, init).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.ok;
      },
      // A slow reply, as on a busy machine, leaves the state unchanged.
      (error: unknown) => backend.isReady && !isRefused(error),
    );
  }
  const checkAll = () => Promise.all(backends.map(checkHealth));
  const timer = setInterval(() => void checkAll(), CHECK_INTERVAL_MS);

  async function forwardRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const ready = backends.filter(({ isReady }) => isReady);
    turn += 1;
    for (let next = 0; next < ready.length; next++) {
      const backend = ready[(turn + next) % ready.length];
      if (!backend) break;
      const result = await send(agent, backend.url, { request, response, body });
      if (result === 'sent') return;
      backend.isReady = false;
    }
    response.writeHead(503).end('No process is ready');
  }

  const server = createServer((request, response) => {
    forwardRequest(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(502);
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await checkAll();
  return {
    waitForBackend: async (url) => {
      while (!backends.some((backend) => backend.url === url && backend.isReady)) await wait(CHECK_INTERVAL_MS);
    },
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const isRefused = (error: unknown): boolean =>
  error instanceof TypeError &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED';

type Exchange = { request: IncomingMessage; response: ServerResponse; body: Buffer };

/** Rejects when the process accepted the request and did not complete the response. */
function send(agent: Agent, url: string, { request, response, body }: Exchange): Promise<'sent' | 'refused'> {
  const headers = {
    ...Object.fromEntries(Object.entries(request.headers).filter(([name]) => !OF_A_CONNECTION.has(name))),
    'x-forwarded-for': request.socket.remoteAddress ?? '',
    ...(body.length > 0 && { 'content-length': String(body.length) }),
  };
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const upstreamRequest = httpRequest({ agent, hostname, port, method: request.method, path: request.url, headers });
    upstreamRequest.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve('refused');
      else reject(error);
    });
    upstreamRequest.once('response', (answer) => {
      const forwardedHeaders = Object.entries(answer.headers).filter(([name]) => !OF_A_CONNECTION.has(name));
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(forwardedHeaders));
      answer.once('error', reject).once('end', () => resolve('sent'));
      answer.pipe(response);
    });
    upstreamRequest.end(body);
  });
}
