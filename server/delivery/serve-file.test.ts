import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { getRequestListener } from '@hono/node-server';
import { expect, test } from 'vitest';

import { MINUTE_MS } from '#domain/time-units.ts';
import { deliverables, downloads, entitlements, fileVersions } from '#server/db/schema-delivery.ts';
import { pages } from '#server/db/schema-pages.ts';
import { sharedByTests } from '#server/testing/cleanup.ts';
import { createContent, createSoldFile, sha256Of, uploadFile } from '#server/testing/file-delivery.ts';
import { listen } from '#server/testing/listening-server.ts';
import { moveClock } from '#server/testing/sold-orders.ts';

type SoldFile = Awaited<ReturnType<typeof createSoldFile>>;

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const etagOf = ({ content }: SoldFile) => `"${sha256Of(content)}"`;

/** Downloads the whole file, and waits until it is recorded. */
async function download(sold: SoldFile): Promise<void> {
  await bytesOf(await sold.get());
  await expect.poll(async () => (await listDownloads(sold)).at(-1)?.completed).toBe(true);
}

const listDownloads = ({ app }: SoldFile) => app.context.db.select().from(downloads).orderBy(downloads.startedAt);

/** One file for the tests that change nothing. */
const shared = sharedByTests(() => createSoldFile());

test('sends the file as a download that no browser shows or stores', async () => {
  const sold = shared();
  const response = await sold.get();
  expect([response.status, (await bytesOf(response)).equals(sold.content)]).toEqual([200, true]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store, no-transform',
    'content-disposition': 'attachment; filename="Guide.bin"; filename*=UTF-8\'\'Guide.bin',
    'content-length': '1000',
    'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'; /) as string,
    'content-type': 'application/octet-stream',
    etag: etagOf(sold),
    'x-content-type-options': 'nosniff',
  });
});

test.for([
  ['bytes=0-', 206, 0, 999],
  ['bytes=0-0', 206, 0, 0],
  ['bytes=100-199', 206, 100, 199],
  ['bytes=900-5000', 206, 900, 999],
  ['bytes=-1', 206, 999, 999],
  ['bytes=0-1,5-6', 200, 0, 999],
  ['bytes=1000-', 416, 0, -1],
  ['bytes=-0', 416, 0, -1],
] as const)('answers the range %s with %i', async ([range, status, start, end]) => {
  const sold = shared();
  const response = await sold.get({ range });
  const contentRange = { 200: null, 206: `bytes ${start}-${end}/1000`, 416: 'bytes */1000' }[status];
  expect([response.status, response.headers.get('content-range')]).toEqual([status, contentRange]);
  expect((await bytesOf(response)).equals(sold.content.subarray(start, end + 1))).toBe(true);
});

test('sends the whole file to a client that has a part of another version', async () => {
  const sold = shared();
  const range = 'bytes=500-';
  for (const [ifRange, status] of [
    [etagOf(sold), 206],
    ['"another"', 200],
    [`W/${etagOf(sold)}`, 200],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 200],
  ] as const)
    expect((await sold.peek({ range, 'if-range': ifRange })).status).toBe(status);
});

test('answers HEAD with the headers alone', async () => {
  const response = await shared().get({ range: 'bytes=0-9' }, 'HEAD');
  expect([response.status, response.headers.get('content-length'), response.body]).toEqual([206, '10', null]);
});

test.for([
  [{ state: 'waiting' }, 'delivery_not_ready'],
  [{ state: 'paused' }, 'delivery_paused'],
  [{ state: 'ended' }, 'delivery_ended'],
  [{ endsAt: new Date(0) }, 'delivery_ended'],
] as const)('refuses access that is %j: %s', async ([change, code]) => {
  const sold = await createSoldFile();
  await sold.app.context.db.update(entitlements).set(change);
  await expect(sold.get()).rejects.toMatchObject({ code });
});

test('refuses files of suspended pages, missing files, and files that are not scanned yet or refused', async () => {
  const sold = await createSoldFile();
  const { app, changeFile, get } = sold;
  const { db } = app.context;
  await db.update(pages).set({ suspendedAt: new Date() });
  await expect(get()).rejects.toMatchObject({ code: 'delivery_paused' });
  await db.update(pages).set({ suspendedAt: null });
  for (const scan of ['waiting', 'refused'] as const) {
    await db.update(fileVersions).set({ scan });
    await expect(get()).rejects.toMatchObject({ code: 'delivery_not_ready' });
  }
  await changeFile({ currentVersion: null });
  await expect(get()).rejects.toMatchObject({ code: 'delivery_not_ready' });
});

test('sends files of deleted pages and removed files to buyers who have access', async () => {
  const { app, get, content } = await createSoldFile();
  const now = app.context.now();
  await app.context.db.update(pages).set({ deletedAt: now });
  await app.context.db.update(deliverables).set({ removedAt: now });
  expect((await bytesOf(await get())).equals(content)).toBe(true);
});

test('counts one download until an hour has passed since its last byte', async () => {
  const sold = await createSoldFile();
  await sold.get({}, 'HEAD');
  expect(await listDownloads(sold)).toEqual([]);
  await bytesOf(await sold.get({ range: 'bytes=0-499' }));
  await expect.poll(async () => (await listDownloads(sold))[0]?.bytes).toBe(500);
  await moveClock(sold.app, 59 / 60);
  await bytesOf(await sold.get({ range: 'bytes=500-' }));
  await expect.poll(async () => (await listDownloads(sold))[0]?.completed).toBe(true);
  // An hour counts from the last byte, not from the first one.
  await moveClock(sold.app, 59 / 60);
  await bytesOf(await sold.get());
  expect(await listDownloads(sold)).toMatchObject([{ versionNumber: 1, ipPrefix: '' }]);
  await moveClock(sold.app, 1);
  await download(sold);
  expect(await listDownloads(sold)).toHaveLength(2);
});

