import { z } from 'zod';

import type { PageFile } from '#domain/page-file.ts';

import { listPageVersions } from '#server/db/page-versions.ts';
import { getPage } from '#server/functions/drafts.ts';
import { exportPage, importPage } from '#server/functions/page-files.ts';
import { getVersion, listVersions, versionRows } from '#server/functions/page-versions.ts';

import { ApiPageFile, ApiPageVersion, ApiPageVersionConfig } from '../answers/pages.ts';
import { cut, endpoint, listEndpoint, type AnyEndpoint } from '../endpoint.ts';
import { OF_IMAGES } from './images.ts';
import { PageId } from './pages.ts';

const group = 'Pages';

/** The importer validates the file and explains what is wrong with it. */
const AnyFile = z
  .custom<PageFile>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'Not a file',
  )
  .meta({
    type: 'object',
    description: 'A file as `GET /pages/{pageId}/file` gives it, of this version or an earlier one.',
  });

/** Endpoints for page versions and page files. */
export const PAGE_FILE_ENDPOINTS: readonly AnyEndpoint[] = [
  listEndpoint({
    path: '/pages/{pageId}/versions',
    scope: 'pages:read',
    does: listVersions,
    group,
    summary: 'List the versions of a page',
    description: 'The newest first, with what each one changed.',
    item: ApiPageVersion,
    errors: ['not_found'],
    list: async ({ db }, { params: { pageId }, program: { caller }, ask }, { limit, after }) => {
      const before = after === null ? null : Number(after[0]);
      // Reads one row more than is shown, to compute the changes of the last one.
      const rows = await listPageVersions(db, caller.sellerId, pageId, limit + 1, before);
      if (rows.length === 0) await ask(getPage, { pageId });
      const { shown, next } = cut(versionRows(rows), limit, ({ number }) => [number]);
      return { data: shown, next };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/pages/{pageId}/versions/{number}',
    scope: 'pages:read',
    does: getVersion,
    group,
    summary: 'Get a version of a page',
    description: 'As it was published, so that it can be put into the draft again.',
    answer: ApiPageVersionConfig,
    errors: ['not_found'],
    toBody: ({ params }) => params,
  }),
  endpoint({
    method: 'GET',
    path: '/pages/{pageId}/file',
    scope: 'pages:read',
    does: exportPage,
    group,
    summary: 'Export a page as a file',
    description: 'Its draft, with its images inside.',
    answer: ApiPageFile,
    errors: ['not_found'],
    toBody: ({ params }) => params,
  }),
  endpoint({
    method: 'POST',
    path: '/pages/import',
    scope: 'pages:write',
    does: importPage,
    group,
    summary: 'Create a page from a file',
    description: 'A draft; its images go through the same checks as uploaded ones.',
    body: z.strictObject({ file: AnyFile }),
    answer: PageId,
    status: 201,
    errors: ['page_file_invalid', ...OF_IMAGES],
    toBody: ({ body }) => body,
  }),
  endpoint({
    method: 'PUT',
    path: '/pages/{pageId}/file',
    scope: 'pages:write',
    does: importPage,
    group,
    summary: 'Replace the draft of a page by a file',
    description:
      'The page keeps its name and its address, and buyers see nothing of it before it is published.',
    body: z.strictObject({ file: AnyFile }),
    answer: PageId,
    errors: ['not_found', 'page_file_invalid', ...OF_IMAGES],
    toBody: ({ params, body }) => ({ ...params, ...body }),
  }),
];
