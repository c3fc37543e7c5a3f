import fc from 'fast-check';
import { expect, test } from 'vitest';

import { CURRENCIES, getCurrency, MAX_AMOUNT_OF_ANY_CURRENCY } from './currencies.ts';
import { SAMPLE_RATES } from './exchange-rate-table.ts';
import { ExchangeRatesSchema, convertToUsd, calculateUsdRefund, type ExchangeRates } from './exchange-rates.ts';
import { propertyRuns } from './testing/property-runs.ts';

const centsOf = (amount: number, code: string, rates = SAMPLE_RATES) => convertToUsd(amount, code, rates).usdCents;

const at = (perUsd: Record<string, string>): ExchangeRates => ({
  date: '2026-11-01',
  source: 'A test.',
  perUsd,
});

/** Converts a decimal number into an exact fraction. */
function fraction(text: string): [bigint, bigint] {
  const dot = text.indexOf('.');
  const places = dot < 0 ? 0 : text.length - dot - 1;
  return [BigInt(text.replace('.', '')), 10n ** BigInt(places)];
}

const rate = fc
  .tuple(fc.integer({ min: 0, max: 30_000 }), fc.stringMatching(/^\d{0,8}$/))
  .map(([whole, places]) => (places ? `${whole}.${places}` : String(whole)))
  .filter((text) => Number(text) >= 0.01);

test('rounds US cents to the nearest exact value, half up', () => {
  const any = fc.tuple(fc.constantFrom(...CURRENCIES), fc.nat(MAX_AMOUNT_OF_ANY_CURRENCY), rate);
  fc.assert(
    fc.property(
      any.filter(([{ code }]) => code !== 'USD'),
      ([{ code, decimals }, amount, perUsd]) => {
        const [units, scale] = fraction(perUsd);
        // amount / 10^decimals / (units / scale) * 100, as a fraction
        const [top, bottom] = [BigInt(amount) * scale * 100n, units * 10n ** BigInt(decimals)];
        const cents = BigInt(centsOf(amount, code, at({ [code]: perUsd })));
        const deviation = 2n * (cents * bottom - top);
        expect(deviation > -bottom && deviation <= bottom).toBe(true);
      },
    ),
    { numRuns: propertyRuns(5000) },
  );
});

test('uses Stripe’s minor units: zero, two or three decimals, and two that are never displayed', () => {
  const rates = at({ JPY: '150', EUR: '0.8', KWD: '0.3', ISK: '125', UGX: '3500', AED: '3.6725' });
  expect(centsOf(1500, 'JPY', rates)).toBe(1000);
  expect(centsOf(800, 'EUR', rates)).toBe(1000);
  expect(centsOf(3000, 'KWD', rates)).toBe(1000);
  expect(centsOf(125_000, 'ISK', rates)).toBe(1000);
  expect(centsOf(3_500_000, 'UGX', rates)).toBe(1000);
  expect(centsOf(36_725, 'aed', rates)).toBe(10_000);
  expect([getCurrency('ISK').decimals, getCurrency('UGX').decimals, getCurrency('KWD').decimals]).toEqual([2, 2, 3]);
});

test('rounds half a cent up', () => {
  const rates = at({ EUR: '2', JPY: '100' });
  expect([1, 2, 3].map((amount) => centsOf(amount, 'EUR', rates))).toEqual([1, 1, 2]);
  expect(centsOf(0, 'EUR', rates)).toBe(0);
});

test('leaves US dollars unchanged regardless of the table', () => {
  expect(convertToUsd(2999, 'USD', at({ USD: '2' }))).toEqual({
    usdCents: 2999,
    fxRate: '1',
    fxSource: 'identity',
  });
});

test('records which rate a conversion used and never guesses a rate', () => {
  expect(convertToUsd(100, 'EUR', at({ EUR: '0.80' }))).toEqual({
    usdCents: 125,
    fxRate: '0.80',
    fxSource: 'table 2026-11-01',
  });
  expect(convertToUsd(100, 'GBP', at({ EUR: '0.8' }))).toEqual({
    usdCents: 0,
    fxRate: null,
    fxSource: null,
  });
});

test('has a sample table that covers every currency and passes validation', () => {
  expect(Object.keys(SAMPLE_RATES.perUsd).toSorted()).toEqual(CURRENCIES.map(({ code }) => code).toSorted());
  expect(ExchangeRatesSchema.parse(SAMPLE_RATES)).toEqual(SAMPLE_RATES);
});

test('fits the largest charge of each currency into a row', () => {
  for (const { code, maximum } of CURRENCIES) expect(centsOf(maximum, code)).toBeLessThan(2 ** 31);
});

test('takes back the refunded share: nothing, everything, and monotonically between', () => {
  const sale = fc
    .record({
      usdCents: fc.nat(2 ** 31 - 1),
      amount: fc.integer({ min: 1, max: MAX_AMOUNT_OF_ANY_CURRENCY }),
    })
    .chain((one) => fc.tuple(fc.constant(one), fc.nat(one.amount), fc.nat(one.amount)));
  fc.assert(
    fc.property(sale, ([{ usdCents, amount }, one, other]) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      expect(calculateUsdRefund(usdCents, amount, 0)).toBe(0);
      expect(calculateUsdRefund(usdCents, amount, amount)).toBe(usdCents);
      expect(calculateUsdRefund(usdCents, amount, less)).toBeLessThanOrEqual(
        calculateUsdRefund(usdCents, amount, more),
      );
      const deviation =
        2n * (BigInt(calculateUsdRefund(usdCents, amount, more)) * BigInt(amount) - BigInt(usdCents) * BigInt(more));
      expect(deviation > -BigInt(amount) && deviation <= BigInt(amount)).toBe(true);
    }),
  );
});

const validationErrors = (file: unknown): string[] => {
  const parsed = ExchangeRatesSchema.safeParse(file);
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
};

test('validates a rates file as a whole', () => {
  const file = { date: '2026-11-01', source: 'Our bank.', perUsd: { EUR: 0.87, JPY: '154.2' } };
  expect(ExchangeRatesSchema.parse(file).perUsd).toEqual({ EUR: '0.87', JPY: '154.2' });
  const { date: _date, ...undated } = file;
  expect(validationErrors(undated)).toEqual(['date is missing']);
  expect(validationErrors({ ...file, date: '2026-02-30' })).toEqual(['date must be a date such as 2026-11-01']);
  const wrong = { XXX: '1', eur: '1', EUR: '0', JPY: '-1', GBP: '1e3', KWD: 0.0001, USD: '1.1', INR: '' };
  const named = validationErrors({ ...file, perUsd: wrong }).map((expectedError) => expectedError.split(' ')[0]);
  expect(new Set(named)).toEqual(new Set(Object.keys(wrong).map((code) => `perUsd.${code}`)));
  expect(validationErrors('rates')).toHaveLength(1);
  expect(validationErrors({ ...file, perUsd: { constructor: '1' } })).toHaveLength(1);
});
