import { createServer } from 'node:http';

import { expect, onTestFinished, test } from 'vitest';

import { KEY, runCli } from './testing/run-cli.ts';

const PAGE = '3f0a6f1e-6a43-4c1c-8f1e-0d9a2b7c4e11';

/** An API that answers every first request with 503; returns the keys of all requests. */
async function openBusyApi() {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key']?.toString());
    const isBusy = keys.length % 2 === 1;
    response.writeHead(isBusy ? 503 : 200, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end(JSON.stringify(isBusy ? { error: { code: 'unavailable', message: 'Busy' } } : { deleted: true }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { keys, url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` };
}

async function deleteCoupon(url: string, ...options: string[]): Promise<number | null> {
  const args = ['pages', 'coupons', 'delete', PAGE, 'TEN', ...options];
  return (await runCli(args, { TILLWRIGHT_URL: url, TILLWRIGHT_KEY: KEY })).code;
}

test('sends the idempotency key that the user gives', async () => {
  const { keys, url } = await openBusyApi();
  expect(await deleteCoupon(url, '--idempotency-key', 'my-key')).toBe(0);
  expect(keys).toEqual(['my-key', 'my-key']);
});

test('keeps the idempotency key while retrying, and uses a new one for the next command', async () => {
  const { keys, url } = await openBusyApi();
  expect(await deleteCoupon(url)).toBe(0);
  expect(await deleteCoupon(url)).toBe(0);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys).toEqual([keys[0], keys[0], keys[2], keys[2]]);
  expect(keys[2]).not.toBe(keys[0]);
});
