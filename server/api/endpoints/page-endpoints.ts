import { z } from 'zod';

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
} from '#domain/api-schemas/page-schemas.ts';
import { CheckoutPageConfig, Coupon } from '#domain/checkout-page-schema.ts';
import { createEmptyConfig } from '#domain/checkout-page.ts';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import type { PageFile } from '#domain/page-file.ts';
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
  .describe('The revision your changes are based on. The request is rejected if there is a newer one.');
const BaseVersion = z
  .number()
  .int()
  .min(0)
  .optional()
  .describe('The version your changes are based on. The request is rejected if there is a newer one.');
/** All keys are optional without their defaults: a missing key keeps its stored value. */
const optionalFields = Object.entries(CheckoutPageConfig.shape).map(([key, schema]) => [
  key,
  (schema instanceof z.ZodDefault ? schema.unwrap() : schema).optional(),
]);
const PartialConfig = (
  z.strictObject(Object.fromEntries(optionalFields)) as unknown as ReturnType<typeof CheckoutPageConfig.partial>
).meta({
  id: 'PartOfPageConfig',
  description:
    'Fields of a page config to change. Each field replaces the stored value; fields you omit stay unchanged.',
});

/** The importer validates the file and explains what is wrong with it. */
const PageFileBody = z
  .custom<PageFile>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'Not a file')
  .meta({
    type: 'object',
    description: 'A file from `GET /pages/{pageId}/file`, in this or an earlier version of the format.',
  });

