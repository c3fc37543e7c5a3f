import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { parsePrice } from '#domain/money.ts';
import { BASE_OPTION, optionsOf } from '#domain/offer.ts';
import { priceText } from '#domain/price.ts';

import type { Discounted } from './checkout-page-props.ts';

type Reduced = Pick<Discounted, 'originalText' | 'totalText' | 'savedText' | 'total'>;

/** A price that buyers can select; `value` is the value of its radio input. */
export type PricePick = {
  value: string;
  name: string;
  /** Formatted price. */
  text: string;
  /** Minor units; 0 if the price is invalid. */
  amount: number;
  reduced: Reduced | null;
};

/** Marker of totals that show the buyer's own amount instead of a pick. */
export const OWN_AMOUNT = 'own';

/** Lists the prices that buyers can select; empty if there is only one. */
export function picksOf(config: PublicCheckoutConfig, discounted?: Discounted | null): PricePick[] {
  const { payWhatYouWant, currency } = config;
  if (payWhatYouWant.enabled)
    return payWhatYouWant.presets
      .map((preset) => preset.trim())
      .filter((price) => !('problem' in parsePrice(price, currency)))
      .map((price) => ({ ...pickOf({ ...config, price }), value: price, name: '', reduced: null }));
  const options = optionsOf(config);
  if (options.length < 2) return [];
  return options.map((option) => ({
    ...pickOf({ ...config, ...option }),
    value: option.id,
    name: option.name,
    reduced: reducedOf(option.id, discounted),
  }));
}

function pickOf(config: Parameters<typeof priceText>[0]) {
  const price = config.price.trim();
  const parsed = parsePrice(price, config.currency);
  return 'problem' in parsed
    ? { text: '', amount: 0 }
    : { text: priceText({ ...config, price }), amount: parsed.amount };
}

/** Returns the reduced price of an option; null if the code does not reduce this option. */
function reducedOf(option: string, discounted: Discounted | null | undefined): Reduced | null {
  const isBase = option === BASE_OPTION;
  const reduced = isBase ? discounted : discounted?.plans.find(({ plan }) => plan === option);
  return reduced && reduced.totalText !== reduced.originalText ? reduced : null;
}
