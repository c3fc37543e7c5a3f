import { expect, test } from 'vitest';

import { domains } from '#server/db/schema-domains.ts';
import { createFaultyDatabase } from '#server/testing/faulty-database.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

import { requestAt, changeDomain, ECHO, addVerifiedDomain } from '../testing/sites.ts';

const HOST = 'pay.example.com';

async function openCountingReads(options: { still?: boolean } = {}) {
  const { database, state } = await createFaultyDatabase(domains);
  const app = await createTestApp({ pagesEntry: ECHO, database, ...options });
  await app.context.waitForReplication();
  const countReads = async (action: () => Promise<unknown>): Promise<number> => {
    const before = state.reads;
    await action();
    return state.reads - before;
  };
  return { app, state, countReads };
}

async function withPage(app: TestApp): Promise<string> {
  const { pageId } = await (await app.signUpSeller()).publishPage({}, 'taller');
  return pageId;
}

const tlsStatusOf = async (app: TestApp, domain: string): Promise<number> =>
  (await app.request(`/internal/tls-allowed?domain=${encodeURIComponent(domain)}`)).status;

test('allows a certificate for verified domains and the main host only', async () => {
  const app = await createTestApp({ pagesEntry: ECHO });
  await addVerifiedDomain(app, HOST, await withPage(app));
  for (const domain of [HOST, 'PAY.EXAMPLE.COM', `${HOST}.`, 'localhost'])
    expect([domain, await tlsStatusOf(app, domain)]).toEqual([domain, 200]);
  for (const domain of ['', 'example.com', `evil.${HOST}`, '*.example.com', `${HOST}/x`, `${HOST}\u0000`, "' or 1=1"])
    expect([domain, await tlsStatusOf(app, domain)]).toEqual([domain, 404]);
  const forwarded = await app.request(`/internal/tls-allowed?domain=${HOST}`, {
    headers: { 'x-forwarded-for': '203.0.113.7' },
  });
  expect([forwarded.status, await forwarded.text()]).toEqual([404, '']);
  await changeDomain(app, HOST, { verifiedAt: null });
  expect(await tlsStatusOf(app, HOST)).toBe(404);
});

test('looks up a thousand unknown hosts with a few queries, and none when they repeat', async () => {
  const { app, countReads } = await openCountingReads({ still: true });
  const names = Array.from({ length: 1000 }, (_, index) => `nobody-${index}.example.com`);
  const checkAll = () => Promise.all(names.map((name) => tlsStatusOf(app, name)));
  expect(await countReads(checkAll)).toBeLessThan(10);
  expect(await countReads(checkAll)).toBe(0);
  app.advance(5001);
  expect(await countReads(() => tlsStatusOf(app, 'nobody-1.example.com'))).toBe(1);
});

test('queries a host once, and again after a change of its seller', async () => {
  const { app, countReads } = await openCountingReads();
  const pageId = await withPage(app);
  expect(await tlsStatusOf(app, HOST)).toBe(404);
  await addVerifiedDomain(app, HOST, pageId);
  expect(await countReads(() => tlsStatusOf(app, HOST))).toBe(1);
  expect(await tlsStatusOf(app, HOST)).toBe(200);
  expect(await countReads(() => tlsStatusOf(app, HOST))).toBe(0);
  app.advance(3_600_000);
  expect(await countReads(() => tlsStatusOf(app, HOST))).toBe(0);
  await (await app.signUpSeller()).publishPage({}, 'of-somebody-else');
  expect(await countReads(() => tlsStatusOf(app, HOST))).toBe(0);
  await changeDomain(app, HOST, { verifiedAt: null });
  expect(await tlsStatusOf(app, HOST)).toBe(404);
});

test('caches a host for one second while the change listener is disconnected', async () => {
  const { app, state, countReads } = await openCountingReads({ still: true });
  await addVerifiedDomain(app, HOST, await withPage(app));
  await tlsStatusOf(app, HOST);
  state.listener?.onDisconnected();
  expect(await countReads(() => tlsStatusOf(app, HOST))).toBe(1);
  expect(await countReads(() => tlsStatusOf(app, HOST))).toBe(0);
  app.advance(1001);
  expect(await countReads(() => tlsStatusOf(app, HOST))).toBe(1);
});

test('serves cached domains and refuses unknown hosts while the database is unavailable', async () => {
  const { app, state } = await openCountingReads();
  await addVerifiedDomain(app, HOST, await withPage(app));
  const [visit, visitUnknown] = [requestAt(app, HOST), requestAt(app, 'new.example.com')];
  expect((await visit('/')).status).toBe(200);
  state.isUnavailable = true;
  state.listener?.onDisconnected();
  app.advance(2000);
  expect((await visit('/')).status).toBe(200);
  expect((await visitUnknown('/')).status).toBe(421);
  app.advance(16 * 60_000);
  expect((await visit('/')).status).toBe(421);
  state.isUnavailable = false;
  expect((await visit('/')).status).toBe(200);
});

test('never queries the main host', async () => {
  const { app, state, countReads } = await openCountingReads();
  state.isUnavailable = true;
  expect(await countReads(() => app.request('/healthz'))).toBe(0);
  expect((await requestAt(app, '127.0.0.1:4000')('/healthz')).status).toBe(200);
});
