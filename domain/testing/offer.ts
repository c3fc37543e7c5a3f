/** Arbitrary prices, dates, stock and coupons for property tests. */
import fc from 'fast-check';

import { createAddedFields, type CheckoutPageConfig } from '../checkout-page.ts';
import { MAX_COUPON_NOTE, MAX_COUPON_PAYMENTS, MAX_COUPONS, type Coupon } from '../coupon.ts';
import type { Currency } from '../currencies.ts';
import { formatAmount } from '../money.ts';
import {
  MAX_PRESETS,
  MAX_PRICE_OPTIONS,
  MAX_OFFER_TEXT_LENGTH,
  MAX_OPTION_NAME_LENGTH,
  type PriceOption,
} from '../offer.ts';
import { BUMP_BILLINGS, BUMP_LIMITS, BUMP_POSITIONS, MAX_BUMPS } from '../order-bump.ts';
import { COUNTDOWN_ENDS, MAX_STOCK } from '../page-schedule.ts';
import { QUANTITY_LIMITS } from '../quantity.ts';
import { visibleText, stringOf, price, text } from './text-and-price.ts';

type Offer = Pick<
  CheckoutPageConfig,
  'priceOptions' | 'payWhatYouWant' | 'countdown' | 'availability' | 'timeZone' | 'bumps' | 'quantity'
>;

const instant = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 2 });

/** Free trials, setup fees and numbers of payments. */
export const paymentTermsArbitrary = (currency: Currency) =>
  fc.record({
    setupFee: fc.oneof(fc.constant(''), price(currency)),
    trialDays: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 730 })),
    trialNeedsCard: fc.boolean(),
    installments: fc.integer({ min: 2, max: 24 }),
  });

const optionsArbitrary = (currency: Currency) => {
  const option = fc.record<PriceOption>({
    id: stringOf('abc0123456789', 8, 8),
    name: visibleText(MAX_OPTION_NAME_LENGTH),
    price: price(currency),
    paymentType: fc.constantFrom('one-time' as const, 'subscription' as const, 'payment-plan' as const),
    billingFrequency: fc.constantFrom('weekly' as const, 'monthly' as const, 'yearly' as const),
    paymentTerms: paymentTermsArbitrary(currency),
  });
  return fc.record({
    baseName: text(MAX_OPTION_NAME_LENGTH),
    others: fc.array(option, { minLength: 1, maxLength: MAX_PRICE_OPTIONS - 1 }),
  });
};

const payWhatYouWantArbitrary = (currency: Currency) => {
  const amounts = fc.array(price(currency), { maxLength: MAX_PRESETS });
  return fc.record({
    enabled: fc.constant(true),
    minimum: fc.constant(''),
    maximum: fc.constant(''),
    presets: amounts,
  });
};

const countdown = (currency: Currency) =>
  fc.record({
    enabled: fc.boolean(),
    endsAt: instant,
    text: text(MAX_OFFER_TEXT_LENGTH, true),
    textAfter: text(MAX_OFFER_TEXT_LENGTH, true),
    atEnd: fc.constantFrom(...COUNTDOWN_ENDS),
    priceAfter: price(currency),
  });

const availability = fc.record({
  opensAt: orNull(instant),
  closesAt: orNull(instant),
  stock: orNull(fc.integer({ min: 1, max: MAX_STOCK })),
  showStock: fc.boolean(),
  earlyText: text(MAX_OFFER_TEXT_LENGTH, true),
  closedText: text(MAX_OFFER_TEXT_LENGTH, true),
  soldOutText: text(MAX_OFFER_TEXT_LENGTH, true),
});

