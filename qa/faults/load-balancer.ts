import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

const CHECK_INTERVAL_MS = 100;
const CHECK_TIMEOUT_MS = 1000;
/** Of one connection only, never handed on. */
const OF_A_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** What stands in front of several shops, as a proxy or a balancer does. */
export type LoadBalancer = {
  /** Resolves when this one is sent people. */
  waitForBackend: (url: string) => Promise<void>;
  /** Requests that came to nothing behind the front. */
  failed: () => number;
  close: () => Promise<void>;
};

type Backend = { url: string; isReady: boolean };

/**
 * Hands each request to the next shop that is ready, over connections that are kept. Asks /readyz ten times a second;
 * tries another shop only for what was never sent, which is when nobody listens at all.
 */
export async function startLoadBalancer(port: number, urls: readonly string[]): Promise<LoadBalancer> {
  const backends: Backend[] = urls.map((url) => ({ url, isReady: false }));
  const agent = new Agent({ keepAlive: true });
  let [turn, failed] = [0, 0];

  async function checkHealth(backend: Backend): Promise<void> {
    const init = { headers: { connection: 'close' }, signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) };
    backend.isReady = await fetch(`${backend.url}/readyz`, init).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.ok;
      },
      // One that takes its time, as on a busy machine, is what it was.
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
    failed += 1;
    response.writeHead(503).end('No shop is ready');
  }

  const server = createServer((request, response) => {
    forwardRequest(request, response).catch((error: unknown) => {
      failed += 1;
      if (!response.headersSent) response.writeHead(502);
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await checkAll();
  return {
    waitForBackend: async (url) => {
      while (!backends.some((backend) => backend.url === url && backend.isReady))
        await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL_MS));
    },
    failed: () => failed,
    close: async () => {
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

/** Rejects when the shop took it and did not answer it to the end. */
function send(agent: Agent, url: string, { request, response, body }: Exchange): Promise<'sent' | 'refused'> {
  const headers = {
    ...Object.fromEntries(Object.entries(request.headers).filter(([name]) => !OF_A_CONNECTION.has(name))),
    'x-forwarded-for': request.socket.remoteAddress ?? '',
    ...(body.length > 0 && { 'content-length': String(body.length) }),
  };
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = httpRequest({ agent, hostname, port, method: request.method, path: request.url, headers });
    asked.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve('refused');
      else reject(error);
    });
    asked.once('response', (answer) => {
      const told = Object.entries(answer.headers).filter(([name]) => !OF_A_CONNECTION.has(name));
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(told));
      answer.once('error', reject).once('end', () => resolve('sent'));
      answer.pipe(response);
    });
    asked.end(body);
  });
}
