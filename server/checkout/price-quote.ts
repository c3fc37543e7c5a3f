import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { findCouponError, findCoupon, type Coupon } from '#domain/coupon.ts';
import { isCurrencyCode } from '#domain/currencies.ts';
import { isDeepEqual } from '#domain/deep-equal.ts';
import { AppError } from '#domain/errors.ts';
import { getBillingSuffix, formatComputedPrice, formatQuoteTotal } from '#domain/format-price.ts';
import { BASE_OPTION, configForChoice, configForOption, type PriceChoice } from '#domain/offer.ts';
import { withoutTrials } from '#domain/payment-terms.ts';
import { parseQuantity } from '#domain/quantity.ts';
import { getProductAmount, quoteOrder, type Quote } from '#domain/quote.ts';
import { normalizeAmountInput } from '#domain/text.ts';
import type { Context } from '#server/core/context.ts';
import type { CheckoutRequest } from '#server/core/services.ts';
import type { Site } from '#server/core/site.ts';
import { findPageVersion } from '#server/pages/queries/page-versions.ts';

import { withCompletion } from './complete-bundle.ts';
import { findPublishedPage, type PublishedPage } from './published-page.ts';

/** What a buyer pays, the applied coupon code and the page config for the chosen option. */
export type PriceQuote = Quote & { code: string | null; config: CheckoutPageConfig };

/** The choice of a checkout request, whose `plan` is the id of a price option. */
export const toPriceChoice = ({
  plan,
  amount,
  bumps,
  quantity,
}: Pick<CheckoutRequest, 'plan' | 'amount' | 'bumps' | 'quantity'>): PriceChoice => ({
  optionId: plan ?? null,
  amount: amount ?? null,
  bumps: bumps ?? [],
  quantity: quantity ?? null,
});

type PricedPage = Pick<PublishedPage, 'config' | 'versionId' | 'readAt'> & Partial<Pick<PublishedPage, 'bundle'>>;

/** Prices a page for a choice, with or without a coupon. Throws AppError for an invalid choice or coupon. */
export function quotePrice(page: PricedPage, code: string | null, choice: PriceChoice = {}): PriceQuote {
  const config = configForChoice(page.config, choice);
  assertBumpsExist(config, choice);
  const coupon = code === null ? null : getPageCoupon(page, code);
  const quantity = parseQuantity(config, choice.quantity ?? null);
  const quote = quoteOrder(config, { ...choice, quantity, bundleItems: page.bundle?.items ?? [] }, coupon);
  if ('error' in quote) {
    const { error: message } = quote;
    if (quote.at === 'total')
      throw new AppError(coupon ? 'coupon_below_minimum' : 'not_accepting_payments', { message });
    throw new Error(`Version ${page.versionId} was published with a ${quote.at} that cannot be used`);
  }
  const original = getProductAmount(quote);
  const couponError = coupon && findCouponError(coupon, { now: page.readAt, original, currency: config.currency });
  if (couponError) throw couponError;
  return { ...quote, code: coupon?.code ?? null, config };
}

/** A bump that does not go with the chosen price is left out, because its checkbox is hidden; one that is gone is an error. */
function assertBumpsExist({ bumps }: CheckoutPageConfig, choice: PriceChoice): void {
  const exists = (id: string) => bumps.items.some((bump) => bump.enabled && bump.id === id);
  if (choice.bumps && !choice.bumps.every(exists)) throw new AppError('bump_unknown');
}

/** Returns the page's coupon with this code. Throws AppError if there is none. */
export function getPageCoupon({ config }: Pick<PublishedPage, 'config'>, code: string): Coupon {
  const { enableCoupon, payWhatYouWant, validCoupons } = config;
  const coupon = enableCoupon && !payWhatYouWant.enabled ? findCoupon(validCoupons, code) : undefined;
  if (!coupon) throw new AppError('coupon_invalid');
  return coupon;
}

/** Returns a version's config for the price option of an attempt; null: it has no options. */
export const configForOptionOrBase = (config: CheckoutPageConfig, optionId: string | null): CheckoutPageConfig =>
  configForOption(config, optionId ?? BASE_OPTION) ?? config;

