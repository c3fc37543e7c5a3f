import { z } from 'zod';

import { configFromStored } from '#domain/checkout-page-schema.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { ShopError } from '#domain/errors.ts';
import { copyNameOf, pageNameFrom, pageNameProblem } from '#domain/page-name.ts';

import { actedBy } from '#server/audit/acted-by.ts';
import { audit } from '#server/audit/audit.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { updatePageElsewhere } from '#server/db/domains.ts';
import { upsertDraft } from '#server/db/drafts.ts';
import {
  findPageForUpdate,
  findPageWithDraft,
  insertPage,
  listPages,
  updatePage,
  type PageWithDraft,
} from '#server/db/pages.ts';
import { releaseSlug } from '#server/db/slugs.ts';
import { tellWebhooks } from '#server/seller-webhooks/tell-webhooks.ts';
import { toldOfPage } from '#server/seller-webhooks/told-of-page.ts';
import { backendFunction } from './backend-function.ts';
import { stateOf } from './page-answers.ts';
import { pageSummaries } from './page-summaries.ts';

const MINUTE_MS = 60_000;
const OnePage = z.strictObject({ pageId: z.uuid() });

/** Page actions are cheap: the limit only stops a runaway script. */
const actLimit = ({ caller }: { caller: { sellerId: string } }) => [
  { key: `page-act:${caller.sellerId}`, limit: 120, windowMs: MINUTE_MS },
];

/** Lists all pages of a seller, archived ones too. The screen picks the ones to show. */
export const listSellerPages = backendFunction({
  name: 'list-pages',
  title: 'Error',
  access: 'reads',
  body: z.strictObject({}),
  run: async (context, { caller: { sellerId } }) =>
    pageSummaries(context, sellerId, await listPages(context.db, sellerId)),
});

export const renamePage = backendFunction({
  name: 'rename-page',
  title: 'Renaming failed',
  access: 'writes',
  body: z.strictObject({ pageId: z.uuid(), name: z.string().max(1000) }),
  limits: actLimit,
  run: async (context, { caller: { sellerId } }, { pageId, name: typed }) => {
    const name = pageNameFrom(typed);
    const message = pageNameProblem(name);
    if (message)
      throw new ShopError('page_invalid', { message, facts: { problems: [{ field: 'name', message }] } });
    return context.db.transaction(async (tx) => {
      const { config } = await lockedPage(tx, sellerId, pageId);
      await updatePage(tx, sellerId, pageId, { name, updatedAt: context.now() });
      return { name: name ?? config.productName };
    });
  },
});

/** Creates a page from another page's draft. Both share their images, which are stored by content for each seller. */
export const duplicatePage = backendFunction({
  name: 'duplicate-page',
  title: 'Duplicating failed',
  access: 'writes',
  body: OnePage,
  limits: ({ caller }) => [
    { key: `duplicate:${caller.sellerId}`, limit: 30, windowMs: MINUTE_MS },
    { key: `duplicate-hour:${caller.sellerId}`, limit: 200, windowMs: 60 * MINUTE_MS },
  ],
  run: async (context, { caller: { sellerId } }, { pageId }) =>
    context.db.transaction(async (tx) => {
      const now = context.now();
      const { page, config } = await lockedPage(tx, sellerId, pageId);
      const copy = await insertPage(tx, sellerId, now, copyNameOf(page.name ?? config.productName));
      const draft = { ...config, customSlug: '' };
      await upsertDraft(tx, { pageId: copy.id, config: draft, revision: 1, published: false, now });
      return { pageId: copy.id };
    }),
});

/** Takes a page off sale; its URL stays and says so. A page that was never published stays a draft. */
export const unpublishPage = backendFunction({
  name: 'unpublish-page',
  title: 'Unpublishing failed',
  access: 'writes',
  body: OnePage,
  limits: actLimit,
  run: async (context, from, { pageId }) => {
    const { sellerId } = from.caller;
    const answer = await context.db.transaction(async (tx) => {
      const now = context.now();
      const { page, config } = await lockedPage(tx, sellerId, pageId);
      if (page.liveVersion === 0 || page.unpublishedAt) return { state: stateOf(page) };
      await updatePage(tx, sellerId, pageId, { unpublishedAt: now, updatedAt: now });
      await tellOffSale(context, tx, { sellerId, page, config, now });
      await audit(context, tx, {
        ...actedBy(from),
        act: 'page_off_sale',
        subject: pageId,
        facts: { slug: page.slug },
      });
      return { state: stateOf({ ...page, unpublishedAt: now }) };
    });
    context.ring('deliveries');
    return answer;
  },
});

/** Moves a page out of the seller's main list, or back. Buyers see no difference. */
export const archivePage = backendFunction({
  name: 'archive-page',
  title: 'Archiving failed',
  access: 'writes',
  body: z.strictObject({ pageId: z.uuid(), archived: z.boolean() }),
  limits: actLimit,
  run: async (context, { caller: { sellerId } }, { pageId, archived }) =>
    context.db.transaction(async (tx) => {
      const { page } = await lockedPage(tx, sellerId, pageId);
      const archivedAt = archived ? (page.archivedAt ?? context.now()) : null;
      await updatePage(tx, sellerId, pageId, { archivedAt });
      return { archived };
    }),
});

/**
 * Deletes a page for its seller and for buyers. The rows stay, so that orders keep their product and payments under way
 * keep their version. The slug is released, and a custom domain stays without a page.
 */
export const deletePage = backendFunction({
  name: 'delete-page',
  title: 'Deleting failed',
  access: 'writes',
  body: OnePage,
  limits: actLimit,
  run: async (context, from, { pageId }) => {
    const { sellerId } = from.caller;
    await context.db.transaction(async (tx) => {
      const now = context.now();
      const { page, config } = await lockedPage(tx, sellerId, pageId);
      await releaseSlug(tx, pageId, now);
      await updatePageElsewhere(tx, sellerId, pageId, {});
      await updatePage(tx, sellerId, pageId, { deletedAt: now, updatedAt: now });
      await audit(context, tx, {
        ...actedBy(from),
        act: 'page_deleted',
        subject: pageId,
        facts: { slug: page.slug },
      });
      if (page.liveVersion > 0 && !page.unpublishedAt)
        await tellOffSale(context, tx, { sellerId, page: { ...page, slug: null }, config, now });
    });
    context.ring('deliveries');
    return { deleted: true as const };
  },
});

type OffSale = {
  sellerId: string;
  page: Pick<PageWithDraft, 'id' | 'name' | 'liveVersion' | 'slug'>;
  config: CheckoutPageConfig;
  now: Date;
};

const tellOffSale = (context: Context, tx: Db, { sellerId, page, config, now }: OffSale) => {
  const { id, slug, liveVersion: version } = page;
  const told = { id, sellerId, name: page.name ?? config.productName, version, slug };
  return tellWebhooks(context, tx, [toldOfPage(context, told, 'unpublished', now)]);
};

/** Locks the seller's page until the transaction ends and loads its draft. Throws AppError. */
async function lockedPage(tx: Db, sellerId: string, pageId: string) {
  const held = await findPageForUpdate(tx, sellerId, pageId);
  const page = held && (await findPageWithDraft(tx, sellerId, pageId));
  if (!page) throw new ShopError('not_found');
  const config: CheckoutPageConfig = configFromStored(page.schema, page.config);
  return { page, config };
}
