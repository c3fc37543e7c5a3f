import { readdir, readlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { parseConfig } from '#server/core/config.ts';
import { downloads } from '#server/db/schema-delivery.ts';
import {
  createContent,
  createDataFolder,
  createSoldFile,
  createUploadApp,
  sendChunk,
  sha256Of,
} from '#server/testing/file-delivery.ts';
import { startS3Server } from '#server/testing/s3-server.ts';

import { contentPath } from './content-path.ts';
import { createFileStore } from './file-store.ts';

test('stores, reads, lists and removes contents in a bucket', async () => {
  const { env, objects } = await startS3Server();
  const store = createFileStore(parseConfig(env));
  const file = path.join(await createDataFolder(), 'content');
  const hashes: string[] = [];
  for (const bytes of [100, 200, 300]) {
    const content = createContent(bytes);
    await writeFile(file, content);
    hashes.push(sha256Of(content));
    for (let times = 0; times < 2; times++) await store.put(sha256Of(content), file);
  }
  const [first = ''] = hashes;
  expect([...objects.keys()]).toEqual(hashes.map((hash) => `files/${contentPath(hash)}`));
  expect((await store.list()).toSorted()).toEqual(hashes.toSorted());
  const part = await store.open(first, { start: 10, end: 19 });
  expect((part && (await buffer(part)))?.equals(createContent(100).subarray(10, 20))).toBe(true);
  await store.remove(first);
  await store.remove(first);
  expect([await store.exists(first), await store.open(first), await store.exists(hashes[1] ?? '')]).toEqual([
    false,
    null,
    true,
  ]);
  // The first bytes of a content that was cut are replaced.
  objects.set(`files/${contentPath(hashes[2] ?? '')}`, Buffer.from('cut'));
  await store.put(hashes[2] ?? '', file);
  expect(objects.get(`files/${contentPath(hashes[2] ?? '')}`)?.byteLength).toBe(300);
});

test('refuses a content that is not the announced one', async () => {
  const store = createFileStore(parseConfig((await startS3Server()).env));
  const file = path.join(await createDataFolder(), 'content');
  await writeFile(file, 'another content');
  await expect(store.put(sha256Of(createContent(5)), file)).rejects.toThrow();
});

test('closes the file when the bucket does not store it', async () => {
  const { env, outage } = await startS3Server();
  const store = createFileStore(parseConfig(env));
  const file = path.join(await createDataFolder(), 'content');
  const content = createContent(5_000_000);
  await writeFile(file, content);
  const countOpen = async () => {
    const descriptors = await readdir('/proc/self/fd');
    const targets = await Promise.all(descriptors.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => null)));
    return targets.filter((target) => target === file).length;
  };
  outage.ofWrites = true;
  await expect(store.put(sha256Of(content), file)).rejects.toThrow();
  await expect.poll(countOpen).toBe(0);
});

test('says that files are unavailable while the bucket does not answer, and finishes the upload afterwards', async () => {
  const { env, outage } = await startS3Server();
  const { app, seller, pageId } = await createUploadApp({ env });
  const content = createContent(1000);
  const { upload } = (await seller.rpc('start-upload', { pageId, fileName: 'Guide.bin', bytes: 1000 })).body;
  await sendChunk(app, seller, upload.id, 0, content);
  const finish = () => seller.rpc('finish-upload', { uploadId: upload.id, sha256: sha256Of(content) });
  outage.isOn = true;
  const refused = await finish();
  expect([refused.status, refused.body.error?.code]).toEqual([503, 'unavailable']);
  expect((await seller.rpc('list-uploads', { pageId })).body.uploads).toMatchObject([{ received: 1000 }]);
  outage.isOn = false;
  const { status, body } = await finish();
  expect([status, body.deliverable.file?.sha256]).toEqual([200, sha256Of(content)]);
});

test('leads buyers to the bucket, counts the download, and sends nothing itself', async () => {
  const { env } = await startS3Server();
  const { app, get, content } = await createSoldFile({ env });
  const response = await get();
  expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'private, no-store, no-transform']);
  const stored = await fetch(response.headers.get('location') ?? '', { headers: { range: 'bytes=0-9' } });
  expect([stored.status, stored.headers.get('content-disposition')]).toEqual([
    206,
    'attachment; filename="Guide.bin"; filename*=UTF-8\'\'Guide.bin',
  ]);
  expect(Buffer.from(await stored.arrayBuffer()).equals(content.subarray(0, 10))).toBe(true);
  expect(await app.context.db.select().from(downloads)).toMatchObject([{ versionNumber: 1 }]);
  expect(app.context.downloadStreams.count).toBe(0);
});
