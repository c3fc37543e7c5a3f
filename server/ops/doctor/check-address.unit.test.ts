import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { readConfig } from '#server/core/config.ts';

import { checkAddress } from './check-address.ts';

const PUBLIC_URL = 'https://pay.example.com';
const unreachable: typeof fetch = () => Promise.reject(new Error('no network'));

/** Starts a program that answers every request, and checks its port and the public URL. */
async function checkProgram(status: number, headers: Record<string, string>) {
  const server = createServer((_request, response) => response.writeHead(status, headers).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const config = { ...readConfig(), port, host: '127.0.0.1', appUrl: PUBLIC_URL };
  return (await checkAddress(config, unreachable)).map(({ state, says }) => ({ state, says }));
}

test.each([
  ['our server', 200, { 'X-Request-Id': 'id' }, 'ok', 'is used by the server, which is ready', 'wrong'],
  ['our server without a database', 503, { 'X-Request-Id': 'id' }, 'wrong', 'isn’t ready', 'warning'],
  ['another program', 200, {}, 'wrong', 'is used by another program', 'warning'],
  ['another program that is not ready', 503, {}, 'wrong', 'is used by another program', 'warning'],
] as const)('recognizes %s by its header', async (_program, status, headers, state, text, urlState) => {
  const [port, url] = await checkProgram(status, headers);
  expect(port).toEqual({ state, says: expect.stringContaining(text) });
  expect(url).toEqual({ state: urlState, says: `${PUBLIC_URL} can’t be reached from this machine: no network` });
});
