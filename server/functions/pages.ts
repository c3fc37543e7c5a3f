import { z } from 'zod';

import type { PageState, PageSummary } from '#domain/calls.ts';
import { CheckoutPageConfig, configFromStored } from '#domain/checkout-page-schema.ts';
import { MAX_CONFIG_BYTES } from '#domain/checkout-page.ts';
import { ShopError } from '#domain/errors.ts';
import { priceText } from '#domain/price.ts';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { findDraftRevision, upsertDraft } from '#server/db/drafts.ts';
import {
  findPageForUpdate,
  findPageWithDraft,
  insertPage,
  listPages,
  updatePageTouched,
  type PageWithDraft,
} from '#server/db/pages.ts';
import { keepImage, mediaPath, withKeptImages } from '#server/media/keep-images.ts';
import { backendFunction } from './backend-function.ts';

const IMAGE_BODY_BYTES = 3 * 1024 * 1024;
const HOUR_MS = 3_600_000;

const DraftBody = z.strictObject({
  config: CheckoutPageConfig,
  pageId: z.uuid().optional(),
  baseRevision: z.number().int().min(0).optional(),
});

/** Keeps what the seller is working on; buyers see nothing of it. */
export const saveDraft = backendFunction({
  name: 'save-draft',
  title: 'Saving failed',
  access: 'writes',
  body: DraftBody,
  maxBytes: 4 * MAX_CONFIG_BYTES,
  limits: ({ caller }) => [{ key: `draft:${caller.sellerId}`, limit: 120, windowMs: 60_000 }],
  run: async (context, { caller }, body) => {
    const config = await withKeptImages(context, caller.sellerId, body.config);
    const kept = await context.db.transaction((tx) =>
      keepDraft(context, tx, caller.sellerId, { ...body, config }),
    );
    return kept;
  },
});

async function keepDraft(context: Context, tx: Db, sellerId: string, body: z.infer<typeof DraftBody>) {
  const now = context.now();
  const page = body.pageId
    ? await findPageForUpdate(tx, sellerId, body.pageId)
    : await insertPage(tx, sellerId, now);
  if (!page) throw new ShopError('not_found');
  const current = await findDraftRevision(tx, page.id);
  if (body.baseRevision !== undefined && body.baseRevision !== current) {
    throw new ShopError('draft_changed', { facts: { revision: current } });
  }
  await upsertDraft(tx, {
    pageId: page.id,
    config: body.config,
    revision: current + 1,
    published: false,
    now,
  });
  await updatePageTouched(tx, sellerId, page.id, now);
  return { pageId: page.id, revision: current + 1 };
}

export const getPage = backendFunction({
  name: 'get-page',
  title: 'Error',
  access: 'reads',
  body: z.strictObject({ pageId: z.uuid() }),
  run: async (context, { caller }, { pageId }) => {
    const page = await findPageWithDraft(context.db, caller.sellerId, pageId);
    if (!page) throw new ShopError('not_found');
    return {
      pageId,
      config: configFromStored(page.schema, page.config),
      revision: page.revision,
      version: page.liveVersion,
      slug: page.slug,
      url: addressOf(context, page.slug),
      state: stateOf(page),
    };
  },
});

export const listSellerPages = backendFunction({
  name: 'list-pages',
  title: 'Error',
  access: 'reads',
  body: z.strictObject({}),
  run: async (context, { caller }) => {
    const rows = await listPages(context.db, caller.sellerId);
    return { pages: rows.map((row) => summaryOf(context, row)) };
  },
});

const addressOf = (context: Context, slug: string | null) => slug && `${context.config.appUrl}/c/${slug}`;

function summaryOf(context: Context, row: PageWithDraft): PageSummary {
  const config = configFromStored(row.schema, row.config);
  return {
    id: row.id,
    name: config.productName,
    slug: row.slug,
    url: addressOf(context, row.slug),
    state: stateOf(row),
    updatedAt: row.updatedAt.toISOString(),
    priceText: config.price ? priceText(config) : '',
  };
}

function stateOf({ liveVersion, revision, publishedRevision }: PageWithDraft): PageState {
  if (liveVersion === 0) return 'draft';
  return revision === publishedRevision ? 'published' : 'changed';
}

/** Takes an image once; drafts and pages hold its address afterwards. */
export const uploadImage = backendFunction({
  name: 'upload-image',
  title: 'Upload failed',
  access: 'writes',
  body: z.strictObject({ image: z.string().max(IMAGE_BODY_BYTES), use: z.enum(['product', 'logo']) }),
  maxBytes: IMAGE_BODY_BYTES,
  limits: ({ caller }) => [{ key: `image:${caller.sellerId}`, limit: 30, windowMs: HOUR_MS }],
  run: async (context, { caller }, { image, use }) => {
    const kept = await keepImage(context, caller.sellerId, image, use);
    return { url: mediaPath(kept), width: kept.width, height: kept.height, bytes: kept.bytes.byteLength };
  },
});
