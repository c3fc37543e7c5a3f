import fc from 'fast-check';
import { expect, test } from 'vitest';

import { CheckoutPageConfig } from '../checkout-page-schema.ts';
import { findCouponError } from '../coupon.ts';
import { getCurrency } from '../currencies.ts';
import { listBuyerChoices } from '../order-bump.ts';
import { validatePage, normalizeConfig } from '../page-fields.ts';
import { configAt } from '../page-schedule.ts';
import { listDueLines } from '../paid-lines.ts';
import { getProductAmount, quoteOrder, SETUP_FEE_LINE, type QuoteLine } from '../quote.ts';
import { configArbitrary } from './page-config.ts';
import { propertyRuns } from './property-runs.ts';

test('generates only valid, publishable configs, and covers every kind', () => {
  const image = `/media/${'0a'.repeat(32)}.webp`;
  const configs = fc.sample(configArbitrary([image]), { numRuns: 300, seed: 7 });
  for (const config of configs) {
    expect(CheckoutPageConfig.safeParse(config).success).toBe(true);
    expect(validatePage(normalizeConfig(config))).toEqual([]);
  }
  const some = (predicate: (config: CheckoutPageConfig) => boolean) => configs.filter(predicate).length;
  expect(some(({ validCoupons }) => validCoupons.length > 1)).toBeGreaterThan(20);
  expect(some(({ features }) => features.length > 3)).toBeGreaterThan(20);
  expect(some(({ testimonials }) => testimonials.items.length > 1)).toBeGreaterThan(20);
  expect(some(({ price }) => Number(price) === 0)).toBeGreaterThan(5);
  expect(some(({ productImage, logo }) => productImage !== null && logo === null)).toBeGreaterThan(20);
  expect(some(({ priceOptions }) => priceOptions.others.length > 0)).toBeGreaterThan(20);
  expect(some(({ payWhatYouWant }) => payWhatYouWant.enabled)).toBeGreaterThan(5);
  expect(
    some(({ paymentTerms: { setupFee }, paymentType }) => setupFee !== '' && paymentType === 'subscription'),
  ).toBeGreaterThan(5);
  expect(some(({ paymentType }) => paymentType === 'payment-plan')).toBeGreaterThan(5);
  expect(some(({ countdown }) => countdown.enabled && countdown.atEnd === 'price')).toBeGreaterThan(5);
  expect(some(({ bumps }) => bumps.items.length > 1)).toBeGreaterThan(20);
  expect(
    some(({ bumps }) => bumps.items.some(({ enabled, billing }) => enabled && billing === 'with-price')),
  ).toBeGreaterThan(20);
  expect(some(({ availability }) => availability.stock !== null)).toBeGreaterThan(20);
  expect(some(({ validCoupons }) => validCoupons.some(({ limit }) => limit))).toBeGreaterThan(20);
  for (const key of ['payments', 'buyers', 'buyersOf', 'paused', 'note'] as const)
    expect(some(({ validCoupons }) => validCoupons.some((coupon) => coupon[key]))).toBeGreaterThan(10);
  expect(new Set(configs.map(({ currency }) => currency)).size).toBeGreaterThan(60);
});

const sum = (lines: readonly QuoteLine[], column: 'subtotal' | 'discount' | 'total') =>
  lines.reduce((total, line) => total + line[column], 0);

/** Every price with every combination of order bumps, all in one quantity. `seed`: any number that chooses it. */
function listChoices(page: CheckoutPageConfig, seed: number) {
  const { enabled, minimum, maximum } = page.quantity;
  const quantity = enabled ? minimum + (seed % (maximum - minimum + 1)) : 1;
  const ofOneUnit = listBuyerChoices({ ...page, quantity: { ...page.quantity, enabled: false } });
  return ofOneUnit.map(({ config, optionId, bumps }) => ({
    config: { ...config, quantity: page.quantity },
    choice: { optionId, bumps: bumps.map(({ id }) => id), quantity },
  }));
}

/** Ten thousand pages take longer than the usual limit on a busy machine. */
const TIMEOUT_MS = 300_000;

test('never loses or pays out money at any price with any extras, quantity and coupon', { timeout: TIMEOUT_MS }, () => {
  fc.assert(
    fc.property(configArbitrary(), fc.nat(), (untidy, seed) => {
      const page = configAt(normalizeConfig(untidy), new Date(0));
      const { step } = getCurrency(page.currency);
      for (const { config, choice } of listChoices(page, seed))
        for (const coupon of [null, ...page.validCoupons]) {
          const quote = quoteOrder(config, choice, coupon);
          if (!('lines' in quote)) throw new Error(quote.error);
          const { lines, original, discount, total, recurring } = quote;
          const fees = lines.filter(({ key }) => key === SETUP_FEE_LINE);
          expect(lines).toHaveLength(1 + fees.length + choice.bumps.length);
          const due = listDueLines(lines);
          expect([original, discount, total]).toEqual([sum(due, 'subtotal'), sum(due, 'discount'), sum(due, 'total')]);
          const repeated = lines.filter(({ kind }) => kind === 'recurring');
          expect(recurring?.discounted?.amount ?? recurring?.amount ?? 0).toBe(sum(repeated, 'total'));
          for (const line of lines) {
            expect(line.subtotal).toBe(line.unit * line.quantity);
            expect(line.total).toBe(line.subtotal - line.discount);
            expect(Math.min(line.total, line.discount)).toBeGreaterThanOrEqual(0);
            expect([line.total % step, line.discount % step]).toEqual([0, 0]);
          }
          const bounds = { now: new Date(0), original: getProductAmount(quote), currency: page.currency };
          const isFor = coupon && !findCouponError({ ...coupon, startsAt: null, endsAt: null }, bounds);
          if (isFor || coupon === null) expect('error' in quote).toBe(false);
        }
    }),
    { numRuns: propertyRuns(10_000) },
  );
});
