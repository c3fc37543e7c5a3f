import { reachesMinimum } from '#domain/coupon.ts';
import { BASE_OPTION, configForOption, listPriceOptions } from '#domain/offer.ts';
import { hasPaymentTerms } from '#domain/payment-terms.ts';
import { getNearestQuantity } from '#domain/quantity.ts';
import { quoteOrder, type Quote, type QuotedChoice } from '#domain/quote.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import { CUSTOM_AMOUNT, listPricePicks } from './price-line.tsx';

export type PricedPage = Pick<CheckoutPageProps, 'config' | 'discounted' | 'values' | 'stockLeft'>;

export const hasBumps = ({ config }: Pick<CheckoutPageProps, 'config'>): boolean => config.bumps.items.length > 0;

/** Returns whether a price has a payment plan, a free trial or a setup fee. */
export const hasTerms = ({ config }: Pick<CheckoutPageProps, 'config'>): boolean =>
  !config.payWhatYouWant.enabled && listPriceOptions(config).some(hasPaymentTerms);

/** Returns whether the total depends on more than the selected price, or is not due at once. */
export const hasSummary = ({ config }: Pick<CheckoutPageProps, 'config'>): boolean =>
  config.bumps.items.length > 0 || config.quantity.enabled || hasTerms({ config });

/** The quantity whose totals the document shows. */
export const getShownQuantity = ({ config, values, stockLeft = null }: Omit<PricedPage, 'discounted'>): number =>
  getNearestQuantity(config, values?.quantity, { stockLeft });

/** A price that buyers can select. `at`: its `data-at`; undefined if the page has one price. */
type SelectablePrice = { at?: number | string; optionId: string; config: CheckoutPageProps['config'] };

export function listSelectablePrices({ config }: Pick<CheckoutPageProps, 'config'>): SelectablePrice[] {
  const picks = listPricePicks(config);
  if (!config.payWhatYouWant.enabled)
    return picks.length > 0
      ? picks.map(({ value }, at) => ({ at, optionId: value, config }))
      : [{ optionId: BASE_OPTION, config }];
  const presets = picks.map(({ value }, at) => ({ at, optionId: BASE_OPTION, config: { ...config, price: value } }));
  return [...presets, { at: CUSTOM_AMOUNT, optionId: BASE_OPTION, config: { ...config, price: '0' } }];
}

/** Prices a choice with the applied coupon, unless the choice costs too little for it. Null: a price is invalid. */
export function quoteChoice(
  { config, discounted }: Pick<PricedPage, 'config' | 'discounted'>,
  choice: QuotedChoice,
): Quote | null {
  const quote = quoteOrder(config, choice);
  if (!('total' in quote)) return null;
  const coupon = discounted?.coupon;
  const reduced = coupon && reachesMinimum(coupon, quote) ? quoteOrder(config, choice, coupon) : quote;
  return 'total' in reduced ? reduced : null;
}

/** Each combination of order bumps. `bumps`: their indexes, as in `data-with`. */
export function listBumpSubsets({ config }: Pick<PricedPage, 'config'>): { bumps: string; ids: string[] }[] {
  const { items } = config.bumps;
  return items
    .reduce<number[][]>((lists, _, index) => [...lists, ...lists.map((list) => [...list, index])], [[]])
    .map((subset) => ({ bumps: subset.join(' '), ids: subset.flatMap((index) => items[index]?.id ?? []) }));
}

/** The quote of each price with each combination of order bumps. */
type Combination = SelectablePrice & {
  bumps: string;
  choice: QuotedChoice;
  pricing: CheckoutPageProps['config'];
  quote: Quote;
};

export function listCombinations(props: PricedPage): Combination[] {
  const quantity = getShownQuantity(props);
  return listSelectablePrices(props).flatMap((price) =>
    listBumpSubsets(props).flatMap(({ bumps, ids }) => {
      const { config, optionId } = price;
      const choice = { optionId, bumps: ids, quantity };
      const quote = quoteChoice({ ...props, config }, choice);
      const pricing = configForOption(config, optionId) ?? config;
      return quote ? [{ ...price, bumps, choice, pricing, quote }] : [];
    }),
  );
}

/** Attributes with which the stylesheet shows the values of the selected combination only. */
export const toDataProps = ({ at, bumps }: Pick<Combination, 'at' | 'bumps'>) => ({
  'data-at': at,
  'data-with': bumps,
});

/** Space-separated indexes of the prices without something, which the stylesheet hides then. */
export const listPricesWithout = (
  config: CheckoutPageProps['config'],
  isOffered: (optionId: string) => boolean,
): string | undefined =>
  listSelectablePrices({ config })
    .flatMap(({ at, optionId }) => (at === undefined || isOffered(optionId) ? [] : [at]))
    .join(' ') || undefined;
