import { z } from 'zod';

import { applyPageConfig, fromPageConfig, toPageConfig } from '#domain/api-resources/page-config.ts';
import {
  CheckoutPage,
  ImportedPage,
  NewPageConfig,
  PageConfigChange,
  PageDraft,
  PageFileResource,
  PageUsage,
  PageVersion,
  SlugAvailability,
  UploadedImage,
} from '#domain/api-resources/page-resources.ts';
import { clearableExternalId, Deleted } from '#domain/api-resources/shared-resources.ts';
import { ExternalId, MetadataInput } from '#domain/checkout-link.ts';
import { createEmptyConfig } from '#domain/checkout-page.ts';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import { IMAGE_USES } from '#domain/image.ts';
import type { PageFile } from '#domain/page-file.ts';
import { resumePage } from '#server/checkout/rpc/resume-page.ts';
import { uploadImage } from '#server/images/rpc/upload-image.ts';
import { loadPageResource, toPageResources, updatePageData } from '#server/pages/page-resource.ts';
import { listPageVersions } from '#server/pages/queries/page-versions.ts';
import { findPageWithDraft, listPagesAfterCursor } from '#server/pages/queries/pages.ts';
import { checkSlug } from '#server/pages/rpc/check-slug.ts';
import { getVersion, listVersions, toVersionRows } from '#server/pages/rpc/list-versions.ts';
import { getPage, saveDraft } from '#server/pages/rpc/manage-drafts.ts';
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
import { exportPage, importPage } from '#server/pages/rpc/transfer-page-file.ts';

import { parseSortKey, toSortKey } from '../cursors.ts';
import {
  defineEndpoint,
  defineGroup,
  defineListEndpoint,
  STRIPE_ERRORS,
  timeRange,
  type EndpointContext,
} from '../define-endpoint.ts';

/** Errors of an image inside a draft, whose total size limit is below that of an image. */
const EMBEDDED_IMAGE_ERRORS = [
  'image_type',
  'image_unreadable',
  'logo_type',
  'storage_full',
] as const satisfies readonly ErrorCode[];

const IMAGE_ERRORS = ['image_too_large', 'logo_too_large', ...EMBEDDED_IMAGE_ERRORS] as const;

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

const loadPage = ({ context, sellerId }: EndpointContext, pageId: string) =>
  loadPageResource(context, context.db, sellerId, pageId);

/** Imports a page file, as a new page unless `pageId` is given. */
async function importFile(
  input: EndpointContext,
  body: object,
  pageId?: string,
): Promise<z.input<typeof ImportedPage>> {
  const imported = await input.call(importPage, { file: body as PageFile, ...(pageId !== undefined && { pageId }) });
  return { ...(await loadPage(input, imported.pageId)), missingProducts: imported.missing };
}

async function loadDraft({ call }: EndpointContext, pageId: string): Promise<z.input<typeof PageDraft>> {
  const { revision, config } = await call(getPage, { pageId });
  return { pageId, revision, config: toPageConfig(config) };
}

/** Versions with their changes and IDs. */
const withIds = (rows: Awaited<ReturnType<typeof listPageVersions>>) =>
  toVersionRows(rows).map((version, index) => ({ id: rows[index]?.id ?? '', ...version }));

