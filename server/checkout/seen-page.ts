import { configFromStored } from '#domain/checkout-page-schema.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isCurrencyCode } from '#domain/currencies.ts';
import { billingSuffix, computedPriceText } from '#domain/price.ts';

import type { Context } from '#server/context.ts';
import { findPageVersion } from '#server/db/page-versions.ts';
import type { PayRequest } from '#server/shop.ts';
import type { LivePage } from './live-page.ts';
import { boughtConfig, type Priced } from './price-of.ts';

export type SeenConfig = CheckoutPageConfig;
export type PriceChange = { oldText: string; newText: string };

/** Returns the config of the version that the buyer opened, or the current one if the version is unknown. */
export async function seenConfigOf(
  context: Context,
  page: LivePage,
  version: number | undefined,
): Promise<SeenConfig> {
  if (version === undefined || version === page.version) return page.config;
  const seen = await findPageVersion(context.db, page.sellerId, page.pageId, version);
  return seen ? configFromStored(seen.schema, seen.config) : page.config;
}

/** A buyer who accepted other terms has not accepted these. */
export const haveTermsChanged = ({ config }: LivePage, seen: SeenConfig): boolean =>
  config.requireTerms &&
  (!seen.requireTerms || config.termsUrl !== seen.termsUrl || config.privacyUrl !== seen.privacyUrl);

/**
 * Compares the price that the buyer saw with the price to charge. Returns null if amount, currency and billing period are
 * equal. A buyer who named the price has seen it.
 */
export function priceChange(
  seen: SeenConfig,
  { config, total }: Pick<Priced, 'config' | 'total'>,
  { expected, plan, amount }: PayRequest,
): PriceChange | null {
  if (!expected) return null;
  const saw = boughtConfig(seen, plan ?? null);
  const isNamed = config.payWhatYouWant.enabled && Boolean(amount?.trim());
  const isSame =
    (isNamed || expected.amount === total) &&
    expected.currency === config.currency &&
    billingSuffix(saw) === billingSuffix(config);
  if (isSame) return null;
  const currency = isCurrencyCode(expected.currency) ? expected.currency : seen.currency;
  return {
    oldText: computedPriceText(expected.amount, { ...saw, currency }),
    newText: computedPriceText(total, config),
  };
}
