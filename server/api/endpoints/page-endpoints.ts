import { z } from 'zod';

import { CheckoutPageConfig, Coupon } from '#domain/checkout-page-schema.ts';
import { createEmptyConfig } from '#domain/checkout-page.ts';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import type { PageFile } from '#domain/page-file.ts';
import {
  ApiConfig,
  ApiCoupon,
  ApiImage,
  ApiPage,
  ApiPageCounts,
  ApiPageFile,
  ApiPageState,
  ApiPageSummary,
  ApiPageSuspension,
  ApiPageVersion,
  ApiPageVersionConfig,
  ApiPublished,
  ApiSavedDraft,
  ApiSlugCheck,
} from '#server/api-schemas/page-schemas.ts';
import { resumePage } from '#server/checkout/rpc/resume-page.ts';
import { uploadImage } from '#server/images/rpc/upload-image.ts';
import { loadPageSummaries } from '#server/pages/page-summary.ts';
import { listPageVersions } from '#server/pages/queries/page-versions.ts';
import { findPageWithDraft, listPagesAfterCursor } from '#server/pages/queries/pages.ts';
import { checkSlug } from '#server/pages/rpc/check-slug.ts';
import { getVersion, listVersions, toVersionRows } from '#server/pages/rpc/list-versions.ts';
import { createCoupon, deleteCoupon, listCoupons } from '#server/pages/rpc/manage-coupons.ts';
import {
  archivePage,
  deletePage,
  duplicatePage,
  getPageCounts,
  listSellerPages,
  renamePage,
  unpublishPage,
} from '#server/pages/rpc/manage-pages.ts';
import { saveCheckoutPage } from '#server/pages/rpc/save-checkout-page.ts';
import { getPage, saveDraft } from '#server/pages/rpc/save-draft.ts';
import { exportPage, importPage } from '#server/pages/rpc/transfer-page-file.ts';

import {
  STRIPE_ERRORS,
  defineEndpoint,
  defineGroup,
  defineListEndpoint,
  parseSortKey,
  toSortKey,
} from '../define-endpoint.ts';

/** Errors of an image inside a draft, whose total size limit is below that of an image. */
const EMBEDDED_IMAGE_ERRORS = [
  'image_type',
  'image_unreadable',
  'logo_type',
  'storage_full',
] as const satisfies readonly ErrorCode[];

const IMAGE_ERRORS = ['image_too_large', 'logo_too_large', ...EMBEDDED_IMAGE_ERRORS] as const;

const PageId = z.strictObject({ pageId: z.uuid() });
const Deleted = z.strictObject({ deleted: z.literal(true) });

const BaseRevision = z
  .number()
  .int()
  .min(0)
  .optional()
  .describe('The revision that this was made from: where there is a newer one it is refused.');
const BaseVersion = z
  .number()
  .int()
  .min(0)
  .optional()
  .describe('The version that this was made from: where there is a newer one it is refused.');
/** All keys are optional without their defaults: a missing key keeps its stored value. */
const optionalFields = Object.entries(CheckoutPageConfig.shape).map(([key, schema]) => [
  key,
  (schema instanceof z.ZodDefault ? schema.unwrap() : schema).optional(),
]);
const PartialConfig = (
  z.strictObject(Object.fromEntries(optionalFields)) as unknown as ReturnType<typeof CheckoutPageConfig.partial>
).meta({
  id: 'PartOfPageConfig',
  description: 'Some keys of a config. Each stands for the whole of what it had; the others stay.',
});

/** The importer validates the file and explains what is wrong with it. */
const PageFileBody = z
  .custom<PageFile>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'Not a file')
  .meta({
    type: 'object',
    description: 'A file as `GET /pages/{pageId}/file` gives it, of this version or an earlier one.',
  });

