import type { CheckoutPageConfig } from './checkout-page.ts';
import { configForOption, listPriceOptions } from './offer.ts';
import { listDecisiveQuantities } from './quantity.ts';

/** An optional extra beside the product, with a price of its own. Sellers and buyers read "extra". */
export type OrderBump = CheckoutPageConfig['bumps']['items'][number];

export const MAX_BUMPS = 3;
export const BUMP_LIMITS = { title: 80, text: 300 } as const;
export const BUMP_BILLINGS = ['one-time', 'with-price'] as const;
export const BUMP_POSITIONS = ['above-button', 'under-price'] as const;

type BumpConfig = Parameters<typeof configForOption>[0] & Pick<CheckoutPageConfig, 'bumps' | 'quantity'>;

/** Order bumps of a page, of which a buyer added some. */
const listCombinations = (bumps: readonly OrderBump[]): OrderBump[][] =>
  bumps.reduce<OrderBump[][]>((lists, bump) => [...lists, ...lists.map((list) => [...list, bump])], [[]]);

/**
 * Everything that a buyer can choose: each price option, also at the price after the countdown, with each combination of the
 * order bumps that are offered with it, in the quantities at which totals are lowest and highest. `getLevels`: amounts of
 * the product beside these order bumps that decide about a coupon, in minor units.
 */
export function listBuyerChoices<C extends BumpConfig & Pick<CheckoutPageConfig, 'countdown'>>(
  config: C,
  getLevels: (bumps: readonly OrderBump[]) => readonly number[] = () => [],
): { config: C; optionId: string; bumps: OrderBump[]; quantity: number }[] {
  const { countdown } = config;
  const laterConfig = { ...config, price: countdown.priceAfter };
  const configs = countdown.enabled && countdown.atEnd === 'price' ? [config, laterConfig] : [config];
  return configs.flatMap((priced) =>
    listPriceOptions(priced).flatMap(({ id: optionId }) =>
      listCombinations(listOfferedBumps(priced, optionId)).flatMap((bumps) =>
        listDecisiveQuantities(priced, optionId, getLevels(bumps)).map((quantity) => ({
          config: priced,
          optionId,
          bumps,
          quantity,
        })),
      ),
    ),
  );
}

/**
 * The order bumps that buyers can add to a price option. One that repeats with the price needs a price that repeats.
 * `optionId`: id of the price option.
 */
export function listOfferedBumps(config: BumpConfig, optionId: string): OrderBump[] {
  const isSubscription = (configForOption(config, optionId) ?? config).paymentType === 'subscription';
  return config.bumps.items.filter(
    ({ enabled, offeredWith, billing }) =>
      enabled && (offeredWith === null || offeredWith.includes(optionId)) && (billing === 'one-time' || isSubscription),
  );
}
