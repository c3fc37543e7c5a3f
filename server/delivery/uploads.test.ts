import { mkdir, readdir, readFile, rm, stat, symlink, truncate } from 'node:fs/promises';
import path from 'node:path';

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { MAX_DELIVERABLES, MAX_FILE_BYTES, UPLOAD_CHUNK_BYTES } from '#domain/deliverable.ts';
import { getPlan } from '#domain/plans.ts';
import { DAY_MS, HOUR_MS } from '#domain/time-units.ts';
import { getOrCreateSellerId } from '#server/auth/queries/users.ts';
import { deliverables, fileVersions, storedFiles, uploads } from '#server/db/schema-delivery.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';
import {
  createContent,
  createUploadApp,
  cutAfter,
  sendChunk,
  sha256Of,
  uploadFile,
} from '#server/testing/file-delivery.ts';

import { cleanUpFiles } from './clean-up-files.ts';
import { contentPath } from './content-path.ts';
import { reserveSpace } from './file-space.ts';
import { receivedFile, uploadFolder } from './upload-folder.ts';

const MB = 1024 ** 2;
const GB = 1024 ** 3;

async function createUpload(options: Parameters<typeof createUploadApp>[0] = {}, content = createContent(10_000)) {
  const testEnv = await createUploadApp(options);
  const { app, seller, pageId } = testEnv;
  const start = (change: { bytes?: number; fileName?: string; deliverableId?: string } = {}) =>
    seller.rpc('start-upload', { pageId, fileName: 'Guide.pdf', bytes: content.byteLength, ...change });
  const { upload } = (await start()).body;
  const send = (offset: number, body: BodyInit | null) => sendChunk(app, seller, upload.id, offset, body);
  const finish = (sha256 = sha256Of(content)) => seller.rpc('finish-upload', { uploadId: upload.id, sha256 });
  return { ...testEnv, content, upload, start, send, finish, folder: uploadFolder(app.context.config, upload.id) };
}

const errorOf = async (response: Response) => ((await response.json()) as { error: object }).error;

test('continues an upload that was cut 20 times and stores the same content', async () => {
  const { app, content, upload, send, finish, seller, folder } = await createUpload({}, createContent(200_000));
  let offset = 0;
  for (let cut = 1; cut <= 20; cut++) {
    const length = 3001 + cut * 7;
    const response = await send(offset, cutAfter(content.subarray(offset, offset + length)));
    expect(response.status).toBe(400);
    const headers = { authorization: `Bearer ${seller.session.access_token}` };
    const resumed = await app.request(`/uploads/${upload.id}`, { headers });
    offset = Number(resumed.headers.get('upload-offset'));
    expect(await resumed.json()).toEqual({ offset });
    expect(offset).toBeGreaterThan((cut - 1) * 3001);
  }
  const last = await send(offset, content.subarray(offset));
  expect([last.status, await last.json()]).toEqual([200, { offset: content.byteLength }]);
  const { body } = await finish();
  expect(body.deliverable).toMatchObject({
    kind: 'file',
    name: 'Guide.pdf',
    file: { number: 1, fileName: 'Guide.pdf', bytes: 200_000, sha256: sha256Of(content), scan: 'unscanned' },
  });
  const stored = await readFile(path.join(app.context.config.files.folder, contentPath(sha256Of(content))));
  expect(stored.equals(content)).toBe(true);
  await expect(stat(folder)).rejects.toThrow('ENOENT');
});

test('names the right offset to a client that continues at a wrong one', async () => {
  const { content, send, finish } = await createUpload();
  await send(0, content.subarray(0, 4000));
  for (const offset of [0, 3999, 4001, 9_999_999]) {
    const response = await send(offset, content.subarray(4000));
    expect([response.status, await errorOf(response)]).toMatchObject([
      409,
      { code: 'upload_offset_wrong', offset: 4000 },
    ]);
  }
  const early = await finish();
  expect([early.status, early.body.error]).toMatchObject([409, { code: 'upload_offset_wrong', offset: 4000 }]);
  await send(4000, content.subarray(4000));
  expect((await finish()).status).toBe(200);
});