const PAGES = defineGroup('Pages', { read: 'pages:read', write: 'pages:write' }, [
  defineListEndpoint('pages.list', '/pages', {
    rpcFunctions: [listSellerPages],
    summary: 'List pages',
    description: 'Newest first, including archived pages. Of deleted pages, the event `page.deleted` tells you.',
    query: z.strictObject({
      externalId: ExternalId.optional().describe('Only pages with this external ID.'),
      ...timeRange('updated', 'Last changed'),
    }),
    item: CheckoutPage,
    findRows: ({ context, sellerId, query: { externalId, updatedAfter, updatedBefore }, limit, after }) =>
      listPagesAfterCursor(context.db, sellerId, parseSortKey(after), limit, {
        externalId,
        updated: { after: updatedAfter, before: updatedBefore },
      }),
    keyOf: toSortKey,
    toItems: (rows, { context, sellerId }) => toPageResources(context, sellerId, rows),
  }),
  defineEndpoint('pages.create', 'POST /pages', {
    rpcFunctions: [saveDraft],
    summary: 'Create a page',
    description: 'Creates a page with a draft, empty if you send no config. Buyers don’t see it.',
    body: z.strictObject({
      config: NewPageConfig.optional(),
      metadata: MetadataInput.optional(),
      externalId: ExternalId.optional(),
    }),
    response: CheckoutPage,
    status: 201,
    errors: EMBEDDED_IMAGE_ERRORS,
    run: async (input) => {
      const { config, ...data } = input.body;
      const empty = createEmptyConfig();
      const { pageId } = await input.call(saveDraft, { config: config ? fromPageConfig(empty, config) : empty });
      await updatePageData(input.context, input.sellerId, pageId, data);
      return loadPage(input, pageId);
    },
  }),
  defineEndpoint('pages.import', 'POST /pages/import', {
    rpcFunctions: [importPage],
    summary: 'Create a page from a file',
    description: 'The body is the file. Creates a draft. Images in the file are checked like uploads.',
    body: PageFileResource,
    response: ImportedPage,
    status: 201,
    errors: ['page_file_invalid', ...IMAGE_ERRORS],
    run: (input) => importFile(input, input.body),
  }),
  defineEndpoint('pages.slugAvailability', 'GET /pages/slug-availability', {
    rpcFunctions: [checkSlug],
    summary: 'Check whether a slug is available',
    description: 'Doesn’t reserve the slug.',
    query: z.strictObject({
      slug: z
        .string()
        .max(500)
        .meta({ description: 'Slug to check.', examples: ['throwing-taller'] }),
      pageId: z.uuid().optional().describe('The page that will use the slug.'),
    }),
    response: SlugAvailability,
    errors: ['not_found'],
    run: ({ call, query }) => call(checkSlug, query),
  }),
  defineEndpoint('pages.get', 'GET /pages/{pageId}', {
    summary: 'Get a page',
    response: CheckoutPage,
    run: (input) => loadPage(input, input.params.pageId),
  }),
  defineEndpoint('pages.update', 'PATCH /pages/{pageId}', {
    rpcFunctions: [renamePage, archivePage],
    summary: 'Update, archive, or unarchive a page',
    description: 'Changes what only you see. To change what buyers see, update the draft and publish it.',
    body: z.strictObject({
      name: z.string().max(1000).optional().describe('Your internal name; empty: the product name is used.'),
      archived: z.boolean().optional().describe('Hides the page from your main list, or shows it again.'),
      metadata: MetadataInput.optional().describe('Replaces all metadata.'),
      externalId: clearableExternalId.optional(),
    }),
    response: CheckoutPage,
    errors: ['page_invalid'],
    run: async (input) => {
      const { pageId } = input.params;
      const { name, archived, ...data } = input.body;
      if (name !== undefined) await input.call(renamePage, { pageId, name });
      if (archived !== undefined) await input.call(archivePage, { pageId, archived });
      await updatePageData(input.context, input.sellerId, pageId, data);
      return loadPage(input, pageId);
    },
  }),
  defineEndpoint('pages.delete', 'DELETE /pages/{pageId}', {
    rpcFunctions: [deletePage],
    summary: 'Delete a page',
    description: 'Deletes the page and releases its slug. Its orders are kept. A page of a bundle can’t be deleted.',
    response: Deleted,
    errors: ['page_in_bundle'],
    run: async ({ call, params }) => {
      await call(deletePage, params);
      return { id: params.pageId, deleted: true as const };
    },
  }),
  defineEndpoint('pages.duplicate', 'POST /pages/{pageId}/duplicate', {
    rpcFunctions: [duplicatePage],
    summary: 'Duplicate a page',
    description: 'Creates a new page from the draft of this one. The copy has no URL yet.',
    response: CheckoutPage,
    status: 201,
    run: async (input) => loadPage(input, (await input.call(duplicatePage, input.params)).pageId),
  }),
  defineEndpoint('pages.publish', 'POST /pages/{pageId}/publish', {
    rpcFunctions: [saveCheckoutPage],
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
    response: CheckoutPage,
    errors: [
      'page_invalid',
      'slug_taken',
      'draft_changed',
      'stripe_not_connected',
      'publishing_not_allowed',
      'page_suspended',
      ...STRIPE_ERRORS,
    ],
    run: async (input) => {
      const { params, body, call } = input;
      const { config, revision } = await call(getPage, params);
      if ((body.baseRevision ?? revision) !== revision) throw new AppError('draft_changed');
      const slug = body.slug ?? config.customSlug;
      await call(saveCheckoutPage, { baseRevision: revision, ...params, ...body, config, slug });
      return loadPage(input, params.pageId);
    },
  }),
  defineEndpoint('pages.unpublish', 'POST /pages/{pageId}/unpublish', {
    rpcFunctions: [unpublishPage],
    summary: 'Unpublish a page',
    description:
      'Keeps the URL, which then shows that the page isn’t available. A page that was never published stays a draft.',
    response: CheckoutPage,
    run: async (input) => {
      await input.call(unpublishPage, input.params);
      return loadPage(input, input.params.pageId);
    },
  }),
  defineEndpoint('pages.resumePayments', 'POST /pages/{pageId}/resume-payments', {
    rpcFunctions: [resumePage],
    summary: 'Resume payments',
    description:
      'Ends a pause, whatever its cause, and resets the count of declined cards. Does nothing if payments aren’t paused.',
    response: CheckoutPage,
    run: async (input) => {
      await input.call(resumePage, input.params);
      return loadPage(input, input.params.pageId);
    },
  }),
  defineEndpoint('pages.usage', 'GET /pages/{pageId}/usage', {
    rpcFunctions: [getPageCounts],
    summary: 'Get the usage of stock and coupons',
    description: 'Units and coupon uses that are sold, or reserved by checkouts in progress.',
    response: PageUsage,
    run: async ({ call, params }) => {
      const { coupons, ...counts } = await call(getPageCounts, params);
      return { ...params, ...counts, coupons: coupons.map(({ money: totals, ...uses }) => ({ ...uses, totals })) };
    },
  }),
  defineEndpoint('pages.draft.get', 'GET /pages/{pageId}/draft', {
    rpcFunctions: [getPage],
    summary: 'Get the draft',
    response: PageDraft,
    run: (input) => loadDraft(input, input.params.pageId),
  }),
  defineEndpoint('pages.draft.replace', 'PUT /pages/{pageId}/draft', {
    rpcFunctions: [saveDraft],
    summary: 'Replace the draft',
    description: 'Doesn’t change what buyers see. Images can be included in the config as data URLs.',
    body: z.strictObject({ config: NewPageConfig, baseRevision: BaseRevision }),
    response: PageDraft,
    errors: ['draft_changed', ...EMBEDDED_IMAGE_ERRORS],
    run: async (input) => {
      const config = fromPageConfig(createEmptyConfig(), input.body.config);
      await input.call(saveDraft, { ...input.params, ...input.body, config });
      return loadDraft(input, input.params.pageId);
    },
  }),
  defineEndpoint('pages.draft.update', 'PATCH /pages/{pageId}/draft', {
    rpcFunctions: [saveDraft],
    summary: 'Update the draft',
    description: 'Doesn’t change what buyers see. Images can be included in the config as data URLs.',
    body: z.strictObject({ config: PageConfigChange, baseRevision: BaseRevision }),
    response: PageDraft,
    errors: ['draft_changed', ...EMBEDDED_IMAGE_ERRORS],
    run: async (input) => {
      const { params, body } = input;
      const stored = await input.call(getPage, params);
      const config = applyPageConfig(stored.config, body.config);
      await input.call(saveDraft, { ...params, config, baseRevision: body.baseRevision ?? stored.revision });
      return loadDraft(input, params.pageId);
    },
  }),
  defineListEndpoint('pages.versions.list', '/pages/{pageId}/versions', {
    rpcFunctions: [listVersions],
    summary: 'List the versions of a page',
    description: 'Newest first, each with its changes.',
    item: PageVersion,
    // The row beyond the page shows what the last one changed.
    findRows: async ({ context: { db }, params: { pageId }, sellerId, limit, after }) => {
      const rows = await listPageVersions(db, sellerId, pageId, limit, after && Number(after[0]));
      if (rows.length === 0 && !(await findPageWithDraft(db, sellerId, pageId))) throw new AppError('not_found');
      return withIds(rows);
    },
    keyOf: ({ number }) => [number],
    toItems: (rows, { params }) => rows.map((row) => ({ ...params, ...row })),
  }),
  defineEndpoint('pages.versions.get', 'GET /pages/{pageId}/versions/{number}', {
    rpcFunctions: [getVersion],
    summary: 'Get a version of a page',
    description: 'Returns the config as it was published, for example to restore it to the draft.',
    response: PageVersion,
    run: async ({ call, params, context, sellerId }) => {
      const { config } = await call(getVersion, params);
      const rows = await listPageVersions(context.db, sellerId, params.pageId, 2, params.number + 1);
      const [row] = withIds(rows);
      if (!row) throw new AppError('not_found');
      return { pageId: params.pageId, ...row, config: toPageConfig(config) };
    },
  }),
  defineEndpoint('pages.file.get', 'GET /pages/{pageId}/file', {
    rpcFunctions: [exportPage],
    summary: 'Export a page as a file',
    description: 'Exports the draft, including its images.',
    response: PageFileResource,
    run: ({ call, params }) => call(exportPage, params),
  }),
  defineEndpoint('pages.file.replace', 'PUT /pages/{pageId}/file', {
    rpcFunctions: [importPage],
    summary: 'Replace the draft with a file',
    description: 'The body is the file. The page keeps its name and URL. Buyers see the changes once you publish.',
    body: PageFileResource,
    response: ImportedPage,
    errors: ['page_file_invalid', ...IMAGE_ERRORS],
    run: (input) => importFile(input, input.body, input.params.pageId),
  }),
]);

const IMAGES = defineGroup('Images', { read: 'pages:read', write: 'pages:write' }, [
  defineEndpoint('images.upload', 'POST /images', {
    rpcFunctions: [uploadImage],
    summary: 'Upload an image',
    description:
      'Up to 2 MB. Use the returned URL as the `logo` or `productImage` of a config, or as the `image` of an extra.',
    body: z.strictObject({
      image: z
        .string()
        .max(3 * 1024 * 1024)
        .describe('Image as a data URL, such as data:image/png;base64,…'),
      use: z.enum(IMAGE_USES).describe('What the image is for.'),
    }),
    response: UploadedImage,
    status: 201,
    errors: IMAGE_ERRORS,
    run: ({ call, body }) => call(uploadImage, body),
  }),
]);

export const PAGE_ENDPOINTS = [...PAGES, ...IMAGES];
