import { checkoutErrorMessages } from '#content/messages/checkout-errors.ts';
import { pageDefaultMessages } from '#content/messages/page-defaults.ts';

import type { CheckoutPageConfig } from './checkout-page.ts';
import { AppError } from './errors.ts';
import { parsePrice } from './money.ts';
import { BASE_OPTION, configForOption } from './offer.ts';

export const MAX_TIERS = 5;
export const QUANTITY_LIMITS = { minimum: 9999, maximum: 10_000, name: 20 } as const;

export type QuantitySettings = CheckoutPageConfig['quantity'];
/** `from` this quantity on, one unit costs `price`, or `optionPrices` of the chosen price option. */
export type QuantityTier = QuantitySettings['tiers'][number];

type QuantityConfig = Parameters<typeof configForOption>[0] & Pick<CheckoutPageConfig, 'quantity'>;

/** The quantity with which the page opens: the smallest that buyers can choose. */
export const getDefaultQuantity = ({ quantity }: Pick<CheckoutPageConfig, 'quantity'>): number =>
  quantity.enabled ? quantity.minimum : 1;

/** The largest quantity of a page. `stockLeft`: remaining units, if the page shows them. */
export const getLargestQuantity = (
  { quantity: { minimum, maximum } }: Pick<CheckoutPageConfig, 'quantity'>,
  stockLeft: number | null = null,
): number => Math.max(minimum, Math.min(maximum, stockLeft ?? maximum));

/** The quantity that is nearest to what a buyer typed; the smallest for a text that is no number. `change`: is added to it. */
export function getNearestQuantity(
  config: Pick<CheckoutPageConfig, 'quantity'>,
  input: string | null | undefined,
  { stockLeft = null, change = 0 }: { stockLeft?: number | null; change?: number } = {},
): number {
  const smallest = getDefaultQuantity(config);
  const count = Math.trunc(Number(input?.trim())) + change;
  if (!config.quantity.enabled || Number.isNaN(count)) return smallest;
  return Math.min(Math.max(count, smallest), getLargestQuantity(config, stockLeft));
}

/** Name of what is sold for a number of it: `seat` or `seats`. */
export const getUnitName = (
  { singular, plural }: Pick<QuantitySettings, 'singular' | 'plural'>,
  count: number,
): string => (count === 1 ? singular || pageDefaultMessages.unit : plural || singular || pageDefaultMessages.units);

export const getTierPrice = ({ price, optionPrices }: QuantityTier, optionId: string): string =>
  optionId === BASE_OPTION ? price : (optionPrices[optionId] ?? '');

/** The tiers with a price for a price option, smallest quantity first. An unfinished draft has tiers that never apply. */
export const listTiers = (
  { quantity }: Pick<CheckoutPageConfig, 'quantity'>,
  optionId: string,
): { from: number; price: string }[] =>
  quantity.enabled
    ? quantity.tiers
        .map((tier) => ({ from: tier.from, price: getTierPrice(tier, optionId) }))
        .filter(({ from, price }) => from > quantity.minimum && price !== '')
        .toSorted((one, other) => one.from - other.from)
    : [];

/** Price of one unit, as typed, when a buyer takes this quantity. */
export const getUnitPrice = (config: QuantityConfig, optionId: string, quantity: number): string =>
  listTiers(config, optionId).findLast(({ from }) => quantity >= from)?.price ??
  (configForOption(config, optionId) ?? config).price;

/**
 * The quantities at which the total of a price option is lowest or highest. Between them it rises, so rules that hold for
 * them hold for all. `levels`: amounts in minor units from which a coupon applies or leaves something to pay.
 */
export function listDecisiveQuantities(
  config: QuantityConfig,
  optionId: string,
  levels: readonly number[] = [],
): number[] {
  const { enabled, minimum, maximum } = config.quantity;
  if (!enabled) return [1];
  const starts = listTiers(config, optionId)
    .map(({ from }) => from)
    .filter((from) => from <= maximum);
  const ranges = [minimum, ...starts].map((first, index) => ({ first, last: (starts[index] ?? maximum + 1) - 1 }));
  const quantities = ranges.flatMap(({ first, last }) => {
    const unit = parsePrice(getUnitPrice(config, optionId, first).trim(), config.currency);
    const unitAmount = 'amount' in unit ? unit.amount : 0;
    const reaching = unitAmount > 0 ? levels.map((level) => Math.ceil(level / unitAmount)) : [];
    return [first, ...reaching.map((quantity) => Math.min(Math.max(quantity, first), last)), last];
  });
  return [...new Set(quantities)];
}

/** Longest text that is read as a quantity. */
const QUANTITY = /^\d{1,5}$/;

/** Reads what a buyer typed; empty: the page's smallest quantity. Throws AppError `quantity_invalid`. */
export function parseQuantity({ quantity }: Pick<CheckoutPageConfig, 'quantity'>, input: string | null): number {
  const { enabled, minimum, maximum } = quantity;
  const text = (input ?? '').trim();
  const count = text === '' ? getDefaultQuantity({ quantity }) : QUANTITY.test(text) ? Number(text) : 0;
  if (!enabled && count === 1) return 1;
  if (!enabled) throw new AppError('quantity_invalid', { message: checkoutErrorMessages.quantityNotOffered });
  if (count >= minimum && count <= maximum) return count;
  throw new AppError('quantity_invalid', {
    message: checkoutErrorMessages.quantityOutside({ minimum, maximum }),
    facts: { minimum, maximum },
  });
}