test('lets one of several concurrent requests write the same bytes', async () => {
  const { content, send, finish, folder } = await createUpload();
  const responses = await Promise.all(Array.from({ length: 5 }, () => send(0, content.subarray(0, 6000))));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(4);
  expect(await readdir(folder)).toEqual(['data']);
  await send(6000, content.subarray(6000));
  expect((await finish()).status).toBe(200);
});

test('continues where its bytes end after the folder has lost some', async () => {
  const { content, send, finish, folder } = await createUpload();
  await send(0, content.subarray(0, 8000));
  await truncate(receivedFile(folder), 5000);
  expect(await errorOf(await send(8000, content.subarray(8000)))).toMatchObject({ offset: 5000 });
  await send(5000, content.subarray(5000));
  expect((await finish()).status).toBe(200);
});

test('receives at most eight chunks of a seller at the same time', async () => {
  const { content, send, folder } = await createUpload();
  const controllers: ReadableStreamDefaultController<Uint8Array>[] = [];
  const body = () => new ReadableStream<Uint8Array>({ start: (controller) => void controllers.push(controller) });
  const pending = Array.from({ length: 8 }, () => send(0, body()));
  await expect.poll(async () => (await readdir(folder).catch(() => [])).length).toBe(8);
  expect((await send(0, content.subarray(0, 10))).status).toBe(429);
  for (const controller of controllers) controller.error(new Error('The sender has disconnected'));
  expect((await Promise.all(pending)).map(({ status }) => status)).not.toContain(429);
});

test('discards a file whose hash is another one', async () => {
  const { content, send, finish, folder } = await createUpload();
  await send(0, content);
  const damaged = await finish(sha256Of(createContent(10_000, 2)));
  expect([damaged.status, damaged.body.error?.code]).toEqual([422, 'file_damaged']);
  await expect(stat(folder)).rejects.toThrow('ENOENT');
  expect((await finish()).status).toBe(404);
});

test('finishes once, however often it is asked to', async () => {
  const { app, content, send, finish } = await createUpload();
  await send(0, content);
  const responses = [...(await Promise.all([finish(), finish(), finish()])), await finish()];
  const [first] = responses;
  for (const { status, body } of responses) expect([status, body]).toEqual([200, first?.body]);
  expect(await app.context.db.select().from(fileVersions)).toHaveLength(1);
  expect((await send(10_000, null)).status).toBe(404);
});

test('stores the same content once, and a new version beside the earlier one', async () => {
  const { app, seller, pageId } = await createUploadApp();
  const [first, second] = [createContent(500), createContent(600)];
  const one = await uploadFile(app, seller, { pageId, content: first, fileName: 'One.bin' });
  const two = await uploadFile(app, seller, { pageId, content: first, fileName: 'Two.bin' });
  const updated = await uploadFile(app, seller, { pageId, content: second, deliverableId: one.id });
  expect([two.file?.number, updated.id, updated.name, updated.file?.number]).toEqual([1, one.id, 'One.bin', 2]);
  expect(await app.context.db.select({ bytes: storedFiles.bytes }).from(storedFiles)).toEqual([
    { bytes: 500 },
    { bytes: 600 },
  ]);
  const { body } = await seller.rpc('list-file-versions', { deliverableId: one.id });
  expect([body.current, body.versions.map(({ number, bytes }) => [number, bytes])]).toEqual([
    2,
    [
      [2, 600],
      [1, 500],
    ],
  ]);
  const back = await seller.rpc('use-file-version', { deliverableId: one.id, number: 1 });
  expect(back.body.deliverable.file?.number).toBe(1);
  expect((await seller.rpc('use-file-version', { deliverableId: one.id, number: 3 })).status).toBe(404);
  const { files, storage } = (await seller.rpc('list-files', {})).body;
  expect(files).toMatchObject([
    { name: 'Two.bin', pageName: 'Throwing Taller', removed: false, versions: 1, bytes: 500 },
    { name: 'One.bin', versions: 2, bytes: 1100 },
  ]);
  expect(storage).toEqual({ used: 500, limit: 50 * GB });
});

