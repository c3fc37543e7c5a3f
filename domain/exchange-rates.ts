import { z } from 'zod';

import { getCurrency, isCurrencyCode } from './currencies.ts';
import { isCalendarDay } from './custom-field-answers.ts';

/** Exchange rates of one day: units of each currency per US dollar. */
export type ExchangeRates = {
  /** `2026-11-01` */
  date: string;
  /** Source of the rates, as a sentence. */
  source: string;
  /** Decimal numbers as text, to avoid rounding. */
  perUsd: Readonly<Record<string, string>>;
};

/** An amount in US cents; 0 and null if no rate is known. Rates are never guessed. */
type UsdConversion = { usdCents: number; fxRate: string | null; fxSource: string | null };

/** Converts minor units of a currency to US cents, rounding half up. */
export function convertToUsd(amount: number, currencyCode: string, rates: ExchangeRates): UsdConversion {
  const { code, decimals } = getCurrency(currencyCode);
  if (code === 'USD') return { usdCents: amount, fxRate: '1', fxSource: 'identity' };
  const fxRate = rates.perUsd[code];
  if (fxRate === undefined) return { usdCents: 0, fxRate: null, fxSource: null };
  const usdCents = toUsdCents(BigInt(amount), decimals, fxRate);
  return { usdCents, fxRate, fxSource: `table ${rates.date}` };
}

function toUsdCents(amount: bigint, decimals: number, rate: string): number {
  const [integerPart = '', fraction = ''] = rate.split('.');
  const cents = amount * 100n * 10n ** BigInt(fraction.length);
  return Number(divideHalfUp(cents, BigInt(integerPart + fraction) * 10n ** BigInt(decimals)));
}

const divideHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

/** The share of a sale's US cents that a refund takes back: proportional, half up; all if everything is refunded. */
export const calculateUsdRefund = (usdCents: number, amount: number, refunded: number): number =>
  Number(divideHalfUp(BigInt(usdCents) * BigInt(refunded), BigInt(amount)));

/** Plausible range of rates: a value outside is inverted or has a misplaced dot. */
const MIN_RATE = 0.01;
const MAX_RATE = 10_000_000;

const RateSchema = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((text) => /^\d{1,9}(\.\d{1,12})?$/.test(text), 'must be a decimal number above 0')
  .refine(
    (text) => Number(text) >= MIN_RATE && Number(text) <= MAX_RATE,
    'must be units of the currency for one US dollar, between 0.01 and 10,000,000',
  );

/** Schema of a rates file. Missing currencies are allowed: their sales count as 0 and a log entry says so. */
export const ExchangeRatesSchema: z.ZodType<ExchangeRates> = z
  .strictObject({
    date: z.string('is missing').refine(isCalendarDay, 'must be a date such as 2026-11-01'),
    source: z.string('is missing').min(1, 'is missing').max(200),
    perUsd: z.record(z.string(), RateSchema, 'is missing'),
  })
  .superRefine(({ perUsd }, { addIssue }) => {
    for (const [code, rate] of Object.entries(perUsd)) {
      if (!isCurrencyCode(code) || code !== code.toUpperCase())
        addIssue({ code: 'custom', path: ['perUsd', code], message: 'is not a supported currency' });
      if (code === 'USD' && Number(rate) !== 1)
        addIssue({ code: 'custom', path: ['perUsd', code], message: 'must be 1' });
    }
  });
