import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';

import { getRequestListener } from '@hono/node-server';
import { expect, vi } from 'vitest';

import { listen } from './listening-server.ts';
import { createTestApp } from './test-app.ts';

const CONCURRENCY = 50;

const BODY = JSON.stringify({ slug: 'nothing-is-here', termsAccepted: true });
const LIGHT_REQUESTS = [
  'GET /healthz HTTP/1.1\r\nHost: localhost:3000\r\n\r\n',
  // A request whose body is incomplete.
  `POST /functions/v1/create-checkout-session HTTP/1.1\r\nHost: localhost:3000\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n${BODY}`,
];
/** One in twenty requests also queries the database. */
const DATABASE_REQUESTS = [
  'GET /readyz HTTP/1.1\r\nHost: localhost:3000\r\n\r\n',
  `POST /functions/v1/create-checkout-session HTTP/1.1\r\nHost: localhost:3000\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
];

/** Sends requests whose clients disconnect; expects no open connection and an answer to the next request. */
export async function abortRequests(requests: number): Promise<void> {
  const app = await createTestApp();
  const server = createServer(getRequestListener(app.fetch));
  const { port } = await listen(server);
  let started = 0;
  const runClient = async () => {
    while (started < requests) {
      const index = started++;
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      // Some disconnect before the response, some in the middle of their request.
      const templates = index % 20 === 0 ? DATABASE_REQUESTS : LIGHT_REQUESTS;
      await new Promise((resolve) => socket.write(templates[(index / 20) % 2 < 1 ? 0 : 1] ?? '', resolve));
      socket.resetAndDestroy();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runClient));
  const connected = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  await vi.waitFor(async () => expect(await connected()).toBe(0), { timeout: 20_000 });
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
}