const PAGES = defineGroup('Pages', { read: 'pages:read', write: 'pages:write' }, [
  defineListEndpoint('/pages', {
    rpcFunction: listSellerPages,
    summary: 'List pages',
    description: 'Newest first, including archived pages.',
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
    summary: 'Get stock and coupon counts of a page',
    description: 'Units and coupon uses that are sold, or reserved by checkouts in progress.',
    answer: ApiPageCounts,
  }),
  defineEndpoint('GET /slug-check', {
    rpcFunction: checkSlug,
    summary: 'Check whether a slug is available',
    description: 'Doesn’t reserve the slug.',
    query: z.strictObject({
      slug: z
        .string()
        .max(500)
        .meta({ description: 'Slug to check.', examples: ['throwing-taller'] }),
      pageId: z.uuid().optional().describe('The page that will use the slug.'),
    }),
    answer: ApiSlugCheck,
    errors: ['not_found'],
  }),
  defineEndpoint('PATCH /pages/{pageId}', {
    rpcFunction: renamePage,
    summary: 'Rename a page',
    description:
      'Sets your internal name for the page, which buyers don’t see. An empty name shows the product name instead.',
    body: z.strictObject({ name: z.string().max(1000) }),
    answer: z.strictObject({ name: z.string() }),
    errors: ['page_invalid'],
  }),
  defineEndpoint('POST /pages/{pageId}/archive', {
    rpcFunction: archivePage,
    summary: 'Archive or unarchive a page',
    description: 'Doesn’t change what buyers see.',
    body: z.strictObject({ archived: z.boolean().default(true) }),
    answer: z.strictObject({ archived: z.boolean() }),
  }),
  defineEndpoint('POST /pages/{pageId}/duplicate', {
    rpcFunction: duplicatePage,
    summary: 'Duplicate a page',
    description: 'Creates a new draft from the draft of this page. The copy has no URL yet.',
    answer: PageId,
    status: 201,
  }),
  defineEndpoint('POST /pages/{pageId}/resume', {
    rpcFunction: resumePage,
    summary: 'Resume payments',
    description:
      'Ends a pause, whatever its cause, and resets the count of declined cards. Does nothing if payments aren’t paused.',
    answer: z.strictObject({ hold: ApiPageSuspension }),
  }),
  defineEndpoint('DELETE /pages/{pageId}', {
    rpcFunction: deletePage,
    summary: 'Delete a page',
    description: 'Deletes the page and releases its slug. Its orders are kept.',
    answer: Deleted,
  }),

  defineEndpoint('POST /pages', {
    rpcFunction: saveDraft,
    summary: 'Create a page',
    description: 'Creates a draft, empty if you send no config. Buyers don’t see it.',
    body: z.strictObject({ config: ApiConfig.optional() }),
    answer: ApiSavedDraft,
    status: 201,
    errors: EMBEDDED_IMAGE_ERRORS,
    toBody: ({ body }) => ({ config: body.config ?? createEmptyConfig() }),
  }),
  defineEndpoint('PUT /pages/{pageId}/draft', {
    rpcFunction: saveDraft,
    summary: 'Replace the draft',
    description: 'Doesn’t change what buyers see. Images can be included in the config as data URLs.',
    body: z.strictObject({ config: ApiConfig, baseRevision: BaseRevision }),
    answer: ApiSavedDraft,
    errors: ['draft_changed', ...EMBEDDED_IMAGE_ERRORS],
  }),
  defineEndpoint('PATCH /pages/{pageId}/draft', {
    rpcFunction: saveDraft,
    summary: 'Update the draft',
    description: 'Doesn’t change what buyers see. Images can be included in the config as data URLs.',
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
    description: 'Publishes the draft as a new version, which buyers see immediately.',
    body: z.strictObject({
      slug: z
        .string()
        .max(500)
        .optional()
        .describe('Last part of the page’s URL. Default: the slug in the draft, or else the current slug.'),
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
    summary: 'Unpublish a page',
    description:
      'Keeps the URL, which then shows that the page isn’t available. A page that was never published stays a draft.',
    answer: z.strictObject({ state: ApiPageState }),
  }),

  defineListEndpoint('/pages/{pageId}/versions', {
    rpcFunction: listVersions,
    summary: 'List the versions of a page',
    description: 'Newest first, each with its changes.',
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
    description: 'Returns the config as it was published, for example to restore it to the draft.',
    answer: ApiPageVersionConfig,
  }),
  defineEndpoint('GET /pages/{pageId}/file', {
    rpcFunction: exportPage,
    summary: 'Export a page as a file',
    description: 'Exports the draft, including its images.',
    answer: ApiPageFile,
  }),
  defineEndpoint('POST /pages/import', {
    rpcFunction: importPage,
    summary: 'Create a page from a file',
    description: 'Creates a draft. Images in the file are checked like uploads.',
    body: z.strictObject({ file: PageFileBody }),
    answer: PageId,
    status: 201,
    errors: ['page_file_invalid', ...IMAGE_ERRORS],
  }),
  defineEndpoint('PUT /pages/{pageId}/file', {
    rpcFunction: importPage,
    summary: 'Replace the draft with a file',
    description: 'Keeps the name and URL of the page. Buyers see the changes once you publish.',
    body: z.strictObject({ file: PageFileBody }),
    answer: PageId,
    errors: ['page_file_invalid', ...IMAGE_ERRORS],
  }),
]);

const IMAGES = defineGroup('Images', { read: 'pages:read', write: 'pages:write' }, [
  defineEndpoint('POST /images', {
    rpcFunction: uploadImage,
    summary: 'Upload an image',
    description: 'Up to 2 MB. Use the returned URL as the `logo` or `productImage` of a config.',
    body: z.strictObject({
      image: z
        .string()
        .max(3 * 1024 * 1024)
        .describe('Image as a data URL, such as data:image/png;base64,…'),
      use: z.enum(['product', 'logo']),
    }),
    answer: ApiImage,
    status: 201,
    errors: IMAGE_ERRORS,
  }),
]);

const Version = z.number().int().describe('Published version; 0 if there is none.');

const NewCoupon = Coupon.meta({
  id: 'NewCoupon',
  description:
    '`discount` is a percentage or an amount in major units of the currency, such as 12.5 or 9.99. Limits are optional.',
});

const COUPONS = defineGroup('Coupons', { read: 'pages:read', write: 'coupons:write' }, [
  defineEndpoint('GET /pages/{pageId}/coupons', {
    rpcFunction: listCoupons,
    summary: 'List the coupons of a page',
    description: 'Returns all coupons of the draft and of the published version, at most 50.',
    answer: z.strictObject({ coupons: z.array(ApiCoupon) }),
  }),
  defineEndpoint('POST /pages/{pageId}/coupons', {
    rpcFunction: createCoupon,
    summary: 'Create a coupon',
    description:
      'If the page is published, buyers can use the coupon immediately: it is published as a new version, without the other changes in the draft.',
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
    description: 'Removes the coupon from the draft and from the published version immediately.',
    answer: z.strictObject({ deleted: z.literal(true), version: Version }),
    errors: ['page_suspended'],
  }),
]);

export const PAGE_ENDPOINTS = [...PAGES, ...IMAGES, ...COUPONS];
