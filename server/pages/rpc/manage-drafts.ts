import { z } from 'zod';

import { CheckoutPageConfig, parseStoredConfig } from '#domain/checkout-page-schema.ts';
import { MAX_CONFIG_BYTES } from '#domain/checkout-page.ts';
import { AppError } from '#domain/errors.ts';
import { toStorable } from '#domain/text.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';
import { withImagePaths } from '#server/images/store-images.ts';
import { findDomainOfPage } from '#server/pages/queries/page-domains.ts';
import {
  findDraftRevision,
  upsertDraft,
  findPageForUpdate,
  findPageWithVersion,
  insertPage,
  updatePage,
} from '#server/pages/queries/pages.ts';

import { getPageUrl, getDomainUrl, getPageState, getPageSuspension } from '../page-summary.ts';

const DraftBody = z.strictObject({
  config: CheckoutPageConfig,
  pageId: z.uuid().optional(),
  baseRevision: z.number().int().min(0).optional(),
});

/** Saves the draft as typed. Buyers do not see it. */
export const saveDraft = defineRpcFunction({
  name: 'save-draft',
  access: 'writes',
  body: DraftBody,
  maxBytes: 4 * MAX_CONFIG_BYTES,
  limits: [{ name: 'draft', limit: 120, windowMs: 60_000 }],
  run: async (context, { caller }, body) => {
    const config = await withImagePaths(context, caller.sellerId, toStorable(body.config));
    return context.db.transaction((tx) => storeDraft(context, tx, caller.sellerId, { ...body, config }));
  },
});

type DraftInput = { config: CheckoutPageConfig; pageId?: string | undefined; baseRevision?: number | undefined };

/** Stores the draft of a page, or of a new page. Throws AppError 'draft_changed' if `baseRevision` is not the current revision. */
export async function storeDraft(
  context: Context,
  tx: Db,
  sellerId: string,
  { config, pageId, baseRevision }: DraftInput,
) {
  const now = context.now();
  const page = pageId ? await findPageForUpdate(tx, sellerId, pageId) : await insertPage(tx, sellerId, now);
  if (!page) throw new AppError('not_found');
  const current = await findDraftRevision(tx, page.id);
  if ((baseRevision ?? current) !== current) throw new AppError('draft_changed', { facts: { revision: current } });
  const revision = current + 1;
  await upsertDraft(tx, { pageId: page.id, config, revision, published: false, now });
  await updatePage(tx, sellerId, page.id, { updatedAt: now });
  return { pageId: page.id, revision };
}

export const getPage = defineRpcFunction({
  name: 'get-page',
  access: 'reads',
  body: z.strictObject({ pageId: z.uuid() }),
  run: async (context, { caller }, { pageId }) => {
    const page = await findPageWithVersion(context.db, caller.sellerId, pageId);
    if (!page) throw new AppError('not_found');
    return {
      pageId,
      name: page.name,
      config: parseStoredConfig(page.schema, page.config),
      // For a page that is off sale this is the version that buyers saw last.
      published: page.version && parseStoredConfig(page.version.schema, page.version.config),
      revision: page.revision,
      version: page.liveVersion,
      slug: page.slug,
      url: getPageUrl(context, page.slug),
      domainUrl: getDomainUrl(context, await findDomainOfPage(context.db, context.mode, pageId)),
      state: getPageState(page),
      hold: getPageSuspension(page, context.realNow()),
    };
  },
});
