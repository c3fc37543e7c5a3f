import { CURRENCY_ROWS } from './currency-table.ts';

export type Currency = {
  code: string;
  /** Currency symbol; empty if it has none. */
  symbol: string;
  /** Decimals of minor units as Stripe counts them. */
  decimals: number;
  /** Decimals in the interface, for display and input. */
  displayDecimals: number;
  /** Amounts in minor units must be multiples of this. */
  step: number;
  /** Stripe's minimum charge in minor units; null if Stripe publishes none. */
  minimum: number | null;
  /** Maximum charge in minor units. */
  maximum: number;
};

export const DEFAULT_CURRENCY = 'USD';

/** Maximum amount of most currencies in minor units: Stripe's eight digits. */
export const MAX_AMOUNT = 99_999_999;
/** Maximum amount of any currency in minor units: the limit of the database column, rounded down. */
export const MAX_AMOUNT_OF_ANY_CURRENCY = 2_000_000_000;
/** Currencies for which Stripe accepts more than eight digits: COP 10, IDR and card payments in the others 12, INR 9. */
const LARGER_MAXIMUMS: Readonly<Record<string, number>> = {
  COP: MAX_AMOUNT_OF_ANY_CURRENCY,
  IDR: MAX_AMOUNT_OF_ANY_CURRENCY,
  INR: 999_999_999,
  LAK: MAX_AMOUNT_OF_ANY_CURRENCY,
  LBP: MAX_AMOUNT_OF_ANY_CURRENCY,
  UZS: MAX_AMOUNT_OF_ANY_CURRENCY,
};

export const CURRENCIES: readonly Currency[] = CURRENCY_ROWS.map(
  ([code, symbol, decimals, displayDecimals, step, minimum]) => ({
    code,
    symbol,
    decimals,
    displayDecimals,
    step,
    minimum,
    maximum: LARGER_MAXIMUMS[code] ?? MAX_AMOUNT,
  }),
);

const currenciesByCode = new Map(CURRENCIES.map((currency) => [currency.code, currency]));

export const isCurrencyCode = (code: string): boolean => currenciesByCode.has(code);

/** Throws a RangeError for unknown codes: codes are validated at the input. */
export function getCurrency(code: string): Currency {
  const currency = currenciesByCode.get(code.toUpperCase());
  if (!currency) throw new RangeError(`Unknown currency ${code}`);
  return currency;
}