test('cleans names and recognizes the type from the content', async () => {
  const { app, seller, pageId } = await createUploadApp();
  const content = Buffer.from('%PDF-1.7 and more');
  const fileName = '../../invoice\u202Efdp\u0000.exe';
  const { name, file } = await uploadFile(app, seller, { pageId, content, fileName });
  expect([name, file?.fileName, file?.mediaType]).toEqual(['invoicefdp.exe', 'invoicefdp.exe', 'application/pdf']);
});

test('refuses files and chunks of a wrong size', async () => {
  const { content, start, send } = await createUpload();
  expect((await start({ bytes: 0 })).body.error?.code).toBe('file_empty');
  expect((await start({ bytes: MAX_FILE_BYTES + 1 })).body.error?.code).toBe('file_too_large');
  const tooLong = await send(0, Buffer.concat([content, content]));
  expect([tooLong.status, await errorOf(tooLong)]).toMatchObject([413, { code: 'body_too_large' }]);
  const largeUpload = await createUpload({}, createContent(UPLOAD_CHUNK_BYTES + 1));
  expect((await largeUpload.send(0, largeUpload.content)).status).toBe(413);
  expect((await largeUpload.send(0, largeUpload.content.subarray(1))).status).toBe(200);
  const headers = { authorization: 'Bearer none', 'upload-offset': '0' };
  expect((await largeUpload.app.request(`/uploads/${largeUpload.upload.id}`, { headers })).status).toBe(401);
});

test('keeps to the number of deliverables of a page, and to its files', async () => {
  const { app, seller, pageId } = await createUploadApp();
  const { id: deliverableId } = await uploadFile(app, seller, { pageId, content: createContent(9) });
  const { db } = app.context;
  const [row] = await db.select().from(deliverables);
  if (!row) throw new Error('There is no deliverable');
  const rest = Array.from({ length: MAX_DELIVERABLES - 1 }, () => ({ ...row, id: crypto.randomUUID() }));
  await db.insert(deliverables).values(rest);
  const start = (target: object) => seller.rpc('start-upload', { pageId, fileName: 'x', bytes: 5, ...target });
  expect((await start({})).body.error?.code).toBe('deliverable_limit');
  expect((await start({ deliverableId })).status).toBe(200);
  const stranger = await app.signUpSeller();
  expect((await stranger.rpc('start-upload', { pageId, deliverableId, fileName: 'x', bytes: 5 })).status).toBe(404);
  await db.update(deliverables).set({ removedAt: new Date() }).where(eq(deliverables.id, deliverableId));
  expect((await start({ deliverableId })).status).toBe(404);
});

test('reserves space within the seller’s plan, without the file that an upload replaces', async () => {
  const { app, seller, start, upload } = await createUpload();
  const { db } = app.context;
  await seller.rpc('cancel-upload', { uploadId: upload.id });
  await db.update(planSubscriptions).set({ plan: 'starter' });
  const limit = getPlan('starter').fileStorageGb * GB;
  const content = createContent(10);
  const { id } = await uploadFile(app, seller, { pageId: upload.pageId, content });
  await db.update(storedFiles).set({ bytes: 1.5 * GB });
  expect((await start({ bytes: limit - 1.5 * GB + 1 })).body.error?.code).toBe('files_full');
  expect((await start({ bytes: limit - 1.5 * GB })).status).toBe(200);
  expect((await start({ bytes: 1 })).body.error?.code).toBe('files_full');
  expect((await start({ deliverableId: id, bytes: 1.5 * GB })).status).toBe(200);
});

test('drops the oldest versions that buyers do not get when a plan has no space for them', async () => {
  const { app, seller, pageId } = await createUploadApp();
  const { db } = app.context;
  await db.update(planSubscriptions).set({ plan: 'starter' });
  const { id } = await uploadFile(app, seller, { pageId, content: createContent(10) });
  for (const bytes of [11, 12])
    await uploadFile(app, seller, { pageId, content: createContent(bytes), deliverableId: id });
  await db
    .update(storedFiles)
    .set({ bytes: 900 * MB })
    .where(eq(storedFiles.bytes, 12));
  await db
    .update(storedFiles)
    .set({ bytes: 1200 * MB })
    .where(eq(storedFiles.bytes, 10));
  const { file } = await uploadFile(app, seller, { pageId, content: createContent(13), deliverableId: id });
  const { versions } = (await seller.rpc('list-file-versions', { deliverableId: id })).body;
  expect([file?.number, versions.map(({ number }) => number)]).toEqual([4, [4, 3, 2]]);
});

