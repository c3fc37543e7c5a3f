import { getMinimumPrice } from '#domain/coupon.ts';
import { getCurrency } from '#domain/currencies.ts';
import { parsePrice } from '#domain/money.ts';
import { configForOption } from '#domain/offer.ts';
import { getUnitPrice, listTiers } from '#domain/quantity.ts';
import { calculateDiscount, getTrialDays, parsePercentage, quoteOrder } from '#domain/quote.ts';

import type { OrderData } from './enhance/order-arithmetic.ts';
import { listBumpSubsets, listSelectablePrices, type PricedPage } from './order-combinations.ts';

type Coupon = NonNullable<PricedPage['discounted']>['coupon'];
type PriceData = OrderData['prices'][number];

/** The percentage as integers whose products with any amount are exact in the script's numbers. */
function createCouponData(coupon: Coupon, currency: string): OrderData['coupon'] {
  const least = getMinimumPrice(coupon, currency);
  const { step } = getCurrency(currency);
  const [numerator, denominator] = (coupon.type === 'percentage' && parsePercentage(coupon.discount)) || [0n, 1n];
  const fixed = coupon.type === 'fixed' ? calculateDiscount(0, coupon, currency) : null;
  const amount = fixed && 'amount' in fixed ? fixed.amount : null;
  return [least, amount, 2 * Number(numerator), 2 * Number(denominator) * step, step];
}

const NO_COUPON: OrderData['coupon'] = [0, 0, 0, 1, 1];

function createTiersData({ config }: PricedPage, optionId: string): PriceData[0] {
  const starts = [0, ...listTiers(config, optionId).map(({ from }) => from)];
  return starts.map((from) => {
    const parsed = parsePrice(getUnitPrice(config, optionId, from).trim(), config.currency);
    return [from, 'error' in parsed ? 0 : parsed.amount];
  });
}

function createExtrasData({ config, discounted }: PricedPage, optionId: string, ids: string[]): PriceData[1][string] {
  const quote = quoteOrder(config, { optionId, bumps: ids, quantity: 1 });
  if (!('total' in quote)) return [0, 0, 0];
  const [product, ...extras] = quote.lines;
  const sum = (lines: typeof extras) => lines.reduce((total, { subtotal }) => total + subtotal, 0);
  const each = sum(extras.filter(({ kind }) => kind === product?.kind));
  return [each, sum(extras) - each, discounted?.coupon.scope === 'all' ? each : 0];
}

function createPriceData(page: PricedPage, optionId: string): PriceData {
  const { config } = page;
  const tiers = createTiersData(page, optionId);
  const extras = Object.fromEntries(
    listBumpSubsets(page).map(({ bumps, ids }) => [bumps, createExtrasData(page, optionId, ids)]),
  );
  const isTrial = getTrialDays(configForOption(config, optionId) ?? config) > 0;
  return isTrial ? [tiers, extras, isTrial] : [tiers, extras];
}

/** What the script needs for the totals of any quantity. */
export function createOrderData(page: PricedPage): OrderData {
  const { config, discounted } = page;
  const { decimals, displayDecimals } = getCurrency(config.currency);
  return {
    currency: [10 ** decimals, displayDecimals],
    coupon: discounted ? createCouponData(discounted.coupon, config.currency) : NO_COUPON,
    prices: listSelectablePrices(page).map(({ optionId }) => createPriceData(page, optionId)),
  };
}
