import { z } from 'zod';

import { pageErrorMessages } from '#content/messages/page-errors.ts';
import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { getCodePrefix } from '#domain/coupon-batch.ts';
import { AppError } from '#domain/errors.ts';
import { getCopyName, normalizePageName, validatePageName } from '#domain/page-name.ts';
import type { PageCounts } from '#domain/rpc-contract.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import { actorOf, recordAudit } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/client.ts';
import { removeDeliverablesOfPage } from '#server/delivery/queries/deliverables.ts';
import { copyDeliverables } from '#server/delivery/transfer-deliverables.ts';
import type { RpcLimit } from '#server/http/rate-limits.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';
import { countPageStock, listCouponUses } from '#server/ledger/queries/reservations.ts';
import { findBundleWith } from '#server/pages/queries/bundles.ts';
import { countCouponCodes, deleteCodesOfPage } from '#server/pages/queries/coupon-codes.ts';
import { removePageFromOtherDomains } from '#server/pages/queries/page-domains.ts';
import { listCouponRevenue } from '#server/pages/queries/page-revenue.ts';
import {
  upsertDraft,
  findPageForUpdate,
  findPageWithDraft,
  insertPage,
  listPages,
  updatePage,
} from '#server/pages/queries/pages.ts';
import { releaseSlug } from '#server/pages/queries/slugs.ts';

import { emitPageEvent } from '../page-resource.ts';
import { getPageState, loadPageSummaries } from '../page-summary.ts';

type CouponCounts = PageCounts['coupons'][number];

export const getPageCounts = defineRpcFunction({
  name: 'get-page-counts',
  access: 'reads',
  body: z.strictObject({ pageId: z.uuid() }),
  limits: [{ name: 'counts', limit: 120, windowMs: 60_000 }],
  run: async ({ db, mode }, { caller: { sellerId } }, { pageId }) => {
    if (!(await findPageWithDraft(db, sellerId, pageId))) throw new AppError('not_found');
    const [stockCounts, uses, couponMoney, batches] = await Promise.all([
      countPageStock(db, mode, pageId),
      listCouponUses(db, mode, pageId),
      listCouponRevenue(db, sellerId, mode, pageId),
      countCouponCodes(db, sellerId, pageId),
    ]);
    const coupons = new Map<string, CouponCounts>(
      batches.map(({ batch, codes }) => [batch, { code: batch, used: 0, reserved: 0, codes, money: [] }]),
    );
    const getCounts = (code: string): CouponCounts => {
      const prefix = getCodePrefix(code);
      const name = prefix !== null && coupons.get(prefix)?.codes ? prefix : code;
      const counts = coupons.get(name) ?? { code: name, used: 0, reserved: 0, money: [] };
      coupons.set(name, counts);
      return counts;
    };
    for (const { code, used, reserved } of uses) {
      const counts = getCounts(code);
      counts.used += used;
      counts.reserved += reserved;
    }
    for (const { code, ...sums } of couponMoney) addMoney(getCounts(code), sums);
    return {
      ...stockCounts,
      coupons: [...coupons.values()].toSorted((one, other) => (one.code < other.code ? -1 : 1)),
    };
  },
});

function addMoney({ money }: CouponCounts, { currency, discount, net }: CouponCounts['money'][number]): void {
  const sums = money.find((one) => one.currency === currency);
  if (!sums) return void money.push({ currency, discount, net });
  sums.discount += discount;
  sums.net += net;
}

const PageIdBody = z.strictObject({ pageId: z.uuid() });

/** Page actions are cheap: the limit only stops a runaway script. */
const pageActionLimit: RpcLimit[] = [{ name: 'page-action', limit: 120, windowMs: MINUTE_MS }];

/** Lists all pages of a seller, archived ones too. The screen picks the ones to show. */
export const listSellerPages = defineRpcFunction({
  name: 'list-pages',
  access: 'reads',
  body: z.strictObject({}),
  run: async (context, { caller: { sellerId } }) =>
    loadPageSummaries(context, sellerId, await listPages(context.db, sellerId)),
});

export const renamePage = defineRpcFunction({
  name: 'rename-page',
  access: 'writes',
  body: z.strictObject({ pageId: z.uuid(), name: z.string().max(1000) }),
  limits: pageActionLimit,
  run: async (context, { caller: { sellerId } }, { pageId, name: input }) => {
    const name = normalizePageName(input);
    const message = validatePageName(name);
    if (message) throw new AppError('page_invalid', { message, facts: { problems: [{ field: 'name', message }] } });
    return context.db.transaction(async (tx) => {
      const { config } = await lockPage(tx, sellerId, pageId);
      await updatePage(tx, sellerId, pageId, { name, updatedAt: context.now() });
      return { name: name ?? config.productName };
    });
  },
});

/**
 * Creates a page from another page's draft, with what it delivers. Both share their images and files, which are stored by
 * content.
 */
