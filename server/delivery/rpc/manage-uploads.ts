import { z } from 'zod';

import { AppError } from '#domain/errors.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import { hasPage } from '#server/delivery/queries/deliverables.ts';
import { listUploads } from '#server/delivery/queries/uploads.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';

import { isSha256 } from '../content-path.ts';
import { cancelUpload, finishUpload, startUpload, toUpload } from '../uploads.ts';

export const startFileUpload = defineRpcFunction({
  name: 'start-upload',
  access: 'writes',
  body: z.strictObject({
    pageId: z.uuid(),
    deliverableId: z.uuid().optional(),
    fileName: z.string().max(1000),
    bytes: z.int().min(0),
  }),
  limits: [{ name: 'upload', limit: 100, windowMs: HOUR_MS }],
  run: async (context, { caller }, body) => ({ upload: await startUpload(context, caller.sellerId, body) }),
});

export const listFileUploads = defineRpcFunction({
  name: 'list-uploads',
  access: 'reads',
  notInApi: 'Programs get the upload that they started.',
  body: z.strictObject({ pageId: z.uuid() }),
  run: async ({ db, realNow }, { caller: { sellerId } }, { pageId }) => {
    const rows = await listUploads(db, sellerId, pageId, realNow());
    if (rows.length === 0 && !(await hasPage(db, sellerId, pageId))) throw new AppError('not_found');
    return { uploads: rows.map(toUpload) };
  },
});

export const finishFileUpload = defineRpcFunction({
  name: 'finish-upload',
  access: 'writes',
  body: z.strictObject({
    uploadId: z.uuid(),
    sha256: z.string().refine(isSha256, 'must be a SHA-256 in hexadecimal digits, in lower case'),
  }),
  run: async (context, { caller }, { uploadId, sha256 }) => ({
    deliverable: await finishUpload(context, caller.sellerId, uploadId, sha256),
  }),
});

export const cancelFileUpload = defineRpcFunction({
  name: 'cancel-upload',
  access: 'writes',
  body: z.strictObject({ uploadId: z.uuid() }),
  run: async (context, { caller }, { uploadId }) => {
    await cancelUpload(context, caller.sellerId, uploadId);
    return { canceled: true as const };
  },
});