test('counts concurrent requests of a download manager as one download', async () => {
  const sold = await createSoldFile();
  const ranges = ['bytes=0-333', 'bytes=334-666', 'bytes=667-'];
  const responses = await Promise.all(ranges.map((range) => sold.get({ range })));
  const parts = await Promise.all(responses.map(bytesOf));
  expect(Buffer.concat(parts).equals(sold.content)).toBe(true);
  await expect
    .poll(async () => (await listDownloads(sold)).map(({ bytes, completed }) => [bytes, completed]))
    .toEqual([[1000, true]]);
});

test('refuses downloads beyond the limit, which is counted for each version', async () => {
  const sold = await createSoldFile();
  const { app, seller, changeFile, deliverable, get, peek, pageId } = sold;
  if (deliverable.settings.kind !== 'file') throw new Error('The deliverable is no file');
  await changeFile({ settings: { ...deliverable.settings, maxDownloads: 2 } });
  for (let index = 0; index < 2; index++) {
    await bytesOf(await get());
    await moveClock(app, 2);
  }
  await expect(get()).rejects.toMatchObject({ code: 'downloads_used_up' });
  await expect(get({ range: 'bytes=500-' })).rejects.toMatchObject({ code: 'downloads_used_up' });
  expect((await get({}, 'HEAD')).status).toBe(200);
  await uploadFile(app, seller, { pageId, content: createContent(50, 3), deliverableId: deliverable.id });
  expect((await bytesOf(await get())).byteLength).toBe(50);
  await changeFile({ settings: { ...deliverable.settings, maxDownloads: null } });
  expect((await peek()).status).toBe(200);
});

test('records what was sent when a reader disconnects, and gives its stream back', async () => {
  const sold = await createSoldFile({}, createContent(1_000_000));
  const { downloadStreams } = sold.app.context;
  const reader = (await sold.get()).body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  expect(downloadStreams.count).toBe(1);
  await reader?.cancel();
  expect(downloadStreams.count).toBe(0);
  await expect
    .poll(async () => (await listDownloads(sold))[0])
    .toMatchObject({ bytes: value?.byteLength, completed: false });
});

test('limits the streams of a buyer and of the process', async () => {
  const sold = await createSoldFile({ env: { FILES_STREAMS: '4' } });
  const { app, get } = sold;
  const open = [await get(), await get(), await get()];
  await expect(get()).rejects.toMatchObject({ code: 'downloads_busy', facts: { retryAfter: 60 } });
  app.context.downloadStreams.take('another buyer');
  await open[0]?.body?.cancel();
  const { body } = await get();
  await body?.cancel();
  app.context.downloadStreams.take('one more');
  await expect(get()).rejects.toMatchObject({ code: 'downloads_busy' });
});

test('answers that a file is unavailable when the store has lost it, and gives the stream back', async () => {
  const { app, get, content } = await createSoldFile();
  await app.context.files.remove(sha256Of(content));
  await expect(get()).rejects.toMatchObject({ code: 'unavailable' });
  expect(app.context.downloadStreams.count).toBe(0);
});

test('sends a file to its seller by a link for five minutes', async () => {
  const { app, seller, content, deliverableId } = await createSoldFile({ freezeClock: true });
  const { body } = await seller.rpc('create-file-link', { deliverableId });
  const path = new URL(body.url).pathname;
  const response = await app.request(path, { headers: { 'accept-encoding': 'gzip' } });
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null]);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
  expect((await bytesOf(response)).equals(content)).toBe(true);
  expect((await app.request(path, { method: 'HEAD' })).headers.get('content-length')).toBe('1000');
  expect((await app.request(`${path.slice(0, -2)}AA`)).status).toBe(404);
  await app.context.db.update(fileVersions).set({ scan: 'refused' });
  expect((await app.request(path)).status).toBe(422);
  expect((await seller.rpc('create-file-link', { deliverableId })).body.error?.code).toBe('file_refused');
  app.advance(5 * MINUTE_MS);
  expect((await app.request(path)).status).toBe(404);
  const stranger = await app.signUpSeller();
  expect((await stranger.rpc('create-file-link', { deliverableId })).status).toBe(404);
  expect(await app.context.db.select().from(downloads)).toEqual([]);
});

test('sends ranges over HTTP, and ends a stream when its client disconnects', async () => {
  const { app, seller, deliverableId, content } = await createSoldFile({}, Buffer.alloc(8 * 1024 ** 2, 7));
  const { port } = await listen(createServer(getRequestListener(app.fetch)));
  const { body } = await seller.rpc('create-file-link', { deliverableId });
  const open = async (headers: Record<string, string>) => {
    const options = { port, path: new URL(body.url).pathname, headers: { host: 'localhost:3000', ...headers } };
    const [response] = (await once(get(options), 'response')) as [IncomingMessage];
    return response;
  };
  const tail = await open({ range: 'bytes=-1000' });
  expect([tail.statusCode, tail.headers['content-length']]).toEqual([206, '1000']);
  expect((await buffer(tail)).equals(content.subarray(-1000))).toBe(true);
  const whole = await open({});
  await once(whole, 'readable');
  expect(app.context.downloadStreams.count).toBe(1);
  whole.destroy();
  await expect.poll(() => app.context.downloadStreams.count).toBe(0);
});
