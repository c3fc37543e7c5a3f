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
};

export const DEFAULT_CURRENCY = 'USD';

/** The largest charge that every card and method accepts, in minor units. */
export const MAX_AMOUNT = 99_999_999;

export const CURRENCIES: readonly Currency[] = CURRENCY_ROWS.map(
  ([code, name, symbol, decimals, shownDecimals, step, minimum]) => ({
    code,
    name,
    symbol,
    decimals,
    shownDecimals,
    step,
    minimum,
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
