import { expect, test } from 'vitest';

import { createAddedFields, createEmptyConfig, type CheckoutPageConfig } from './checkout-page.ts';
import { validatePage, normalizeConfig } from './page-fields.ts';

type Change = {
  options?: Partial<CheckoutPageConfig['priceOptions']>;
  named?: Partial<CheckoutPageConfig['payWhatYouWant']>;
  countdown?: Partial<CheckoutPageConfig['countdown']>;
  dates?: Partial<CheckoutPageConfig['availability']>;
  rest?: Partial<CheckoutPageConfig>;
};

const defaults = createAddedFields();

const page = ({ options, named, countdown, dates, rest }: Change): CheckoutPageConfig => ({
  ...createEmptyConfig(),
  productName: 'Throwing Taller',
  price: '29',
  priceOptions: { ...defaults.priceOptions, ...options },
  payWhatYouWant: { ...defaults.payWhatYouWant, enabled: named !== undefined, ...named },
  countdown: { ...defaults.countdown, enabled: countdown !== undefined, endsAt: NOON, ...countdown },
  availability: { ...defaults.availability, ...dates },
  ...rest,
});

const NOON = '2026-11-20T12:00:00Z';

const option = (id: string, name: string, price = '99') => ({
  id,
  name,
  price,
  paymentType: 'subscription' as const,
  billingFrequency: 'yearly' as const,
});

const validate = (change: Change): Record<string, string> =>
  Object.fromEntries(validatePage(normalizeConfig(page(change))).map(({ field, message }) => [field, message]));

test('allows publishing with several prices, pay-what-you-want, a countdown or dates', () => {
  const fine: Change[] = [
    {},
    { options: { others: [option('a', ''), option('b', 'For teams', '0')] } },
    { named: { minimum: '', maximum: '', presets: ['10', '', ' 29 '] } },
    { named: { minimum: '5', maximum: '29', presets: ['5', '29'] } },
    { countdown: { atEnd: 'price', priceAfter: ' 49 ' } },
    { countdown: { atEnd: 'close' }, options: { others: [option('a', '')] } },
    { dates: { opensAt: '2026-11-01T00:00:00Z', closesAt: NOON, stock: 1 } },
    { dates: { stock: 1_000_000, soldOutText: 'x'.repeat(300) } },
  ];
  for (const change of fine) expect([change, validate(change)]).toEqual([change, {}]);
});

