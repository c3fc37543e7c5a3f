import { z } from 'zod';

import { configFromStored, Coupon } from '#domain/checkout-page-schema.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { normalizeCouponCode } from '#domain/coupon-code.ts';
import { couponProblem, MAX_COUPONS } from '#domain/coupon.ts';
import { ShopError } from '#domain/errors.ts';
import { tidyConfig } from '#domain/page-problems.ts';
import { storableTexts } from '#domain/text.ts';

import { actedBy, type Acting } from '#server/audit/acted-by.ts';
import { audit } from '#server/audit/audit.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { upsertDraft } from '#server/db/drafts.ts';
import { insertPageVersion } from '#server/db/page-versions.ts';
import { findPageForUpdate, findPageWithVersion, updatePage } from '#server/db/pages.ts';
import { tellWebhooks } from '#server/seller-webhooks/tell-webhooks.ts';
import { toldOfPage } from '#server/seller-webhooks/told-of-page.ts';
import { backendFunction } from './backend-function.ts';
import { checkMayPublish, checkNotSuspended, checkSellerNotSuspended } from './save-checkout-page.ts';

const MINUTE_MS = 60_000;

type Config = CheckoutPageConfig;
type Coupons = Config['validCoupons'];

const limits = ({ caller }: { caller: { sellerId: string } }) => [
  { key: `coupons:${caller.sellerId}`, limit: 60, windowMs: MINUTE_MS },
  { key: `coupons-hour:${caller.sellerId}`, limit: 600, windowMs: 60 * MINUTE_MS },
];

/** Lists the coupons that buyers can use, as published, followed by those that exist only in the draft. */
export const listCoupons = backendFunction({
  name: 'list-coupons',
  title: 'Failed to load the coupons',
  access: 'reads',
  body: z.strictObject({ pageId: z.uuid() }),
  run: async ({ db }, { caller }, { pageId }) => {
    const { live, draft } = await foundPage(db, caller.sellerId, pageId);
    const usable = live?.enableCoupon ? live.validCoupons : [];
    const codes = usable.map(({ code }) => code);
    return {
      coupons: [
        ...usable.map((coupon) => ({ ...coupon, live: true })),
        ...draft.validCoupons
          .filter(({ code }) => !codes.includes(code))
          .map((coupon) => ({ ...coupon, live: false })),
      ],
    };
  },
});

export const createCoupon = backendFunction({
  name: 'create-coupon',
  title: 'The coupon was not created',
  access: 'writes',
  body: z.strictObject({ pageId: z.uuid(), coupon: Coupon }),
  limits,
  run: async (context, from, { pageId, coupon: typed }) => {
    const { caller } = from;
    const { live } = await foundPage(context.db, caller.sellerId, pageId);
    if (live) await checkMayPublish(context, caller);
    const coupon = tidyCoupon(storableTexts(typed));
    const changed = await changeCoupons(context, from, pageId, {
      judge: (config) => judge(config, coupon),
      change: (config) => withCoupon(config, coupon),
      mayPublish: checkSellerNotSuspended,
    });
    return { coupon: { ...coupon, live: changed.live?.enableCoupon ?? false }, version: changed.version };
  },
});

/** Sellers who may no longer publish may still delete a leaked coupon, except from a suspended page. */
export const deleteCoupon = backendFunction({
  name: 'delete-coupon',
  title: 'The coupon was not deleted',
  access: 'writes',
  body: z.strictObject({ pageId: z.uuid(), code: z.string().max(200) }),
  limits,
  run: async (context, from, { pageId, code: typed }) => {
    const { caller } = from;
    const code = normalizeCouponCode(typed);
    const { live, draft } = await foundPage(context.db, caller.sellerId, pageId);
    if (!hasCode(draft, code) && !(live && hasCode(live, code))) throw new ShopError('not_found');
    const { version } = await changeCoupons(context, from, pageId, {
      judge: () => {},
      change: (config) => withoutCoupon(config, code),
    });
    return { deleted: true as const, version };
  },
});

const hasCode = ({ validCoupons }: Config, wanted: string): boolean =>
  validCoupons.some(({ code }) => normalizeCouponCode(code) === wanted);

