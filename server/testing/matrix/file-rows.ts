/** Rows of the identity matrix for files that pages deliver. Used by tests only. */
import { eq } from 'drizzle-orm';

import { createDeliverableSettings } from '#domain/deliverable.ts';
import { deliverables } from '#server/db/schema-delivery.ts';
import { pages } from '#server/db/schema-pages.ts';

import { call, forSellers, sameForAll, type MatrixRow, type TestEnv } from './page-rows.ts';

const FILE = { fileName: 'Guide.pdf', bytes: 5 };

async function startUpload({ owner, pageId }: TestEnv): Promise<string> {
  return (await owner.rpc('start-upload', { pageId, ...FILE })).body.upload.id;
}

const uploadRequest =
  (name: string, body: object = {}) =>
  async (testEnv: TestEnv) => ({
    path: `/functions/v1/${name}`,
    body: { uploadId: await startUpload(testEnv), ...body },
  });

/** A file of the owner's page to which nothing was uploaded. */
async function createFile({ app: { context }, pageId }: TestEnv): Promise<string> {
  const [page] = await context.db.select().from(pages).where(eq(pages.id, pageId));
  if (!page) throw new Error('There is no page');
  const [id, now] = [crypto.randomUUID(), context.now()];
  const settings = createDeliverableSettings('file');
  const { sellerId } = page;
  const row = { id, sellerId, pageId, kind: 'file', name: 'Guide', settings, createdAt: now, updatedAt: now } as const;
  // A removed one does not count toward the limit of the page.
  await context.db.insert(deliverables).values({ ...row, removedAt: now });
  return id;
}

const fileRequest =
  (name: string, body: object = {}) =>
  async (testEnv: TestEnv) => ({
    path: `/functions/v1/${name}`,
    body: { deliverableId: await createFile(testEnv), ...body },
  });

export const FILE_ROWS: Record<string, MatrixRow> = {
  'POST /functions/v1/start-upload': {
    statuses: forSellers(200, 404),
    request: call('start-upload', ({ pageId }) => ({ pageId, ...FILE })),
  },
  'POST /functions/v1/list-uploads': {
    statuses: forSellers(200, 404),
    request: call('list-uploads', ({ pageId }) => ({ pageId })),
  },
  'POST /functions/v1/finish-upload': {
    statuses: forSellers(409, 404),
    request: uploadRequest('finish-upload', { sha256: '0'.repeat(64) }),
  },
  'POST /functions/v1/cancel-upload': { statuses: forSellers(200, 404), request: uploadRequest('cancel-upload') },
  'GET /uploads/:id': {
    statuses: forSellers(200, 404),
    request: async (testEnv) => ({ path: `/uploads/${await startUpload(testEnv)}` }),
  },
  'PATCH /uploads/:id': {
    statuses: forSellers(409, 404),
    request: async (testEnv) => ({ path: `/uploads/${await startUpload(testEnv)}`, headers: { 'upload-offset': '7' } }),
  },
  'POST /functions/v1/list-files': { statuses: forSellers(200), request: call('list-files', () => ({})) },
  'POST /functions/v1/list-file-versions': {
    statuses: forSellers(200, 404),
    request: fileRequest('list-file-versions'),
  },
  'POST /functions/v1/use-file-version': {
    statuses: forSellers(404),
    request: fileRequest('use-file-version', { number: 1 }),
  },
  'POST /functions/v1/announce-file-version': {
    statuses: forSellers(404),
    request: fileRequest('announce-file-version'),
  },
  'POST /functions/v1/create-file-link': { statuses: forSellers(404), request: fileRequest('create-file-link') },
  'GET /files/:token': { statuses: sameForAll(404), request: () => ({ path: '/files/unknown' }) },
};
