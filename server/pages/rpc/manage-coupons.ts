import { z } from 'zod';

import { toPublicCouponField } from '#domain/api-resources/page-config.ts';
import { parseStoredConfig, Coupon } from '#domain/checkout-page-schema.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { findCouponCountProblem, findCouponProblem } from '#domain/coupon.ts';
import { AppError } from '#domain/errors.ts';
import { normalizeCoupon } from '#domain/offer-fields.ts';
import { normalizeConfig } from '#domain/page-fields.ts';
import { normalizeCouponCode, toStorable } from '#domain/text.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import { actorOf, type Actor, recordAudit } from '#server/audit/record-audit.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import type { RpcLimit } from '#server/http/rate-limits.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';
import { insertPageVersion } from '#server/pages/queries/page-versions.ts';
import { upsertDraft, findPageForUpdate, findPageWithVersion, updatePage } from '#server/pages/queries/pages.ts';

import { emitPageEvent } from '../page-resource.ts';
import { checkStripeAndPlan, checkNotSuspended, checkSellerNotSuspended } from './save-checkout-page.ts';

type Config = CheckoutPageConfig;
type Coupons = Config['validCoupons'];

const limits: RpcLimit[] = [
  { name: 'coupons', limit: 60, windowMs: MINUTE_MS },
  { name: 'coupons-hour', limit: 600, windowMs: HOUR_MS },
];

/** Lists the coupons that buyers can use, as published, followed by those that exist only in the draft. */
export const listCoupons = defineRpcFunction({
  name: 'list-coupons',
  access: 'reads',
  body: z.strictObject({ pageId: z.uuid() }),
  run: async ({ db }, { caller }, { pageId }) => {
    const { live, draft } = await loadPageConfigs(db, caller.sellerId, pageId);
    const usable = live?.enableCoupon ? live.validCoupons : [];
    const codes = usable.map(({ code }) => code);
    return {
      coupons: [
        ...usable.map((coupon) => ({ ...coupon, live: true })),
        ...draft.validCoupons.filter(({ code }) => !codes.includes(code)).map((coupon) => ({ ...coupon, live: false })),
      ],
    };
  },
});

export const createCoupon = defineRpcFunction({
  name: 'create-coupon',
  access: 'writes',
  body: z.strictObject({ pageId: z.uuid(), coupon: Coupon }),
  limits,
  run: async (context, request, { pageId, coupon: input }) => {
    const { caller } = request;
    const { live } = await loadPageConfigs(context.db, caller.sellerId, pageId);
    if (live) await checkStripeAndPlan(context, caller);
    const coupon = normalizeCoupon(toStorable(input));
    const result = await changeCoupons(context, request, pageId, {
      validate: (config) => checkCoupon(config, coupon),
      apply: (config) => withCoupon(config, coupon),
      checkSeller: checkSellerNotSuspended,
    });
    return { coupon: { ...coupon, live: result.live?.enableCoupon ?? false }, version: result.version };
  },
});

/** Sellers who may no longer publish may still delete a leaked coupon, except from a suspended page. */
export const deleteCoupon = defineRpcFunction({
  name: 'delete-coupon',
  access: 'writes',
  body: z.strictObject({ pageId: z.uuid(), code: z.string().max(200) }),
  limits,
  run: async (context, request, { pageId, code: input }) => {
    const { caller } = request;
    const code = normalizeCouponCode(input);
    const { live, draft } = await loadPageConfigs(context.db, caller.sellerId, pageId);
    if (!hasCode(draft, code) && !(live && hasCode(live, code))) throw new AppError('not_found');
    const { version } = await changeCoupons(context, request, pageId, {
      validate: () => {},
      apply: (config) => withoutCoupon(config, code),
    });
    return { deleted: true as const, version };
  },
});

const hasCode = ({ validCoupons }: Config, targetCode: string): boolean =>
  validCoupons.some(({ code }) => normalizeCouponCode(code) === targetCode);

/** Applies the rules of the page builder to a new coupon. Throws AppError. */
function checkCoupon(config: Config, coupon: Coupons[number]): void {
  if (hasCode(config, coupon.code)) throw new AppError('coupon_exists');
  const tooMany = findCouponCountProblem([...config.validCoupons, coupon]);
  const problem = tooMany
    ? { field: 'code' as const, message: tooMany }
    : findCouponProblem(coupon, normalizeConfig(config));
  if (!problem) return;
  const { field, message } = problem;
  const problems = [{ field: 'coupon', path: toPublicCouponField(coupon, field), message }];
  throw new AppError('page_invalid', { message, facts: { problems } });
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
function withoutCoupon(config: Config, removedCode: string): Config {
  if (!hasCode(config, removedCode)) return config;
  const validCoupons = config.validCoupons.filter(({ code }) => normalizeCouponCode(code) !== removedCode);
  return { ...config, enableCoupon: config.enableCoupon && validCoupons.length > 0, validCoupons };
}

/** Loads a page's configs. `live` is null while the page is not on sale. Throws AppError. */
async function loadPageConfigs(db: Db, sellerId: string, pageId: string) {
  const page = await findPageWithVersion(db, sellerId, pageId);
  if (!page) throw new AppError('not_found');
  const draft = parseStoredConfig(page.schema, page.config);
  const { version } = page;
  const live = version && !page.unpublishedAt ? parseStoredConfig(version.schema, version.config) : null;
  return { page, draft, live };
}

/** A change of coupons. `validate` throws if the effective config (the published one, else the draft) refuses it. */
type CouponChange = {
  validate: (config: Config) => void;
  apply: (config: Config) => Config;
  /** Throws if the seller may not change what buyers see. */
  checkSeller?: (tx: Db, sellerId: string) => Promise<void>;
};

/**
 * Changes the coupons of the draft and, if the page is on sale, publishes them as a version of their own. Other draft
 * changes stay unpublished. Throws AppError 'page_suspended' for a suspended page.
 */
async function changeCoupons(context: Context, actor: Actor, pageId: string, couponChange: CouponChange) {
  const { sellerId } = actor.caller;
  const result = await context.db.transaction(async (tx) => {
    const now = context.now();
    await findPageForUpdate(tx, sellerId, pageId);
    const { page, draft, live: previous } = await loadPageConfigs(tx, sellerId, pageId);
    couponChange.validate(previous ?? draft);
    const live = previous && couponChange.apply(previous);
    const isLiveChanged = live !== null && live !== previous;
    if (isLiveChanged) checkNotSuspended(page);
    if (isLiveChanged) await couponChange.checkSeller?.(tx, sellerId);
    const version = page.liveVersion + (isLiveChanged ? 1 : 0);
    const isDraftPublished = live !== null && page.revision === page.publishedRevision;
    const config = isDraftPublished ? live : couponChange.apply(draft);
    await upsertDraft(tx, { pageId, config, revision: page.revision + 1, published: isDraftPublished, now });
    if (isLiveChanged) await insertPageVersion(tx, { pageId, number: version, config: live, now });
    await updatePage(tx, sellerId, pageId, { liveVersion: version, updatedAt: now });
    if (isLiveChanged) {
      await emitPageEvent(context, tx, { sellerId, pageId, change: 'published' });
      const facts = { version, slug: page.slug };
      await recordAudit(context, tx, { ...actorOf(actor), action: 'page_published', subject: pageId, facts });
    }
    return { live, version };
  });
  context.wake('deliveries');
  return result;
}