const PAGES = defineGroup('Pages', { read: 'pages:read', write: 'pages:write' }, [
  defineListEndpoint('/pages', {
    rpcFunction: listSellerPages,
    summary: 'List pages',
    description: 'The last made first, those in the archive too.',
    item: ApiPageSummary,
    findRows: ({ db }, { sellerId, limit, after }) => listPagesAfterCursor(db, sellerId, parseSortKey(after), limit),
    keyOf: toSortKey,
    toItems: async (rows, context, sellerId) => (await loadPageSummaries(context, sellerId, rows)).pages,
  }),
  defineEndpoint('GET /pages/{pageId}', {
    rpcFunction: getPage,
    summary: 'Get a page',
    answer: ApiPage,
  }),
  defineEndpoint('GET /pages/{pageId}/counts', {
    rpcFunction: getPageCounts,
    summary: 'Count what is taken of a page',
    description: 'Pieces and uses of coupons: sold, and being paid for now.',
    answer: ApiPageCounts,
  }),
  defineEndpoint('GET /slug-check', {
    rpcFunction: checkSlug,
    summary: 'Ask whether an address is free',
    description: 'Nothing is reserved by asking.',
    query: z.strictObject({
      slug: z
        .string()
        .max(500)
        .meta({ description: 'As it would be typed', examples: ['throwing-taller'] }),
      pageId: z.uuid().optional().describe('The page that is to have it'),
    }),
    answer: ApiSlugCheck,
    errors: ['not_found'],
  }),
  defineEndpoint('PATCH /pages/{pageId}', {
    rpcFunction: renamePage,
    summary: 'Rename a page',
    description: 'Your own name for it, which buyers do not see. Empty: the product’s name stands for it.',
    body: z.strictObject({ name: z.string().max(1000) }),
    answer: z.strictObject({ name: z.string() }),
    errors: ['page_invalid'],
  }),
  defineEndpoint('POST /pages/{pageId}/archive', {
    rpcFunction: archivePage,
    summary: 'Put a page into the archive, or take it out',
    description: 'What buyers see does not change.',
    body: z.strictObject({ archived: z.boolean().default(true) }),
    answer: z.strictObject({ archived: z.boolean() }),
  }),
  defineEndpoint('POST /pages/{pageId}/duplicate', {
    rpcFunction: duplicatePage,
    summary: 'Duplicate a page',
    description: 'The new page is a draft, made from the draft of the other one. It has no address yet.',
    answer: PageId,
    status: 201,
  }),
  defineEndpoint('POST /pages/{pageId}/resume', {
    rpcFunction: resumePage,
    summary: 'Take payments again',
    description:
      'Ends a pause, no matter what started it. Refusals so far count no more. A page that is not paused stays as it is.',
    answer: z.strictObject({ hold: ApiPageSuspension }),
  }),
  defineEndpoint('DELETE /pages/{pageId}', {
    rpcFunction: deletePage,
    summary: 'Delete a page',
    description: 'For you and for buyers; its orders stay. The address is let go.',
    answer: Deleted,
  }),

  defineEndpoint('POST /pages', {
    rpcFunction: saveDraft,
    summary: 'Create a page',
    description: 'A draft that buyers do not see, empty where nothing is sent.',
    body: z.strictObject({ config: ApiConfig.optional() }),
    answer: ApiSavedDraft,
    status: 201,
    errors: EMBEDDED_IMAGE_ERRORS,
    toBody: ({ body }) => ({ config: body.config ?? createEmptyConfig() }),
  }),
  defineEndpoint('PUT /pages/{pageId}/draft', {
    rpcFunction: saveDraft,
    summary: 'Replace the draft',
    description: 'What buyers see does not change. Images may stand in the config as data URLs.',
    body: z.strictObject({ config: ApiConfig, baseRevision: BaseRevision }),
    answer: ApiSavedDraft,
    errors: ['draft_changed', ...EMBEDDED_IMAGE_ERRORS],
  }),
  defineEndpoint('PATCH /pages/{pageId}/draft', {
    rpcFunction: saveDraft,
    summary: 'Change some of the draft',
    description: 'What buyers see does not change. Images may stand in the config as data URLs.',
    body: z.strictObject({ config: PartialConfig, baseRevision: BaseRevision }),
    answer: ApiSavedDraft,
    errors: ['draft_changed', ...EMBEDDED_IMAGE_ERRORS],
    toBody: async ({ params, body, context, apiClient }) => {
      const { config, revision } = await getPage.handleApiRequest(context, apiClient, params);
      return {
        ...params,
        config: { ...config, ...body.config },
        baseRevision: body.baseRevision ?? revision,
      };
    },
  }),
  defineEndpoint('POST /pages/{pageId}/publish', {
    rpcFunction: saveCheckoutPage,
    summary: 'Publish a page',
    description: 'Its draft becomes a new version, which buyers see from now on.',
    body: z.strictObject({
      slug: z
        .string()
        .max(500)
        .optional()
        .describe('The last part of its address. Left out: what the draft says, else the one it has.'),
      baseVersion: BaseVersion,
      baseRevision: BaseRevision,
    }),
    answer: ApiPublished,
    errors: [
      'page_invalid',
      'slug_taken',
      'draft_changed',
      'stripe_not_connected',
      'publishing_not_allowed',
      'page_suspended',
      ...STRIPE_ERRORS,
    ],
    toBody: async ({ params, body, context, apiClient }) => {
      const { config, revision } = await getPage.handleApiRequest(context, apiClient, params);
      if (body.baseRevision !== undefined && body.baseRevision !== revision)
        throw new AppError('draft_changed', { facts: { revision } });
      return { baseRevision: revision, ...params, ...body, config, slug: body.slug ?? config.customSlug };
    },
  }),
  defineEndpoint('POST /pages/{pageId}/unpublish', {
    rpcFunction: unpublishPage,
    summary: 'Take a page off sale',
    description: 'Its address stays and says so. A page that was never published stays a draft.',
    answer: z.strictObject({ state: ApiPageState }),
  }),

  defineListEndpoint('/pages/{pageId}/versions', {
    rpcFunction: listVersions,
    summary: 'List the versions of a page',
    description: 'The newest first, with what each one changed.',
    item: ApiPageVersion,
    // The row beyond the page shows what the last one changed.
    findRows: async ({ db }, { params: { pageId }, sellerId, limit, after }) => {
      const rows = await listPageVersions(db, sellerId, pageId, limit, after && Number(after[0]));
      if (rows.length === 0 && !(await findPageWithDraft(db, sellerId, pageId))) throw new AppError('not_found');
      return toVersionRows(rows);
    },
    keyOf: ({ number }) => [number],
    toItems: (rows) => [...rows],
  }),
  defineEndpoint('GET /pages/{pageId}/versions/{number}', {
    rpcFunction: getVersion,
    summary: 'Get a version of a page',
    description: 'As it was published, so that it can be put into the draft again.',
    answer: ApiPageVersionConfig,
  }),
  defineEndpoint('GET /pages/{pageId}/file', {
    rpcFunction: exportPage,
    summary: 'Export a page as a file',
    description: 'Its draft, with its images inside.',
    answer: ApiPageFile,
  }),
  defineEndpoint('POST /pages/import', {
    rpcFunction: importPage,
    summary: 'Create a page from a file',
    description: 'A draft; its images go through the same checks as uploaded ones.',
    body: z.strictObject({ file: PageFileBody }),
    answer: PageId,
    status: 201,
    errors: ['page_file_invalid', ...IMAGE_ERRORS],
  }),
  defineEndpoint('PUT /pages/{pageId}/file', {
    rpcFunction: importPage,
    summary: 'Replace the draft of a page by a file',
    description: 'The page keeps its name and its address, and buyers see nothing of it before it is published.',
    body: z.strictObject({ file: PageFileBody }),
    answer: PageId,
    errors: ['page_file_invalid', ...IMAGE_ERRORS],
  }),
]);