test.for<[Change, string, string]>([
  [{ options: { others: [option('a', 'One'), option('b', ' ONE ')] } }, 'priceOptions.1', 'named “ONE”'],
  [{ options: { baseName: 'yearly', others: [option('a', '')] } }, 'priceOptions.0', 'named “Yearly”'],
  [{ options: { others: [option('a', 'One'), option('a', 'Two')] } }, 'priceOptions.1', 'added twice'],
  [{ options: { others: [option('base', 'One')] } }, 'priceOptions.0', 'added twice'],
  [{ options: { others: [option('a', 'One', '')] } }, 'priceOptions.0', 'Set a price'],
  [{ options: { others: [option('a', 'One', '0.2')] } }, 'priceOptions.0', 'minimum in USD is $0.50'],
  [{ options: { others: [option('a', 'x'.repeat(61))] } }, 'priceOptions.0', 'longer than 60'],
  [{ options: { baseName: 'x'.repeat(61) } }, 'priceOptions.baseName', 'longer than 60'],
  [{ options: { others: 'abcdef'.split('').map((id) => option(id, id)) } }, 'priceOptions', 'at most 6'],
  [{ named: {}, options: { others: [option('a', '')] } }, 'payWhatYouWant', 'combined with several prices'],
  [{ named: {}, rest: { enableCoupon: true } }, 'payWhatYouWant', 'combined with coupons'],
  [{ named: { minimum: 'five' } }, 'payWhatYouWant.minimum', 'as a number'],
  [{ named: { minimum: '0.1' } }, 'payWhatYouWant.minimum', 'minimum in USD is $0.50'],
  [{ named: { minimum: '30', maximum: '20' } }, 'payWhatYouWant.maximum', 'can’t be less'],
  [{ named: { minimum: '30' } }, 'payWhatYouWant', 'suggested price'],
  [{ named: { maximum: '20' } }, 'payWhatYouWant', 'suggested price'],
  [{ named: { minimum: '5', presets: ['4'] } }, 'payWhatYouWant.presets', 'between'],
  [{ named: { presets: ['1', '2', '3', '4', '5', '6', '7'] } }, 'payWhatYouWant.presets', 'at most 6'],
  [{ countdown: { endsAt: null } }, 'countdown.endsAt', 'when the countdown ends'],
  [{ countdown: { atEnd: 'price' } }, 'countdown.priceAfter', 'Set the price after'],
  [{ countdown: { atEnd: 'price', priceAfter: '0.1' } }, 'countdown.priceAfter', '$0.50'],
  [{ countdown: { atEnd: 'price', priceAfter: '49' }, named: {} }, 'countdown.atEnd', 'one fixed price'],
  [{ countdown: { text: 'x'.repeat(301) } }, 'countdown.text', 'longer than 300'],
  [{ dates: { opensAt: NOON, closesAt: NOON } }, 'availability.closesAt', 'close after it opens'],
  [{ countdown: { atEnd: 'close' }, dates: { opensAt: NOON } }, 'availability.opensAt', 'close after it opens'],
  [{ dates: { stock: 0 } }, 'availability.stock', '1 to 1,000,000'],
  [{ dates: { stock: 1_000_001 } }, 'availability.stock', '1 to 1,000,000'],
  [{ dates: { closedText: 'x'.repeat(301) } }, 'availability.closedText', 'longer than 300'],
])('%j: reports %s as “%s”', ([change, field, expected]) => {
  expect(validate(change)[field]).toContain(expected);
});

const SMALL = { code: 'SMALL', discount: 28.6, type: 'fixed' as const };

test('requires a chargeable total after a coupon for every price that it applies to', () => {
  const coupons = (change: object = {}) => ({
    enableCoupon: true,
    validCoupons: [{ ...SMALL, discount: 20, ...change }],
  });
  const cheap = { others: [option('a', 'Cheap', '20.10')] };
  expect(validate({ options: cheap, rest: coupons() })['validCoupons.0']).toBe(
    'With SMALL, a buyer would pay $0.10. Stripe’s minimum in USD is $0.50.',
  );
  expect(validate({ options: cheap, rest: coupons({ minimum: '29' }) })).toEqual({});
  const after = { atEnd: 'price' as const, priceAfter: '20.10' };
  expect(validate({ countdown: after, rest: coupons() })['validCoupons.0']).toContain('$0.10');
});

test.for([
  [{ startsAt: NOON, endsAt: NOON }, 'end after it starts'],
  [{ limit: 0 }, 'from 1 to 1,000,000, or leave this blank for no limit'],
  [{ perBuyer: -1 }, 'from 1 to 1,000,000, or leave this blank for no limit'],
  [{ limit: 1_000_001 }, 'from 1 to 1,000,000, or leave this blank for no limit'],
  [{ minimum: 'much' }, 'Enter a minimum order amount as a number'],
  [{ minimum: '1.001' }, 'USD amounts can have up to 2 decimal places'],
] as const)('a coupon with %j is refused: %s', ([bounds, expected]) => {
  const validCoupons = [{ code: 'ONE', discount: 10, type: 'percentage' as const, ...bounds }];
  expect(validate({ rest: { validCoupons } })['validCoupons.0']).toContain(expected);
});

test('allows a coupon with dates, limits and a minimum, and treats an empty minimum as none', () => {
  const coupon = { code: 'one', discount: 10, type: 'percentage' as const, minimum: ' ' };
  const bounds = { startsAt: NOON, endsAt: '2026-11-21T12:00:00Z', limit: 1, perBuyer: 1 };
  const config = page({ rest: { validCoupons: [{ ...coupon, ...bounds }] } });
  expect(validatePage(normalizeConfig(config))).toEqual([]);
  expect(normalizeConfig(config).validCoupons).toEqual([{ ...coupon, ...bounds, code: 'ONE', minimum: null }]);
});