test('refuses uploads before all files reach FILES_TOTAL', async () => {
  const { start, seller, pageId } = await createUpload({ env: { FILES_TOTAL: '1 MB' } });
  expect((await start({ bytes: MB - 10_000 })).status).toBe(200);
  const refused = await start({ bytes: 1 });
  expect([refused.status, refused.body.error?.code]).toEqual([507, 'disk_full']);
  const { body } = await seller.rpc('list-uploads', { pageId });
  expect(body.uploads).toMatchObject([
    { fileName: 'Guide.pdf', bytes: 10_000, received: 0, deliverableId: null },
    { bytes: MB - 10_000 },
  ]);
});

test('says that the disk is full, and continues when it has space again', async () => {
  const { content, send, finish, folder, upload, seller, pageId } = await createUpload();
  await mkdir(folder, { recursive: true });
  // Writing to this device fails as on a full disk.
  await symlink('/dev/full', receivedFile(folder));
  const refused = await send(0, content);
  expect([refused.status, await errorOf(refused)]).toMatchObject([507, { code: 'disk_full' }]);
  expect(await readdir(folder)).toEqual(['data']);
  const { uploads } = (await seller.rpc('list-uploads', { pageId })).body;
  expect(uploads).toMatchObject([{ id: upload.id, received: 0 }]);
  await rm(receivedFile(folder));
  expect((await send(0, content)).status).toBe(200);
  expect((await finish()).status).toBe(200);
});

test.for([
  // Without FILES_TOTAL, files use half of the space.
  [{}, 8 * GB, 4 * GB, true],
  [{}, 8 * GB, 4 * GB + 1, false],
  // With it, a gigabyte stays free.
  [{ FILES_TOTAL: '1 TB' }, 8 * GB, 7 * GB, true],
  [{ FILES_TOTAL: '1 TB' }, 8 * GB, 7 * GB + 1, false],
] as const)(
  'with %j and %i free bytes, accepts a file of %i bytes: %s',
  async ([env, freeBytes, bytes, isAccepted]) => {
    const { app, seller } = await createUploadApp({ env });
    const sellerId = await getOrCreateSellerId(app.context.db, seller.session.user.id, app.context.now());
    const reservation = app.context.db.transaction((tx) =>
      reserveSpace(app.context, tx, { sellerId, bytes, freeBytes, replacedId: null }),
    );
    await (isAccepted ? reservation : expect(reservation).rejects.toMatchObject({ code: 'disk_full' }));
  },
);

test('expires an upload and removes what it has received', async () => {
  const { app, content, send, seller, pageId, folder, upload } = await createUpload();
  const { db, realNow } = app.context;
  const expire = (ms: number) => db.update(uploads).set({ expiresAt: new Date(realNow().getTime() - ms) });
  expect(Date.parse(upload.expiresAt) - realNow().getTime()).toBeGreaterThan(DAY_MS - HOUR_MS);
  await send(0, content.subarray(0, 100));
  await expire(0);
  expect(await errorOf(await send(100, content.subarray(100)))).toMatchObject({ code: 'upload_expired' });
  expect((await seller.rpc('list-uploads', { pageId })).body.uploads).toEqual([]);
  await cleanUpFiles(app.context);
  expect(await readdir(folder)).toEqual(['data']);
  await expire(HOUR_MS + 1);
  await cleanUpFiles(app.context);
  await expect(stat(folder)).rejects.toThrow('ENOENT');
  expect((await send(100, content.subarray(100))).status).toBe(404);
});

test('cancels an upload', async () => {
  const { seller, upload, send, content, folder } = await createUpload();
  await send(0, content);
  expect((await seller.rpc('cancel-upload', { uploadId: upload.id })).body).toEqual({ canceled: true });
  await expect(stat(folder)).rejects.toThrow('ENOENT');
  expect((await seller.rpc('cancel-upload', { uploadId: upload.id })).status).toBe(404);
});