const IMAGES = defineGroup('Images', { read: 'pages:read', write: 'pages:write' }, [
  defineEndpoint('POST /images', {
    rpcFunction: uploadImage,
    summary: 'Upload an image',
    description: 'Up to 2 MB. Its address goes into the `logo` or `productImage` of a config.',
    body: z.strictObject({
      image: z
        .string()
        .max(3 * 1024 * 1024)
        .describe('As a data URL, such as data:image/png;base64,…'),
      use: z.enum(['product', 'logo']),
    }),
    answer: ApiImage,
    status: 201,
    errors: IMAGE_ERRORS,
  }),
]);

const Version = z.number().int().describe('The version that buyers see now; 0: none.');

const NewCoupon = Coupon.meta({
  id: 'NewCoupon',
  description:
    '`discount` is a percentage, or an amount in units of the currency: 12.5, 9.99. What bounds it may be left out.',
});

const COUPONS = defineGroup('Coupons', { read: 'pages:read', write: 'coupons:write' }, [
  defineEndpoint('GET /pages/{pageId}/coupons', {
    rpcFunction: listCoupons,
    summary: 'List the coupons of a page',
    description: 'Those that buyers can use, and those of the draft. There are at most 50, so they come at once.',
    answer: z.strictObject({ coupons: z.array(ApiCoupon) }),
  }),
  defineEndpoint('POST /pages/{pageId}/coupons', {
    rpcFunction: createCoupon,
    summary: 'Create a coupon',
    description:
      'Buyers of a page on sale can use it at once: it comes by a version of its own, and whatever else waits in the draft still waits.',
    body: NewCoupon,
    answer: z.strictObject({ coupon: ApiCoupon, version: Version }),
    status: 201,
    errors: [
      'coupon_exists',
      'page_invalid',
      'stripe_not_connected',
      'publishing_not_allowed',
      'page_suspended',
      ...STRIPE_ERRORS,
    ],
    toBody: ({ params, body }) => ({ ...params, coupon: body }),
  }),
  defineEndpoint('DELETE /pages/{pageId}/coupons/{code}', {
    rpcFunction: deleteCoupon,
    summary: 'Delete a coupon',
    description: 'From the draft and from what buyers see, at once.',
    answer: z.strictObject({ deleted: z.literal(true), version: Version }),
    errors: ['page_suspended'],
  }),
]);

export const PAGE_ENDPOINTS = [...PAGES, ...IMAGES, ...COUPONS];