const tidyCoupon = (coupon: Coupons[number]): Coupons[number] => ({
  ...coupon,
  code: normalizeCouponCode(coupon.code),
  ...(coupon.minimum ? { minimum: coupon.minimum.trim() || null } : {}),
});

/** Applies the rules of the page builder to a new coupon. Throws AppError. */
function judge(config: Config, coupon: Coupons[number]): void {
  if (hasCode(config, coupon.code)) throw new ShopError('coupon_exists');
  const message =
    config.validCoupons.length >= MAX_COUPONS
      ? `A page can have at most ${MAX_COUPONS} coupons`
      : couponProblem(coupon, tidyConfig(config));
  if (message)
    throw new ShopError('page_invalid', { message, facts: { problems: [{ field: 'coupon', message }] } });
}

/** Adds a coupon. The first one turns coupons on; if the seller turned coupons off, they stay off. */
const withCoupon = (config: Config, coupon: Coupons[number]): Config =>
  hasCode(config, coupon.code)
    ? config
    : {
        ...config,
        enableCoupon: config.enableCoupon || config.validCoupons.length === 0,
        validCoupons: [...config.validCoupons, coupon],
      };

/** Removes a coupon. Removing the last one turns coupons off. */
function withoutCoupon(config: Config, gone: string): Config {
  if (!hasCode(config, gone)) return config;
  const validCoupons = config.validCoupons.filter(({ code }) => normalizeCouponCode(code) !== gone);
  return { ...config, enableCoupon: config.enableCoupon && validCoupons.length > 0, validCoupons };
}

/** Loads a page's configs. `live` is null while the page is not on sale. Throws AppError. */
async function foundPage(db: Db, sellerId: string, pageId: string) {
  const page = await findPageWithVersion(db, sellerId, pageId);
  if (!page) throw new ShopError('not_found');
  const draft = configFromStored(page.schema, page.config);
  const { version } = page;
  const live = version && !page.unpublishedAt ? configFromStored(version.schema, version.config) : null;
  return { page, draft, live };
}

/** A change of coupons. `validate` throws if the effective config (the published one, else the draft) refuses it. */
type Change = {
  judge: (config: Config) => void;
  change: (config: Config) => Config;
  /** Throws if the seller may not change what buyers see. */
  mayPublish?: (tx: Db, sellerId: string) => Promise<void>;
};

/**
 * Changes the coupons of the draft and, if the page is on sale, publishes them as a version of their own. Other draft
 * changes stay unpublished. Throws AppError 'page_suspended' for a suspended page.
 */
async function changeCoupons(context: Context, from: Acting, pageId: string, wish: Change) {
  const { sellerId } = from.caller;
  const changed = await context.db.transaction(async (tx) => {
    const now = context.now();
    await findPageForUpdate(tx, sellerId, pageId);
    const { page, draft, live: before } = await foundPage(tx, sellerId, pageId);
    wish.judge(before ?? draft);
    const live = before && wish.change(before);
    const isChanged = live !== null && live !== before;
    if (isChanged) checkNotSuspended(page);
    if (isChanged) await wish.mayPublish?.(tx, sellerId);
    const version = page.liveVersion + (isChanged ? 1 : 0);
    const published = live !== null && page.revision === page.publishedRevision;
    const config = published ? live : wish.change(draft);
    await upsertDraft(tx, { pageId, config, revision: page.revision + 1, published, now });
    if (isChanged) await insertPageVersion(tx, { pageId, number: version, config: live, now });
    await updatePage(tx, sellerId, pageId, { liveVersion: version, updatedAt: now });
    if (isChanged) {
      await tellVersion(context, tx, { sellerId, page, version, config: live, now });
      const facts = { version, slug: page.slug };
      await audit(context, tx, { ...actedBy(from), act: 'page_published', subject: pageId, facts });
    }
    return { live, version };
  });
  context.ring('deliveries');
  return changed;
}

type NewVersion = {
  sellerId: string;
  page: { id: string; name: string | null; slug: string | null };
  version: number;
  config: Config;
  now: Date;
};

function tellVersion(context: Context, tx: Db, { sellerId, page, version, config, now }: NewVersion) {
  const told = { id: page.id, slug: page.slug, sellerId, name: page.name ?? config.productName, version };
  return tellWebhooks(context, tx, [toldOfPage(context, told, 'published', now)]);
}
