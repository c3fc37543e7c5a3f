import { z } from 'zod';

import { resumePage } from '#server/checkout/rpc/resume-page.ts';
import { loadPageSummaries } from '#server/pages/page-summary.ts';
import { listPagesAfterCursor } from '#server/pages/queries/pages.ts';
import { checkSlug } from '#server/pages/rpc/check-slug.ts';
import {
  getPageCounts,
  archivePage,
  deletePage,
  duplicatePage,
  listSellerPages,
  renamePage,
} from '#server/pages/rpc/manage-pages.ts';
import { getPage } from '#server/pages/rpc/save-draft.ts';

import { parseSortKey, paginate, defineEndpoint, defineListEndpoint, type ApiEndpoint } from '../define-endpoint.ts';
import { ApiPageSuspension, ApiPage, ApiPageCounts, ApiPageSummary, ApiSlugCheck } from '../schemas/page-schemas.ts';

const group = 'Pages';
export const PageId = z.strictObject({ pageId: z.uuid() });
const Deleted = z.strictObject({ deleted: z.literal(true) });

const READ_ENDPOINTS: readonly ApiEndpoint[] = [
  defineListEndpoint({
    path: '/pages',
    scope: 'pages:read',
    rpcFunction: listSellerPages,
    group,
    summary: 'List pages',
    description: 'The last made first, those in the archive too.',
    item: ApiPageSummary,
    errors: [],
    list: async (context, { apiClient: { caller } }, { limit, after }) => {
      const { sellerId } = caller;
      const rows = await listPagesAfterCursor(context.db, sellerId, parseSortKey(after), limit + 1);
      const { pageRows, next } = paginate(rows, limit, (row) => [row.createdAt.toISOString(), row.id]);
      return { data: (await loadPageSummaries(context, sellerId, pageRows)).pages, next };
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/pages/{pageId}',
    scope: 'pages:read',
    rpcFunction: getPage,
    group,
    summary: 'Get a page',
    answer: ApiPage,
    errors: ['not_found'],
    toBody: ({ params }) => params,
  }),
  defineEndpoint({
    method: 'GET',
    path: '/pages/{pageId}/counts',
    scope: 'pages:read',
    rpcFunction: getPageCounts,
    group,
    summary: 'Count what is taken of a page',
    description: 'Pieces and uses of coupons: sold, and being paid for now.',
    answer: ApiPageCounts,
    errors: ['not_found'],
    toBody: ({ params }) => params,
  }),
  defineEndpoint({
    method: 'GET',
    path: '/slug-check',
    scope: 'pages:read',
    rpcFunction: checkSlug,
    group,
    summary: 'Ask whether an address is free',
    description: 'Nothing is reserved by asking.',
    query: z.strictObject({
      slug: z
        .string()
        .max(500)
        .meta({ description: 'As it would be typed', examples: ['throwing-taller'] }),
      pageId: z.uuid().optional().meta({ description: 'The page that is to have it' }),
    }),
    answer: ApiSlugCheck,
    errors: ['not_found'],
    toBody: ({ query }) => query,
  }),
];

const WRITE_ENDPOINTS: readonly ApiEndpoint[] = [
  defineEndpoint({
    method: 'PATCH',
    path: '/pages/{pageId}',
    scope: 'pages:write',
    rpcFunction: renamePage,
    group,
    summary: 'Rename a page',
    description: 'Your own name for it, which buyers do not see. Empty: the product’s name stands for it.',
    body: z.strictObject({ name: z.string().max(1000) }),
    answer: z.strictObject({ name: z.string() }),
    errors: ['not_found', 'page_invalid'],
    toBody: ({ params, body }) => ({ ...params, ...body }),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/pages/{pageId}/archive',
    scope: 'pages:write',
    rpcFunction: archivePage,
    group,
    summary: 'Put a page into the archive, or take it out',
    description: 'What buyers see does not change.',
    body: z.strictObject({ archived: z.boolean().default(true) }),
    answer: z.strictObject({ archived: z.boolean() }),
    errors: ['not_found'],
    toBody: ({ params, body }) => ({ ...params, ...body }),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/pages/{pageId}/duplicate',
    scope: 'pages:write',
    rpcFunction: duplicatePage,
    group,
    summary: 'Duplicate a page',
    description: 'The new page is a draft, made from the draft of the other one. It has no address yet.',
    answer: PageId,
    status: 201,
    errors: ['not_found'],
    toBody: ({ params }) => params,
  }),
  defineEndpoint({
    method: 'POST',
    path: '/pages/{pageId}/resume',
    scope: 'pages:write',
    rpcFunction: resumePage,
    group,
    summary: 'Take payments again',
    description:
      'Ends a pause, whoever began it. Refusals so far count no more. A page that is not paused stays as it is.',
    answer: z.strictObject({ hold: ApiPageSuspension }),
    errors: ['not_found'],
    toBody: ({ params }) => params,
  }),
  defineEndpoint({
    method: 'DELETE',
    path: '/pages/{pageId}',
    scope: 'pages:write',
    rpcFunction: deletePage,
    group,
    summary: 'Delete a page',
    description: 'For you and for buyers; its orders stay. The address is let go.',
    answer: Deleted,
    errors: ['not_found'],
    toBody: ({ params }) => params,
  }),
];

export const PAGE_ENDPOINTS: readonly ApiEndpoint[] = [...READ_ENDPOINTS, ...WRITE_ENDPOINTS];
