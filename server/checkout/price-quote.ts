import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { findCouponError, findCoupon, type Coupon } from '#domain/coupon.ts';
import { isCurrencyCode } from '#domain/currencies.ts';
import { AppError } from '#domain/errors.ts';
import { getBillingSuffix, formatComputedPrice } from '#domain/format-price.ts';
import { BASE_OPTION, configForChoice, configForOption, type PriceChoice } from '#domain/offer.ts';
import { calculatePricing, type Amounts } from '#domain/pricing.ts';
import type { Context } from '#server/core/context.ts';
import type { CheckoutRequest } from '#server/core/services.ts';
import { findPageVersion } from '#server/pages/queries/page-versions.ts';

import type { PublishedPage } from './published-page.ts';

/** The price that a buyer pays, the applied coupon code and the page config for the chosen option. */
export type PriceQuote = Amounts & { code: string | null; config: CheckoutPageConfig };

type PricedPage = Pick<PublishedPage, 'config' | 'versionId' | 'readAt'>;

/** Prices a page for a choice, with or without a coupon. Throws AppError for an invalid choice or coupon. */
export function quotePrice(page: PricedPage, code: string | null, choice: PriceChoice = {}): PriceQuote {
  const config = configForChoice(page.config, choice);
  const coupon = code === null ? null : getPageCoupon(page, code);
  const pricing = calculatePricing(config, coupon);
  if ('error' in pricing) {
    const { error: message } = pricing;
    if (pricing.at === 'total')
      throw new AppError(coupon ? 'coupon_below_minimum' : 'not_accepting_payments', { message });
    throw new Error(`Version ${page.versionId} was published with a ${pricing.at} that cannot be used`);
  }
  const { original } = pricing;
  const couponError = coupon && findCouponError(coupon, { now: page.readAt, original, currency: config.currency });
  if (couponError) throw couponError;
  return { ...pricing, code: coupon?.code ?? null, config };
}

/** Returns the page's coupon with this code. Throws AppError if there is none. */
export function getPageCoupon({ config }: Pick<PublishedPage, 'config'>, code: string): Coupon {
  const { enableCoupon, payWhatYouWant, validCoupons } = config;
  const coupon = enableCoupon && !payWhatYouWant.enabled ? findCoupon(validCoupons, code) : undefined;
  if (!coupon) throw new AppError('coupon_invalid');
  return coupon;
}

/** Returns a version's config for the price option of an attempt. */
export const configForPlan = (config: CheckoutPageConfig, plan: string | null): CheckoutPageConfig =>
  configForOption(config, plan ?? BASE_OPTION) ?? config;

type PriceChange = { oldText: string; newText: string };

/** Returns the config of the version that the buyer opened, or the current one if the version is unknown. */
export async function configAtVersion(
  context: Context,
  page: PublishedPage,
  version: number | undefined,
): Promise<CheckoutPageConfig> {
  if (version === undefined || version === page.version) return page.config;
  const versionRow = await findPageVersion(context.db, page.sellerId, page.pageId, version);
  return versionRow ? parseStoredConfig(versionRow.schema, versionRow.config) : page.config;
}

/** A buyer who accepted other terms has not accepted these. */
export const haveTermsChanged = ({ config }: PublishedPage, displayed: CheckoutPageConfig): boolean =>
  config.requireTerms &&
  (!displayed.requireTerms || config.termsUrl !== displayed.termsUrl || config.privacyUrl !== displayed.privacyUrl);

/**
 * Compares the price that the buyer saw with the price to charge. Returns null if amount, currency and billing period are
 * equal. A buyer who named the price has seen it.
 */
export function findPriceChange(
  displayed: CheckoutPageConfig,
  { config, total }: Pick<PriceQuote, 'config' | 'total'>,
  { expected, plan, amount }: CheckoutRequest,
): PriceChange | null {
  if (!expected) return null;
  const displayedPlan = configForPlan(displayed, plan ?? null);
  const isPriceNamed = config.payWhatYouWant.enabled && Boolean(amount?.trim());
  const isUnchanged =
    (isPriceNamed || expected.amount === total) &&
    expected.currency === config.currency &&
    getBillingSuffix(displayedPlan) === getBillingSuffix(config);
  if (isUnchanged) return null;
  const currency = isCurrencyCode(expected.currency) ? expected.currency : displayed.currency;
  return {
    oldText: formatComputedPrice(expected.amount, { ...displayedPlan, currency }),
    newText: formatComputedPrice(total, config),
  };
}
