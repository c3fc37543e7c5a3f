import { z } from 'zod';

import type { ErrorCode } from '#domain/errors.ts';
import type { PageFile } from '#domain/page-file.ts';
import { uploadImage } from '#server/images/rpc/upload-image.ts';
import { listPageVersions } from '#server/pages/queries/page-versions.ts';
import { getVersion, listVersions, toVersionRows } from '#server/pages/rpc/list-versions.ts';
import { getPage } from '#server/pages/rpc/save-draft.ts';
import { exportPage, importPage } from '#server/pages/rpc/transfer-page-file.ts';

import { paginate, defineEndpoint, defineListEndpoint, type ApiEndpoint } from '../define-endpoint.ts';
import { ApiPageFile, ApiPageVersion, ApiPageVersionConfig, ApiImage } from '../schemas/page-schemas.ts';
import { PageId } from './page-endpoints.ts';

/** Errors of an image inside a draft, whose total size limit is below that of an image. */
export const EMBEDDED_IMAGE_ERRORS = [
  'image_type',
  'image_unreadable',
  'logo_type',
  'storage_full',
] as const satisfies readonly ErrorCode[];

export const IMAGE_ERRORS = ['image_too_large', 'logo_too_large', ...EMBEDDED_IMAGE_ERRORS] as const;

export const IMAGE_ENDPOINTS: readonly ApiEndpoint[] = [
  defineEndpoint({
    method: 'POST',
    path: '/images',
    scope: 'pages:write',
    rpcFunction: uploadImage,
    group: 'Images',
    summary: 'Upload an image',
    description: 'Up to 2 MB. Its address goes into the `logo` or `productImage` of a config.',
    body: z.strictObject({
      image: z
        .string()
        .max(3 * 1024 * 1024)
        .meta({ description: 'As a data URL, such as data:image/png;base64,…' }),
      use: z.enum(['product', 'logo']),
    }),
    answer: ApiImage,
    status: 201,
    errors: IMAGE_ERRORS,
    toBody: ({ body }) => body,
  }),
];

const group = 'Pages';

/** The importer validates the file and explains what is wrong with it. */
const PageFileBody = z
  .custom<PageFile>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'Not a file')
  .meta({
    type: 'object',
    description: 'A file as `GET /pages/{pageId}/file` gives it, of this version or an earlier one.',
  });

/** Endpoints for page versions and page files. */
export const PAGE_FILE_ENDPOINTS: readonly ApiEndpoint[] = [
  defineListEndpoint({
    path: '/pages/{pageId}/versions',
    scope: 'pages:read',
    rpcFunction: listVersions,
    group,
    summary: 'List the versions of a page',
    description: 'The newest first, with what each one changed.',
    item: ApiPageVersion,
    errors: ['not_found'],
    list: async ({ db }, { params: { pageId }, apiClient: { caller }, callFunction }, { limit, after }) => {
      const beforeVersion = after === null ? null : Number(after[0]);
      // Reads one row more than is shown, to compute the changes of the last one.
      const rows = await listPageVersions(db, caller.sellerId, pageId, limit + 1, beforeVersion);
      if (rows.length === 0) await callFunction(getPage, { pageId });
      const { pageRows, next } = paginate(toVersionRows(rows), limit, ({ number }) => [number]);
      return { data: pageRows, next };
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/pages/{pageId}/versions/{number}',
    scope: 'pages:read',
    rpcFunction: getVersion,
    group,
    summary: 'Get a version of a page',
    description: 'As it was published, so that it can be put into the draft again.',
    answer: ApiPageVersionConfig,
    errors: ['not_found'],
    toBody: ({ params }) => params,
  }),
  defineEndpoint({
    method: 'GET',
    path: '/pages/{pageId}/file',
    scope: 'pages:read',
    rpcFunction: exportPage,
    group,
    summary: 'Export a page as a file',
    description: 'Its draft, with its images inside.',
    answer: ApiPageFile,
    errors: ['not_found'],
    toBody: ({ params }) => params,
  }),
  defineEndpoint({
    method: 'POST',
    path: '/pages/import',
    scope: 'pages:write',
    rpcFunction: importPage,
    group,
    summary: 'Create a page from a file',
    description: 'A draft; its images go through the same checks as uploaded ones.',
    body: z.strictObject({ file: PageFileBody }),
    answer: PageId,
    status: 201,
    errors: ['page_file_invalid', ...IMAGE_ERRORS],
    toBody: ({ body }) => body,
  }),
  defineEndpoint({
    method: 'PUT',
    path: '/pages/{pageId}/file',
    scope: 'pages:write',
    rpcFunction: importPage,
    group,
    summary: 'Replace the draft of a page by a file',
    description: 'The page keeps its name and its address, and buyers see nothing of it before it is published.',
    body: z.strictObject({ file: PageFileBody }),
    answer: PageId,
    errors: ['not_found', 'page_file_invalid', ...IMAGE_ERRORS],
    toBody: ({ params, body }) => ({ ...params, ...body }),
  }),
];
