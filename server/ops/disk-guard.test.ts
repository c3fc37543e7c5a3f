import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';

import { createEmptyConfig } from '#domain/checkout-page.ts';
import { createApiClient } from '#server/testing/api-client.ts';
import { nodeEnvFrom } from '#server/testing/listening-server.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { openDiskMonitor } from './disk-guard.ts';

const MEGABYTE = 2 ** 20;

/** A disk whose free space the test sets and whose checks run on a fake timer. */
async function openDisk() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const lines: { msg: string; freeMb: number }[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) });
  let freeMb = 500;
  const free = async () => freeMb * MEGABYTE;
  const diskGuard = await openDiskMonitor({
    folder: '/',
    minFreeBytes: 200 * MEGABYTE,
    log,
    readFreeBytes: free,
    intervalMs: 1000,
  });
  const setFreeMb = async (megabytes: number) => {
    freeMb = megabytes;
    await vi.advanceTimersByTimeAsync(1000);
  };
  return { diskGuard, lines, setFreeMb };
}

test('counts the disk as full below the floor until space is free again, and logs each change once', async () => {
  const { diskGuard, lines, setFreeMb } = await openDisk();
  expect(diskGuard.isFull()).toBe(false);
  await setFreeMb(199);
  await setFreeMb(150);
  expect(diskGuard.isFull()).toBe(true);
  expect(() => diskGuard.assertSpace()).toThrow(expect.objectContaining({ code: 'disk_full' }));
  await setFreeMb(200);
  expect(diskGuard.isFull()).toBe(false);
  diskGuard.assertSpace();
  expect(lines.map(({ msg, freeMb }) => [freeMb, msg])).toEqual([
    [199, 'disk_full'],
    [200, 'disk_space_available'],
  ]);
});

test('keeps the last known state when free space cannot be read', async () => {
  let hasFailed = false;
  const free = async () => {
    if (hasFailed) throw new Error('no such folder');
    hasFailed = true;
    return 0;
  };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const log = pino({ level: 'silent' });
  const diskGuard = await openDiskMonitor({
    folder: '/',
    minFreeBytes: 1,
    log,
    readFreeBytes: free,
    intervalMs: 1000,
  });
  await vi.advanceTimersByTimeAsync(1000);
  expect(diskGuard.isFull()).toBe(true);
  await diskGuard.close();
});

/** An app with a published page and an API client, on a disk that the test fills and empties. */
async function createAppOnDisk() {
  let freeMegabytes = 500;
  const log = pino({ level: 'silent' });
  const free = async () => freeMegabytes * MEGABYTE;
  const diskGuard = await openDiskMonitor({
    folder: '/',
    minFreeBytes: 200 * MEGABYTE,
    log,
    readFreeBytes: free,
    intervalMs: 5,
  });
  const app = await createTestApp({ diskGuard });
  const seller = await app.signUpSeller();
  const page = await seller.publishPage();
  const apiClient = await createApiClient(app, seller);
  const setFreeMb = async (megabytes: number) => {
    freeMegabytes = megabytes;
    await vi.waitFor(() => expect(diskGuard.isFull()).toBe(megabytes < 200), { timeout: 20_000 });
  };
  return { app, seller, page, apiClient, setFreeMb };
}

const jsonRequest = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

test('serves reads and refuses writes on a full disk until space is free again', async () => {
  const { app, seller, page, apiClient, setFreeMb } = await createAppOnDisk();
  const newcomer = { email: 'newcomer@example.com', password: 'correct horse' };
  const credentials = { email: seller.email, password: 'correct horse' };
  const writes = async () => [
    (await seller.rpc('save-draft', { config: createEmptyConfig() })).status,
    (await app.rpc('create-checkout-session', { slug: page.slug, termsAccepted: true })).status,
    (await apiClient.send('POST', '/pages', { body: { config: createEmptyConfig() } })).status,
    (await app.request('/auth/v1/signup', jsonRequest(newcomer))).status,
  ];
  const reads = async () => [
    (await seller.rpc('list-pages', {})).status,
    (await seller.rpc('get-page', { pageId: page.pageId })).status,
    (await apiClient.send('GET', '/pages')).status,
    (await app.request('/auth/v1/token?grant_type=password', jsonRequest(credentials))).status,
    (await app.request('/readyz')).status,
  ];
  await setFreeMb(100);
  expect(await writes()).toEqual([503, 503, 503, 503]);
  expect(await reads()).toEqual([200, 200, 200, 200, 200]);
  // Stripe retries its events for days.
  expect((await app.request('/webhooks/stripe/connect', jsonRequest({}))).status).toBe(503);
  await setFreeMb(300);
  expect(await writes()).toEqual([200, 200, 201, 200]);
});

test('exports a metric that tells whether writes are refused', async () => {
  const { app, setFreeMb } = await createAppOnDisk();
  const readMetric = async () => {
    const request = new Request('http://localhost:3000/metrics');
    const body = await (await app.fetch(request, nodeEnvFrom('127.0.0.1'))).text();
    return /^tillwright_disk_full (\d)$/m.exec(body)?.[1];
  };
  expect(await readMetric()).toBe('0');
  await setFreeMb(100);
  expect(await readMetric()).toBe('1');
  await setFreeMb(300);
  expect(await readMetric()).toBe('0');
});

test('sends Retry-After with refusals on a full disk', async () => {
  const { app, seller, apiClient, setFreeMb } = await createAppOnDisk();
  await setFreeMb(100);
  const headers = { authorization: `Bearer ${seller.session.access_token}` };
  const call = jsonRequest({ config: createEmptyConfig() });
  const rejection = await app.request('/functions/v1/save-draft', {
    ...call,
    headers: { ...call.headers, ...headers },
  });
  expect(rejection.headers.get('retry-after')).toBe('60');
  expect(await rejection.json()).toMatchObject({ error: { code: 'disk_full' } });
  const signUp = await app.request(
    '/auth/v1/signup',
    jsonRequest({ email: 'new@example.com', password: 'secret horse' }),
  );
  expect(signUp.headers.get('retry-after')).toBe('60');
  const { headers: responseHeaders } = await apiClient.send('POST', '/pages', {
    body: { config: createEmptyConfig() },
  });
  expect(responseHeaders.get('retry-after')).toBe('60');
  const event = await app.request('/webhooks/stripe/connect', jsonRequest({}));
  expect(event.headers.get('retry-after')).toBe('60');
});
