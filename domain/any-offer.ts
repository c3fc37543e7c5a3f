/** Arbitrary prices, dates, stock and coupons for property tests. Imported by tests only. */
import fc from 'fast-check';

import { filled, from, price, text } from './any-pieces.ts';
import { addedKeys, type CheckoutPageConfig } from './checkout-page.ts';
import { MAX_COUPONS, type Coupon } from './coupon.ts';
import type { Currency } from './currencies.ts';
import { amountText } from './money.ts';
import {
  COUNTDOWN_ENDS,
  MAX_PRESETS,
  MAX_PRICE_OPTIONS,
  MAX_STOCK,
  OFFER_TEXT,
  OPTION_NAME,
  type PriceOption,
} from './offer.ts';

type Offer = Pick<
  CheckoutPageConfig,
  'priceOptions' | 'payWhatYouWant' | 'countdown' | 'availability' | 'timeZone'
>;

const moment = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 2 });

const optionsOf = (currency: Currency) => {
  const option = fc.record<PriceOption>({
    id: from('abc0123456789', 8, 8),
    name: filled(OPTION_NAME),
    price: price(currency),
    paymentType: fc.constantFrom('one-time' as const, 'subscription' as const),
    billingFrequency: fc.constantFrom('weekly' as const, 'monthly' as const, 'yearly' as const),
  });
  return fc.record({
    baseName: text(OPTION_NAME),
    others: fc.array(option, { minLength: 1, maxLength: MAX_PRICE_OPTIONS - 1 }),
  });
};

const nameable = (currency: Currency) => {
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
    endsAt: moment,
    text: text(OFFER_TEXT, true),
    textAfter: text(OFFER_TEXT, true),
    atEnd: fc.constantFrom(...COUNTDOWN_ENDS),
    priceAfter: price(currency),
  });

const availability = fc.record({
  opensAt: maybe(moment),
  closesAt: maybe(moment),
  stock: maybe(fc.integer({ min: 1, max: MAX_STOCK })),
  showStock: fc.boolean(),
  earlyText: text(OFFER_TEXT, true),
  closedText: text(OFFER_TEXT, true),
  soldOutText: text(OFFER_TEXT, true),
});

/** One price, several prices or pay-what-you-want. The caller removes combinations that exclude each other. */
export function anyOffer(currency: Currency): fc.Arbitrary<Offer> {
  const { priceOptions, payWhatYouWant } = addedKeys();
  return fc.record<Offer>({
    priceOptions: fc.oneof({ weight: 2, arbitrary: fc.constant(priceOptions) }, optionsOf(currency)),
    payWhatYouWant: fc.oneof({ weight: 4, arbitrary: fc.constant(payWhatYouWant) }, nameable(currency)),
    countdown: countdown(currency),
    availability,
    timeZone: fc.constantFrom('UTC', 'Europe/Vienna', 'America/New_York', 'Asia/Kathmandu'),
  });
}

const bounds = (currency: Currency): fc.Arbitrary<Partial<Coupon>> => {
  const uses = fc.integer({ min: 1, max: 1000 });
  return fc.record(
    { startsAt: moment, endsAt: moment, limit: uses, perBuyer: uses, minimum: price(currency) },
    { requiredKeys: [] },
  );
};

export function anyCoupons(currency: Currency): fc.Arbitrary<Coupon[]> {
  const { step, code } = currency;
  const discount = {
    percentage: fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100),
    fixed: fc.integer({ min: 1, max: 5000 }).map((steps) => Number(amountText(steps * step, code))),
  };
  const of = (type: Coupon['type'], codes: fc.Arbitrary<string>) =>
    fc
      .tuple(
        fc.record({ code: codes, discount: discount[type], type: fc.constant(type) }),
        fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, bounds(currency)),
      )
      .map(([coupon, bound]) => ({ ...coupon, ...bound }));
  const coupon = fc.oneof(of('percentage', from('ABCXYZ0189_-', 1, 40)), of('fixed', from('ABC', 1, 8)));
  return fc.uniqueArray(coupon, { maxLength: MAX_COUPONS, selector: (one) => one.code, size: 'small' });
}
