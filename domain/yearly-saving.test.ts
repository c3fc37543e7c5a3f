import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from './checkout-page.ts';
import { calculateSaving, type PriceOption } from './offer.ts';

const option = (id: string, price: string, billing: PriceOption['billingFrequency'] | null): PriceOption => ({
  id,
  name: '',
  price,
  paymentType: billing ? 'subscription' : 'one-time',
  billingFrequency: billing ?? 'monthly',
});

const PLANS: CheckoutPageConfig = {
  ...createEmptyConfig(),
  price: '10',
  paymentType: 'subscription',
  priceOptions: { baseName: '', others: [option('year', '99', 'yearly'), option('once', '299', null)] },
};

test('calculates the saving of a yearly price against twelve monthly payments, rounded down', () => {
  expect(calculateSaving(PLANS, 'year')).toEqual({ amount: 2100, percentage: 17 });
  for (const id of ['base', 'once', 'none']) expect(calculateSaving(PLANS, id)).toBeNull();
});

test.for([
  ['120', null],
  ['150', null],
  ['119.99', null],
  ['118.80', { amount: 120, percentage: 1 }],
  ['0', { amount: 12_000, percentage: 100 }],
] as const)('at $10 a month, a year at $%s saves %j', ([price, saving]) => {
  const others = [option('year', price, 'yearly')];
  expect(calculateSaving({ ...PLANS, priceOptions: { baseName: '', others } }, 'year')).toEqual(saving);
});

test('returns no saving if several prices are monthly', () => {
  const others = [option('year', '99', 'yearly'), option('more', '20', 'monthly')];
  expect(calculateSaving({ ...PLANS, priceOptions: { baseName: '', others } }, 'year')).toBeNull();
});

test('never saves more than twelve monthly payments', () => {
  const cents = fc.integer({ min: 50, max: 9_999_999 }).map((amount) => (amount / 100).toFixed(2));
  fc.assert(
    fc.property(cents, cents, (month, year) => {
      const others = [option('year', year, 'yearly')];
      const saving = calculateSaving({ ...PLANS, price: month, priceOptions: { baseName: '', others } }, 'year');
      const [twelve, paid] = [12 * Math.round(Number(month) * 100), Math.round(Number(year) * 100)];
      if (!saving) {
        expect((twelve - paid) * 100).toBeLessThan(twelve);
        return;
      }
      expect(saving.amount).toBe(twelve - paid);
      expect(saving.percentage * twelve).toBeLessThanOrEqual(saving.amount * 100);
      expect((saving.percentage + 1) * twelve).toBeGreaterThan(saving.amount * 100);
    }),
  );
});
