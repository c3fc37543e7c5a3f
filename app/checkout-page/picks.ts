import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { parsePrice } from '#domain/money.ts';
import { BASE_OPTION, optionsOf } from '#domain/offer.ts';
import { priceText } from '#domain/price.ts';

import type { Discounted } from './checkout-page-props.ts';

type Reduced = Pick<Discounted, 'originalText' | 'totalText' | 'savedText' | 'total'>;

/** A price that buyers can pick; `value` is what its radio sends. */
export type PricePick = {
  value: string;
  name: string;
  /** As it was typed. */
  text: string;
  /** Minor units; 0 where the price cannot be read. */
  amount: number;
  reduced: Reduced | null;
};

/** Where the total is of what the buyer types, in place of a pick's number. */
export const OWN_AMOUNT = 'own';

/** What can be picked on a page; none where there is one price, and that is it. */
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

/** Null too where a code that counts for another price takes nothing off this one. */
function reducedOf(option: string, discounted: Discounted | null | undefined): Reduced | null {
  const isBase = option === BASE_OPTION;
  const reduced = isBase ? discounted : discounted?.plans.find(({ plan }) => plan === option);
  return reduced && reduced.totalText !== reduced.originalText ? reduced : null;
}