/** `checkout`: id of the checkout link that opened the page. */
type SeenPage = {
  slug: string;
  version?: number | undefined;
  withoutTrial?: boolean | undefined;
  checkout?: string | undefined;
};

/** The published page, without its free trial for a buyer who has already had it, or at the price of a completed bundle. */
export async function findOfferedPage(
  context: Context,
  { slug, withoutTrial, checkout }: SeenPage,
  site?: Site,
): Promise<PublishedPage | null> {
  const page = await findPublishedPage(context, slug, site);
  if (page && withoutTrial) return { ...page, config: withoutTrials(page.config) };
  return page && checkout ? withCompletion(context, page, checkout) : page;
}

/** The config that the buyer saw: that of the version that they opened, or the current one if the version is unknown. */
export async function findDisplayedConfig(
  context: Context,
  page: PublishedPage,
  { version, withoutTrial }: SeenPage,
): Promise<CheckoutPageConfig> {
  const config = await configAtVersion(context, page, version);
  return withoutTrial ? withoutTrials(config) : config;
}

type PriceChange = { oldText: string; newText: string };

/** Returns the config of the version that the buyer opened, or the current one if the version is unknown. */
async function configAtVersion(
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

type DisplayedPrice = { total: number; quote: Quote | null };

/**
 * Returns the total that the buyer saw, or null if the request claims no price: the claimed price of the product, plus the
 * order bumps as the displayed version prices them. `quote`: how that version comes to this total, if it does.
 */
export function findDisplayedPrice(displayed: CheckoutPageConfig, request: CheckoutRequest): DisplayedPrice | null {
  const { amount, appliedCoupon, expected, quantity: typedQuantity } = request;
  const { optionId, bumps } = toPriceChoice(request);
  const namedPrice = displayed.payWhatYouWant.enabled && amount?.trim() ? normalizeAmountInput(amount) : null;
  const config = namedPrice === null ? displayed : { ...displayed, price: namedPrice };
  const coupon = appliedCoupon ? (findCoupon(displayed.validCoupons, appliedCoupon) ?? null) : null;
  const quantity = displayed.quantity.enabled && typedQuantity?.trim() ? Number(typedQuantity) : undefined;
  const choice = { optionId, ...(quantity === undefined ? {} : { quantity }) };
  const alone = quoteOrder(config, choice, coupon);
  const complete = quoteOrder(config, { ...choice, bumps }, coupon);
  const [aloneTotal, completeTotal] = [alone, complete].map((quote) => ('total' in quote ? quote.total : 0));
  const productTotal = namedPrice === null ? expected?.amount : aloneTotal;
  if (productTotal === undefined) return null;
  const total = productTotal + (completeTotal ?? 0) - (aloneTotal ?? 0);
  return { total, quote: 'total' in complete && complete.total === total ? complete : null };
}

/**
 * Compares the price that the buyer saw with the price to charge. Returns null if amount, currency, billing period and what
 * follows the first payment are equal. A price that the buyer named is displayed as well.
 */
export function findPriceChange(
  displayed: CheckoutPageConfig,
  quote: PriceQuote,
  request: CheckoutRequest,
): PriceChange | null {
  const { expected } = request;
  const { config, total } = quote;
  const seen = findDisplayedPrice(displayed, request);
  if (!expected || !seen) return null;
  const displayedConfig = configForOptionOrBase(displayed, request.plan ?? null);
  const isUnchanged =
    seen.total === total &&
    expected.currency === config.currency &&
    getBillingSuffix(displayedConfig) === getBillingSuffix(config) &&
    (seen.quote === null || isDeepEqual(seen.quote.recurring, quote.recurring));
  if (isUnchanged) return null;
  const pricing = {
    ...displayedConfig,
    currency: isCurrencyCode(expected.currency) ? expected.currency : displayed.currency,
  };
  return {
    oldText: seen.quote ? formatQuoteTotal(seen.quote, pricing) : formatComputedPrice(seen.total, pricing),
    newText: formatQuoteTotal(quote, config),
  };
}