/** Order bumps that cost at least Stripe's minimum. The caller bills them once on a page without a subscription. */
const bumpsArbitrary = (currency: Currency): fc.Arbitrary<Offer['bumps']> => {
  const least = Math.max(1, Math.ceil((currency.minimum ?? 0) / currency.step));
  const bump = fc.record({
    id: stringOf('abc0123456789', 8, 8),
    enabled: fc.boolean(),
    title: visibleText(BUMP_LIMITS.title),
    text: text(BUMP_LIMITS.text, true),
    price: fc
      .integer({ min: least, max: least * 1000 })
      .map((steps) => formatAmount(steps * currency.step, currency.code)),
    image: fc.constant(null),
    regularPrice: fc.constant(''),
    billing: fc.constantFrom(...BUMP_BILLINGS),
    offeredWith: fc.constant(null),
  });
  const items = fc.uniqueArray(bump, { maxLength: MAX_BUMPS, selector: ({ title }) => title.toLowerCase() });
  return fc.record({ items, position: fc.constantFrom(...BUMP_POSITIONS) });
};

/** Tiers of the base price, which the caller removes if they are not cheaper. */
const quantityArbitrary = (currency: Currency): fc.Arbitrary<Offer['quantity']> =>
  fc.record({
    enabled: fc.boolean(),
    minimum: fc.integer({ min: 1, max: 5 }),
    maximum: fc.integer({ min: 6, max: 40 }),
    singular: text(QUANTITY_LIMITS.name),
    plural: text(QUANTITY_LIMITS.name),
    tiers: fc.uniqueArray(
      fc.record({
        from: fc.integer({ min: 6, max: 40 }),
        price: price(currency),
        optionPrices: fc.constant({}),
      }),
      { maxLength: 2, selector: ({ from }) => from },
    ),
  });

/** One price, several prices or pay-what-you-want. The caller removes combinations that exclude each other. */
export function offerArbitrary(currency: Currency): fc.Arbitrary<Offer> {
  const { priceOptions, payWhatYouWant } = createAddedFields();
  return fc.record<Offer>({
    priceOptions: fc.oneof({ weight: 2, arbitrary: fc.constant(priceOptions) }, optionsArbitrary(currency)),
    payWhatYouWant: fc.oneof({ weight: 4, arbitrary: fc.constant(payWhatYouWant) }, payWhatYouWantArbitrary(currency)),
    countdown: countdown(currency),
    availability,
    bumps: bumpsArbitrary(currency),
    quantity: quantityArbitrary(currency),
    timeZone: fc.constantFrom('UTC', 'Europe/Vienna', 'America/New_York', 'Asia/Kathmandu'),
  });
}

const couponLimitsArbitrary = (currency: Currency): fc.Arbitrary<Partial<Coupon>> => {
  const useCount = fc.integer({ min: 1, max: 1000 });
  return fc.record(
    {
      startsAt: instant,
      endsAt: instant,
      limit: useCount,
      perBuyer: useCount,
      minimum: price(currency),
      payments: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: MAX_COUPON_PAYMENTS })),
      paused: fc.constant(true as const),
      note: visibleText(MAX_COUPON_NOTE),
    },
    { requiredKeys: [] },
  );
};

const couponBuyersArbitrary: fc.Arbitrary<Partial<Coupon>> = fc.oneof(
  fc.constant({}),
  fc.constant({ buyers: 'new' as const }),
  fc.uuid().map((buyersOf) => ({ buyers: 'page' as const, buyersOf })),
);

export function couponsArbitrary(currency: Currency): fc.Arbitrary<Coupon[]> {
  const { step, code } = currency;
  const discount = {
    percentage: fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100),
    fixed: fc.integer({ min: 1, max: 5000 }).map((steps) => Number(formatAmount(steps * step, code))),
  };
  const couponOfType = (type: Coupon['type'], codeArbitrary: fc.Arbitrary<string>) =>
    fc
      .tuple(
        fc.record({
          code: codeArbitrary,
          discount: discount[type],
          type: fc.constant(type),
          scope: fc.constantFrom('product' as const, 'all' as const),
        }),
        fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, couponLimitsArbitrary(currency)),
        couponBuyersArbitrary,
      )
      .map(([coupon, limits, buyers]) => ({ ...coupon, ...limits, ...buyers }));
  const coupon = fc.oneof(
    couponOfType('percentage', stringOf('ABCXYZ0189_-', 1, 40)),
    couponOfType('fixed', stringOf('ABC', 1, 8)),
  );
  return fc.uniqueArray(coupon, {
    maxLength: MAX_COUPONS,
    selector: (candidate) => candidate.code,
    size: 'small',
  });
}
