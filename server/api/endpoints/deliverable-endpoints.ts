import { z } from 'zod';

import { Deliverable, FileAnnouncement, FileUpload, FileVersion } from '#domain/api-resources/delivery-resources.ts';
import { Deleted, Link } from '#domain/api-resources/shared-resources.ts';
import { DeliverableName, DeliverableSettingsChange } from '#domain/deliverable-schema.ts';
import {
  createDeliverableSettings,
  MAX_FILE_BYTES,
  UPLOAD_CHUNK_BYTES,
  type Deliverable as DeliverableResource,
  type DeliverableSettings,
} from '#domain/deliverable.ts';
import { AppError } from '#domain/errors.ts';
import { findDeliverable, toDeliverable } from '#server/delivery/queries/deliverables.ts';
import {
  changeDeliverable,
  createDeliverable,
  listPageDeliverables,
  removeDeliverable,
} from '#server/delivery/rpc/manage-deliverables.ts';
import {
  announceFileVersion,
  chooseFileVersion,
  createFileLink,
  listVersionsOfFile,
} from '#server/delivery/rpc/manage-files.ts';
import { cancelFileUpload, finishFileUpload, startFileUpload } from '#server/delivery/rpc/manage-uploads.ts';
import { appendToUpload, findActiveUpload, toUpload } from '#server/delivery/uploads.ts';

import { defineEndpoint, defineGroup, defineShortListEndpoint, type EndpointContext } from '../define-endpoint.ts';
import { FileChunk } from '../file-chunk.ts';

const CHUNK_MIB = UPLOAD_CHUNK_BYTES / 1024 ** 2;

/** Throws AppError 'not_found', also for a deliverable that was removed. */
async function loadDeliverable(
  { context, sellerId }: Pick<EndpointContext, 'context' | 'sellerId'>,
  id: string,
): Promise<DeliverableResource> {
  const row = await findDeliverable(context.db, sellerId, id);
  if (!row || row.removedAt) throw new AppError('not_found');
  return toDeliverable(row);
}

/** Settings with the changes. Without stored settings of the same kind, fields that are missing get their defaults. */
const mergeSettings = (
  change: z.infer<typeof DeliverableSettingsChange>,
  stored?: DeliverableSettings,
): DeliverableSettings => {
  const base = stored?.kind === change.kind ? stored : createDeliverableSettings(change.kind);
  return Object.assign({}, base, change);
};

const DELIVERABLES = [
  defineShortListEndpoint('pages.deliverables.list', '/pages/{pageId}/deliverables', {
    rpcFunctions: [listPageDeliverables],
    summary: 'List the deliverables of a page',
    description:
      'Oldest first, including those that the draft does not name. `config.delivery` of the draft says which ones buyers get, and with what.',
    item: Deliverable,
    keyOf: ({ id }) => id,
    load: async ({ call, params }) => (await call(listPageDeliverables, params)).deliverables,
  }),
  defineEndpoint('pages.deliverables.create', 'POST /pages/{pageId}/deliverables', {
    rpcFunctions: [createDeliverable],
    summary: 'Create a deliverable',
    description:
      'Buyers get it once `config.delivery` of the draft names it and the page is published. Settings that you leave out get their defaults. To upload a file without creating its deliverable first, use `POST /files`.',
    body: z.strictObject({
      name: DeliverableName,
      settings: DeliverableSettingsChange.describe('Settings of its kind.'),
    }),
    response: Deliverable,
    status: 201,
    errors: ['deliverable_limit'],
    run: async ({ call, params, body: { name, settings } }) => {
      const created = await call(createDeliverable, { ...params, name, settings: mergeSettings(settings) });
      return created.deliverable;
    },
  }),
  defineEndpoint('deliverables.get', 'GET /deliverables/{deliverableId}', {
    summary: 'Get a deliverable',
    response: Deliverable,
    run: (input) => loadDeliverable(input, input.params.deliverableId),
  }),
  defineEndpoint('deliverables.update', 'PATCH /deliverables/{deliverableId}', {
    rpcFunctions: [changeDeliverable],
    summary: 'Update a deliverable',
    description:
      'Takes effect immediately, for buyers who have access as well. Settings that you leave out stay the same.',
    body: z.strictObject({
      name: DeliverableName.optional(),
      settings: DeliverableSettingsChange.optional().describe('Settings to change. The kind stays the same.'),
    }),
    response: Deliverable,
    run: async (input) => {
      const { call, params, body } = input;
      const { settings: stored } = await loadDeliverable(input, params.deliverableId);
      const settings = body.settings && mergeSettings(body.settings, stored);
      const change = { ...(body.name && { name: body.name }), ...(settings && { settings }) };
      return (await call(changeDeliverable, { ...params, ...change })).deliverable;
    },
  }),
  defineEndpoint('deliverables.delete', 'DELETE /deliverables/{deliverableId}', {
    rpcFunctions: [removeDeliverable],
    summary: 'Delete a deliverable',
    description: 'Buyers who have access keep it.',
    response: Deleted,
    errors: ['deliverable_in_use'],
    run: async ({ call, params }) => {
      await call(removeDeliverable, params);
      return { id: params.deliverableId, deleted: true as const };
    },
  }),
  defineShortListEndpoint('deliverables.versions.list', '/deliverables/{deliverableId}/versions', {
    rpcFunctions: [listVersionsOfFile],
    summary: 'List the versions of a file',
    description: 'Newest first; empty for other kinds. `file` of the deliverable is the version that buyers get.',
    item: FileVersion,
    keyOf: ({ number }) => String(number),
    load: async (input) => {
      const { kind } = await loadDeliverable(input, input.params.deliverableId);
      return kind === 'file' ? (await input.call(listVersionsOfFile, input.params)).versions : [];
    },
  }),
  defineEndpoint('deliverables.versions.use', 'POST /deliverables/{deliverableId}/versions/{number}/use', {
    rpcFunctions: [chooseFileVersion],
    summary: 'Use a version of a file',
    description: 'Buyers get this version immediately, including those who already have access.',
    response: Deliverable,
    errors: ['file_refused', 'delivery_not_ready'],
    run: async ({ call, params }) => (await call(chooseFileVersion, params)).deliverable,
  }),
  defineEndpoint('deliverables.announce', 'POST /deliverables/{deliverableId}/announce', {
    rpcFunctions: [announceFileVersion],
    summary: 'Announce a new version of a file',
    description: 'Emails all buyers who have access, at most once in seven days for each page.',
    response: FileAnnouncement,
    errors: ['delivery_not_ready', 'announced_recently'],
    run: async ({ call, params }) => ({ ...params, ...(await call(announceFileVersion, params)) }),
  }),
  defineEndpoint('deliverables.createFileLink', 'POST /deliverables/{deliverableId}/file-links', {
    rpcFunctions: [createFileLink],
    scope: 'pages:read',
    summary: 'Create a link to download a file yourself',
    description: 'The link works for five minutes. It does not count as a download of a buyer.',
    body: z.strictObject({
      number: FileVersion.shape.number.min(1).optional().describe('Version number. Default: the one that buyers get.'),
    }),
    response: Link,
    errors: ['file_refused'],
    run: ({ call, params, body }) => call(createFileLink, { ...params, ...body }),
  }),
];