export const duplicatePage = defineRpcFunction({
  name: 'duplicate-page',
  access: 'writes',
  body: PageIdBody,
  limits: [
    { name: 'duplicate', limit: 30, windowMs: MINUTE_MS },
    { name: 'duplicate-hour', limit: 200, windowMs: HOUR_MS },
  ],
  run: async (context, { caller: { sellerId } }, { pageId }) =>
    context.db.transaction(async (tx) => {
      const now = context.now();
      const { page, config } = await lockPage(tx, sellerId, pageId);
      const copy = await insertPage(tx, sellerId, now, getCopyName(page.name ?? config.productName));
      const delivery = await copyDeliverables(tx, config.delivery, { sellerId, from: pageId, to: copy.id, now });
      const draft = { ...config, delivery, customSlug: '' };
      await upsertDraft(tx, { pageId: copy.id, config: draft, revision: 1, published: false, now });
      return { pageId: copy.id };
    }),
});

/** Takes a page off sale; its URL stays and says so. A page that was never published stays a draft. */
export const unpublishPage = defineRpcFunction({
  name: 'unpublish-page',
  access: 'writes',
  body: PageIdBody,
  limits: pageActionLimit,
  run: async (context, request, { pageId }) => {
    const { sellerId } = request.caller;
    const result = await context.db.transaction(async (tx) => {
      const now = context.now();
      const { page } = await lockPage(tx, sellerId, pageId);
      if (page.liveVersion === 0 || page.unpublishedAt) return { state: getPageState(page) };
      await updatePage(tx, sellerId, pageId, { unpublishedAt: now, updatedAt: now });
      await emitPageEvent(context, tx, { sellerId, pageId, change: 'unpublished' });
      await recordAudit(context, tx, {
        ...actorOf(request),
        action: 'page_off_sale',
        subject: pageId,
        facts: { slug: page.slug },
      });
      return { state: getPageState({ ...page, unpublishedAt: now }) };
    });
    context.wake('deliveries');
    return result;
  },
});

/** Moves a page out of the seller's main list, or back. Buyers see no difference. */
export const archivePage = defineRpcFunction({
  name: 'archive-page',
  access: 'writes',
  body: z.strictObject({ pageId: z.uuid(), archived: z.boolean() }),
  limits: pageActionLimit,
  run: async (context, { caller: { sellerId } }, { pageId, archived }) =>
    context.db.transaction(async (tx) => {
      const { page } = await lockPage(tx, sellerId, pageId);
      const now = context.now();
      await updatePage(tx, sellerId, pageId, {
        archivedAt: archived ? (page.archivedAt ?? now) : null,
        updatedAt: now,
      });
      return { archived };
    }),
});

/**
 * Deletes a page for its seller and for buyers. The rows stay, so that orders keep their product and payments under way
 * keep their version. The slug is released, and a custom domain stays without a page. A page of a bundle isn't deleted.
 */
export const deletePage = defineRpcFunction({
  name: 'delete-page',
  access: 'writes',
  body: PageIdBody,
  limits: pageActionLimit,
  run: async (context, request, { pageId }) => {
    const { sellerId } = request.caller;
    await context.db.transaction(async (tx) => {
      const now = context.now();
      const { page } = await lockPage(tx, sellerId, pageId);
      const bundle = await findBundleWith(tx, sellerId, pageId);
      if (bundle) throw new AppError('page_in_bundle', { message: pageErrorMessages.inBundle(bundle) });
      await releaseSlug(tx, pageId, now);
      await removePageFromOtherDomains(tx, sellerId, pageId, {});
      await deleteCodesOfPage(tx, sellerId, pageId);
      await removeDeliverablesOfPage(tx, pageId, now);
      if (page.liveVersion > 0 && !page.unpublishedAt) {
        await updatePage(tx, sellerId, pageId, { unpublishedAt: now });
        await emitPageEvent(context, tx, { sellerId, pageId, change: 'unpublished' });
      }
      await emitPageEvent(context, tx, { sellerId, pageId, change: 'deleted' });
      await updatePage(tx, sellerId, pageId, { deletedAt: now, updatedAt: now });
      await recordAudit(context, tx, {
        ...actorOf(request),
        action: 'page_deleted',
        subject: pageId,
        facts: { slug: page.slug },
      });
    });
    context.wake('deliveries');
    return { deleted: true as const };
  },
});

/** Locks the seller's page until the transaction ends and loads its draft. Throws AppError. */
async function lockPage(tx: Db, sellerId: string, pageId: string) {
  const lockedRow = await findPageForUpdate(tx, sellerId, pageId);
  const page = lockedRow && (await findPageWithDraft(tx, sellerId, pageId));
  if (!page) throw new AppError('not_found');
  const config: CheckoutPageConfig = parseStoredConfig(page.schema, page.config);
  return { page, config };
}
