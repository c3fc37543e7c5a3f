import { z } from 'zod';

import { currencyOf, isCurrencyCode } from './currencies.ts';

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
export type Conversion = { usdCents: number; fxRate: string | null; fxSource: string | null };

/** Converts minor units of a currency to US cents, rounding half up. */
export function usdConversion(amount: number, currencyCode: string, rates: ExchangeRates): Conversion {
  const { code, decimals } = currencyOf(currencyCode);
  if (code === 'USD') return { usdCents: amount, fxRate: '1', fxSource: 'identity' };
  const fxRate = rates.perUsd[code];
  if (fxRate === undefined) return { usdCents: 0, fxRate: null, fxSource: null };
  const usdCents = centsAt(BigInt(amount), decimals, fxRate);
  return { usdCents, fxRate, fxSource: `table ${rates.date}` };
}

function centsAt(amount: bigint, decimals: number, rate: string): number {
  const [whole = '', fraction = ''] = rate.split('.');
  const cents = amount * 100n * 10n ** BigInt(fraction.length);
  return Number(halfUp(cents, BigInt(whole + fraction) * 10n ** BigInt(decimals)));
}

const halfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

/** The share of a sale's US cents that a refund takes back: proportional, half up; all if everything is refunded. */
export const usdRefundOf = (usdCents: number, amount: number, refunded: number): number =>
  Number(halfUp(BigInt(usdCents) * BigInt(refunded), BigInt(amount)));

/** Plausible range of rates: a value outside is inverted or has a misplaced dot. */
const SMALLEST = 0.01;
const LARGEST = 10_000_000;

const Rate = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((text) => /^\d{1,9}(\.\d{1,12})?$/.test(text), 'must be a decimal number above 0')
  .refine(
    (text) => Number(text) >= SMALLEST && Number(text) <= LARGEST,
    'must be units of the currency for one US dollar, between 0.01 and 10,000,000',
  );

const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

/** Schema of a rates file. Missing currencies are allowed: their sales count as 0 and a log entry says so. */
export const ExchangeRatesSchema: z.ZodType<ExchangeRates> = z
  .strictObject({
    date: z.string('is missing').refine(isDay, 'must be a day such as 2026-11-01'),
    source: z.string('is missing').min(1, 'is missing').max(200),
    perUsd: z.record(z.string(), Rate, 'is missing'),
  })
  .superRefine(({ perUsd }, { addIssue }) => {
    for (const [code, rate] of Object.entries(perUsd)) {
      if (!isCurrencyCode(code) || code !== code.toUpperCase())
        addIssue({ code: 'custom', path: ['perUsd', code], message: 'is not a currency of the shop' });
      if (code === 'USD' && Number(rate) !== 1)
        addIssue({ code: 'custom', path: ['perUsd', code], message: 'must be 1' });
    }
  });
