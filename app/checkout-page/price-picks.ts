import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { formatPrice } from '#domain/format-price.ts';
import { parsePrice } from '#domain/money.ts';
import { BASE_OPTION, listPriceOptions } from '#domain/offer.ts';

import type { AppliedDiscount } from './checkout-page-props.ts';

type ReducedPrice = Pick<AppliedDiscount, 'originalText' | 'totalText' | 'savedText' | 'total'>;

/** A price that buyers can select; `value` is the value of its radio input. */
export type PricePick = {
  value: string;
  name: string;
  /** Formatted price. */
  text: string;
  /** Minor units; 0 if the price is invalid. */
  amount: number;
  reduced: ReducedPrice | null;
};

/** Marker of totals that show the buyer's own amount instead of a pick. */
export const CUSTOM_AMOUNT = 'own';

/** Lists the prices that buyers can select; empty if there is only one. */
export function listPricePicks(config: PublicCheckoutConfig, discounted?: AppliedDiscount | null): PricePick[] {
  const { payWhatYouWant, currency } = config;
  if (payWhatYouWant.enabled)
    return payWhatYouWant.presets
      .map((preset) => preset.trim())
      .filter((price) => !('error' in parsePrice(price, currency)))
      .map((price) => ({ ...toPick({ ...config, price }), value: price, name: '', reduced: null }));
  const options = listPriceOptions(config);
  if (options.length < 2) return [];
  return options.map((option) => ({
    ...toPick({ ...config, ...option }),
    value: option.id,
    name: option.name,
    reduced: findReducedPrice(option.id, discounted),
  }));
}

function toPick(config: Parameters<typeof formatPrice>[0]) {
  const price = config.price.trim();
  const parsed = parsePrice(price, config.currency);
  return 'error' in parsed
    ? { text: '', amount: 0 }
    : { text: formatPrice({ ...config, price }), amount: parsed.amount };
}

/** Returns the reduced price of an option; null if the code does not reduce this option. */
function findReducedPrice(option: string, discounted: AppliedDiscount | null | undefined): ReducedPrice | null {
  const isBase = option === BASE_OPTION;
  const reduced = isBase ? discounted : discounted?.plans.find(({ plan }) => plan === option);
  return reduced && reduced.totalText !== reduced.originalText ? reduced : null;
}