const FILES = [
  defineEndpoint('files.create', 'POST /files', {
    rpcFunctions: [startFileUpload],
    summary: 'Start an upload',
    description: `Then send the content in pieces of at most ${CHUNK_MIB} MiB with \`PATCH /files/{uploadId}\`, and finish the upload within a day.`,
    body: z.strictObject({
      pageId: z.uuid().describe('ID of the page that will deliver the file.'),
      deliverableId: z
        .uuid()
        .optional()
        .describe('ID of the deliverable that gets a new version. Without it, the upload creates a deliverable.'),
      fileName: z.string().min(1).max(1000).describe('Name of the file.'),
      bytes: z.number().int().min(1).max(MAX_FILE_BYTES).describe('Size of the file in bytes.'),
    }),
    response: FileUpload,
    status: 201,
    errors: ['not_found', 'deliverable_limit', 'files_full'],
    run: async ({ call, body }) => (await call(startFileUpload, body)).upload,
  }),
  defineEndpoint('files.get', 'GET /files/{uploadId}', {
    summary: 'Get an upload',
    description: 'To resume an upload, continue at `received`.',
    response: FileUpload,
    errors: ['upload_expired'],
    run: async ({ context, sellerId, params }) => toUpload(await findActiveUpload(context, sellerId, params.uploadId)),
  }),
  defineEndpoint('files.append', 'PATCH /files/{uploadId}', {
    summary: 'Send a part of a file',
    description: `Send at most ${CHUNK_MIB} MiB at once, as bytes with the header \`Content-Type: application/octet-stream\`. If the connection is lost, get the upload: what arrived is kept.`,
    body: FileChunk,
    response: FileUpload,
    errors: ['upload_offset_wrong', 'upload_expired'],
    run: async ({ context, sellerId, params: { uploadId }, body }) => {
      await appendToUpload(context, sellerId, uploadId, body);
      return toUpload(await findActiveUpload(context, sellerId, uploadId));
    },
  }),
  defineEndpoint('files.finish', 'POST /files/{uploadId}/finish', {
    rpcFunctions: [finishFileUpload],
    summary: 'Finish an upload',
    description:
      'Makes the file a version of its deliverable, or of a new one. A file with another SHA-256 is discarded. If you get no response, repeat the request.',
    body: z.strictObject({
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .describe('SHA-256 of the whole file in hexadecimal digits.'),
    }),
    response: Deliverable,
    errors: ['upload_offset_wrong', 'upload_expired', 'file_damaged', 'deliverable_limit'],
    run: async ({ call, params, body }) => (await call(finishFileUpload, { ...params, ...body })).deliverable,
  }),
  defineEndpoint('files.cancel', 'DELETE /files/{uploadId}', {
    rpcFunctions: [cancelFileUpload],
    summary: 'Cancel an upload',
    response: Deleted,
    run: async ({ call, params }) => {
      await call(cancelFileUpload, params);
      return { id: params.uploadId, deleted: true as const };
    },
  }),
];

export const DELIVERABLE_ENDPOINTS = defineGroup('Deliverables', { read: 'pages:read', write: 'pages:write' }, [
  ...DELIVERABLES,
  ...FILES,
]);
