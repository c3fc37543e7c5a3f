import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';

const CHECK_INTERVAL_MS = 100;
const CHECK_TIMEOUT_MS = 1000;

/** A reverse proxy in front of several app processes. */
export type LoadBalancer = AsyncDisposable & {
  /** Resolves when this process receives requests. */
  waitForBackend: (url: string) => Promise<void>;
};

const isRefused = (error: unknown): boolean =>
  error instanceof TypeError &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED';

/**
 * Forwards each request to the next ready process over keep-alive connections. Polls /readyz ten times a second;
 * tries another process only for requests that were never sent, because the connection was refused.
 */
export async function startLoadBalancer(port: number, urls: readonly string[]): Promise<LoadBalancer> {
  const backends = urls.map((url) => ({ url, isReady: false }));
  let turn = 0;

  async function checkHealth(backend: (typeof backends)[number]): Promise<void> {
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

  const app = new Hono().all('*', async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const { method } = c.req;
    const body = method === 'GET' ? null : await c.req.arrayBuffer();
    const headers = { ...c.req.header(), connection: undefined, 'x-forwarded-for': getConnInfo(c).remote.address };
    const ready = backends.filter(({ isReady }) => isReady);
    turn += 1;
    for (const [index] of ready.entries()) {
      const backend = ready[(turn + index) % ready.length];
      if (!backend) break;
      try {
        return await proxy(backend.url + pathname + search, { method, headers, body });
      } catch (error) {
        if (!isRefused(error)) return c.text(String(error), 502);
        backend.isReady = false;
      }
    }
    return c.text('No process is ready', 503);
  });
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
  await once(server, 'listening');
  await checkAll();
  return {
    waitForBackend: async (url) => {
      while (!backends.some((backend) => backend.url === url && backend.isReady)) await wait(CHECK_INTERVAL_MS);
    },
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      if ('closeAllConnections' in server) server.closeAllConnections();
      server.close();
    },
  };
}
