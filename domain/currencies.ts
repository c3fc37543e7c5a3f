import { CURRENCY_ROWS } from './currency-table.ts';

export type Currency = {
  code: string;
  name: string;
  /** The currency's own symbol; empty where it has none. */
  symbol: string;
  /** Decimals of an amount in minor units as the provider counts them. */
  decimals: number;
  /** Decimals that people read and type. */
  shownDecimals: number;
  /** Amounts in minor units must be multiples of this. */
  step: number;
  /** The provider's minimum charge in minor units; null where it publishes none. */
  minimum: number | null;
  /** The largest amount, in minor units. */
  maximum: number;
};

export const DEFAULT_CURRENCY = 'USD';

/** The largest amount in most currencies, in minor units: Stripe's eight digits. */
export const MAX_AMOUNT = 99_999_999;
/** The largest amount in any currency, in minor units: what a column of the database holds, rounded down. */
export const MAX_AMOUNT_OF_ANY_CURRENCY = 2_000_000_000;
/** Currencies with small units, in which Stripe takes more than eight digits: COP 10, IDR and cards in the others 12, INR 9. */
const LARGER_MAXIMUMS: Readonly<Record<string, number>> = {
  COP: MAX_AMOUNT_OF_ANY_CURRENCY,
  IDR: MAX_AMOUNT_OF_ANY_CURRENCY,
  INR: 999_999_999,
  LAK: MAX_AMOUNT_OF_ANY_CURRENCY,
  LBP: MAX_AMOUNT_OF_ANY_CURRENCY,
  UZS: MAX_AMOUNT_OF_ANY_CURRENCY,
};

export const CURRENCIES: readonly Currency[] = CURRENCY_ROWS.map(
  ([code, name, symbol, decimals, shownDecimals, step, minimum]) => ({
    code,
    name,
    symbol,
    decimals,
    shownDecimals,
    step,
    minimum,
    maximum: LARGER_MAXIMUMS[code] ?? MAX_AMOUNT,
  }),
);

const byCode = new Map(CURRENCIES.map((currency) => [currency.code, currency]));

export const isCurrencyCode = (code: string): boolean => byCode.has(code);

/** Throws on a code that is not in the table: codes are checked where they come in. */
export function currencyOf(code: string): Currency {
  const currency = byCode.get(code.toUpperCase());
  if (!currency) throw new RangeError(`Unknown currency ${code}`);
  return currency;
}
