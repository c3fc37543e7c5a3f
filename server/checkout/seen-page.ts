import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isCurrencyCode } from '#domain/currencies.ts';
import { getBillingSuffix, formatComputedPrice } from '#domain/price.ts';

import type { Context } from '#server/context.ts';
import { findPageVersion } from '#server/db/page-versions.ts';
import type { CheckoutRequest } from '#server/shop.ts';
import type { PublishedPage } from './live-page.ts';
import { configForPlan, type PriceQuote } from './price-of.ts';

export type DisplayedConfig = CheckoutPageConfig;
export type PriceChange = { oldText: string; newText: string };

/** Returns the config of the version that the buyer opened, or the current one if the version is unknown. */
export async function configAtVersion(
  context: Context,
  page: PublishedPage,
  version: number | undefined,
): Promise<DisplayedConfig> {
  if (version === undefined || version === page.version) return page.config;
  const versionRow = await findPageVersion(context.db, page.sellerId, page.pageId, version);
  return versionRow ? parseStoredConfig(versionRow.schema, versionRow.config) : page.config;
}

/** A buyer who accepted other terms has not accepted these. */
export const haveTermsChanged = ({ config }: PublishedPage, displayed: DisplayedConfig): boolean =>
  config.requireTerms &&
  (!displayed.requireTerms || config.termsUrl !== displayed.termsUrl || config.privacyUrl !== displayed.privacyUrl);

/**
 * Compares the price that the buyer saw with the price to charge. Returns null if amount, currency and billing period are
 * equal. A buyer who named the price has seen it.
 */
export function findPriceChange(
  displayed: DisplayedConfig,
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
