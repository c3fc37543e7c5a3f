import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createAddedFields, createEmptyConfig, type CheckoutPageConfig } from './checkout-page.ts';
import { isAppError } from './errors.ts';
import { configForChoice, getChosenOptionId, listPriceOptions, listPrices, type PriceOption } from './offer.ts';
import {
  getAvailability,
  configAt,
  isCountdownOver,
  getRemainingStock,
  getNextChange,
  getSchedule,
} from './page-schedule.ts';
import { quoteOrder } from './quote.ts';

const NOON = '2026-11-20T12:00:00Z';
const at = (instant: string) => new Date(instant);
const BEFORE = at('2026-11-20T11:59:59.999Z');
const AFTER = at('2026-11-20T12:00:00.000Z');

const page = (change: Partial<CheckoutPageConfig> = {}): CheckoutPageConfig => ({
  ...createEmptyConfig(),
  productName: 'Throwing Taller',
  price: '29',
  ...change,
});

const option = (id: string, price: string, billing: PriceOption['billingFrequency'] | null): PriceOption => ({
  id,
  name: '',
  price,
  paymentType: billing ? 'subscription' : 'one-time',
  billingFrequency: billing ?? 'monthly',
});

const PLANS = page({
  price: '10',
  paymentType: 'subscription',
  priceOptions: { baseName: '', others: [option('year', '99', 'yearly'), option('once', '299', null)] },
});

const named = (change: Partial<CheckoutPageConfig['payWhatYouWant']> = {}, rest = {}) =>
  page({ payWhatYouWant: { ...createAddedFields().payWhatYouWant, enabled: true, ...change }, ...rest });

const codeOf = (choose: () => unknown): [string, string] | null => {
  try {
    choose();
    return null;
  } catch (error) {
    if (isAppError(error)) return [error.code, error.message];
    throw error;
  }
};

test('has one price, the base price, without options', () => {
  expect(listPriceOptions(page())).toMatchObject([{ id: 'base', name: 'One-time', price: '29' }]);
  expect(getChosenOptionId(page(), { optionId: 'base' })).toBeNull();
});

test('names unnamed options by their billing period', () => {
  expect(listPriceOptions(PLANS).map(({ id, name }) => [id, name])).toEqual([
    ['base', 'Monthly'],
    ['year', 'Yearly'],
    ['once', 'One-time'],
  ]);
  const weekly = page({ paymentType: 'subscription', billingFrequency: 'weekly' });
  expect(listPriceOptions(weekly)[0]?.name).toBe('Weekly');
  expect(listPriceOptions({ ...PLANS, priceOptions: { baseName: 'Try it', others: [] } })[0]?.name).toBe('Try it');
});

test('uses the price and period of the chosen option, and the base price without a choice', () => {
  expect(configForChoice(PLANS, {})).toBe(PLANS);
  expect(configForChoice(PLANS, { optionId: 'base' })).toBe(PLANS);
  expect(configForChoice(PLANS, { optionId: 'year' })).toMatchObject({ price: '99', billingFrequency: 'yearly' });
  expect(configForChoice(PLANS, { optionId: 'once' })).toMatchObject({ price: '299', paymentType: 'one-time' });
  expect([{}, { optionId: 'base' }, { optionId: 'year' }].map((choice) => getChosenOptionId(PLANS, choice))).toEqual([
    'base',
    'base',
    'year',
  ]);
});

test.for(['weekly', 'YEAR', '', '__proto__', 'year '])('rejects %j as an option', (optionId) => {
  expect(codeOf(() => configForChoice(PLANS, { optionId }))?.[0]).toBe('plan_unknown');
  expect(codeOf(() => configForChoice(page(), { optionId }))?.[0]).toBe('plan_unknown');
});

test.for([
  ['45', '45.00'],
  [' 12.5 ', '12.50'],
  ['12,50', '12.50'],
  ['5', '5.00'],
  ['100', '100.00'],
] as const)('accepts the amount %j', ([amount, price]) => {
  expect(configForChoice(named({ minimum: '5', maximum: '100' }), { amount }).price).toBe(price);
});

test.for([
  ['4.99', 'The minimum amount is $5.00.'],
  ['100.01', 'The maximum amount is $100.00.'],
  ['0', 'The minimum amount is $5.00.'],
  ['-7', 'Enter an amount as a number, like 29.99.'],
  ['1,000', 'Enter an amount as a number, like 29.99.'],
  ['a lot', 'Enter an amount as a number, like 29.99.'],
  ['1e3', 'Enter an amount as a number, like 29.99.'],
  ['7.123', 'USD amounts can have up to 2 decimal places.'],
] as const)('rejects %j and says what to type instead', ([amount, message]) => {
  const config = named({ minimum: '5', maximum: '100' });
  expect(codeOf(() => configForChoice(config, { amount }))).toEqual(['amount_invalid', message]);
});

test('allows zero without a minimum, but no amount below Stripe’s minimum', () => {
  expect(configForChoice(named(), { amount: '0' }).price).toBe('0.00');
  expect(codeOf(() => configForChoice(named(), { amount: '0.49' }))).toEqual([
    'amount_invalid',
    'Enter $0.50 or more, or 0 to pay nothing.',
  ]);
  expect(codeOf(() => configForChoice(named({}, { currency: 'JPY' }), { amount: '50.5' }))?.[0]).toBe('amount_invalid');
});

test('uses the suggested amount if none is typed', () => {
  for (const amount of [undefined, null, '', '  ']) expect(configForChoice(named(), { amount }).price).toBe('29');
});

test('accepts an amount on a fixed-price page only if it equals the price', () => {
  expect(configForChoice(page(), { amount: '29.00' }).price).toBe('29');
  expect(codeOf(() => configForChoice(page(), { amount: '5' }))?.[0]).toBe('amount_invalid');
});

const counting = (atEnd: 'nothing' | 'close' | 'price', change = {}) =>
  page({
    countdown: {
      ...createAddedFields().countdown,
      enabled: true,
      endsAt: NOON,
      atEnd,
      priceAfter: '49',
      ...change,
    },
  });

test('applies the price after a countdown from its exact end', () => {
  const config = counting('price');
  expect([BEFORE, AFTER].map((now) => configAt(config, now).price)).toEqual(['29', '49']);
  expect([BEFORE, AFTER].map((now) => isCountdownOver(config, now))).toEqual([false, true]);
  for (const other of [counting('nothing'), counting('close'), counting('price', { enabled: false })])
    expect(configAt(other, AFTER)).toBe(other);
  expect(listPrices(config)).toEqual(['29', '49']);
  expect(listPrices(counting('close'))).toEqual(['29']);
  expect(configAt(counting('price', { endsAt: null }), AFTER).price).toBe('29');
});

const NONE = { sold: 0, reserved: 0 };
const dated = (change: Partial<CheckoutPageConfig['availability']>) =>
  page({ availability: { ...createAddedFields().availability, ...change } });

test('opens and closes at the exact instants in any calendar of the buyer', () => {
  const opening = dated({ opensAt: NOON });
  const closing = dated({ closesAt: NOON });
  expect([BEFORE, AFTER].map((now) => getAvailability(opening, now, NONE))).toEqual(['early', 'open']);
  expect([BEFORE, AFTER].map((now) => getAvailability(closing, now, NONE))).toEqual(['open', 'closed']);
  expect([BEFORE, AFTER].map((now) => getAvailability(counting('close'), now, NONE))).toEqual(['open', 'closed']);
  expect(getAvailability(counting('nothing'), AFTER, NONE)).toBe('open');
  expect(getAvailability(page(), AFTER, { sold: 1e6, reserved: 1e6 })).toBe('open');
});

test('closes at the earlier of two ends', () => {
  const config = { ...counting('close'), ...dated({ closesAt: '2026-11-20T11:00:00Z' }) };
  const both = { ...config, countdown: counting('close').countdown };
  expect(getSchedule(both).closesAt).toEqual(at('2026-11-20T11:00:00Z'));
});

test.for([
  [0, 0, 'open', 3],
  [2, 0, 'open', 1],
  [1, 1, 'open', 1],
  [2, 1, 'reserved', 0],
  [0, 3, 'reserved', 0],
  [3, 0, 'sold_out', 0],
  [3, 2, 'sold_out', 0],
  [5, 0, 'sold_out', 0],
] as const)('with %i of 3 pieces sold and %i reserved is %s', ([sold, reserved, availability, left]) => {
  const config = dated({ stock: 3, showStock: true });
  expect(getAvailability(config, AFTER, { sold, reserved })).toBe(availability);
  expect(getRemainingStock(config, { sold, reserved })).toBe(left);
  expect(getRemainingStock(dated({ stock: 3 }), { sold, reserved })).toBeNull();
});

test('reports closed before sold out, and stays sold out', () => {
  const sold = { sold: 3, reserved: 0 };
  expect(getAvailability(dated({ stock: 3, closesAt: NOON }), AFTER, sold)).toBe('closed');
  expect(getAvailability(dated({ stock: 3, opensAt: NOON }), BEFORE, sold)).toBe('sold_out');
});

test('finds the next instant at which the page changes', () => {
  const config = {
    ...counting('nothing'),
    availability: {
      ...createAddedFields().availability,
      opensAt: '2026-11-01T00:00:00Z',
      closesAt: '2026-12-01T00:00:00Z',
    },
  };
  const instants = ['2026-10-01', '2026-11-02', '2026-11-21', '2026-12-02'].map((day) =>
    getNextChange(config, at(day))?.toISOString(),
  );
  expect(instants).toEqual([
    '2026-11-01T00:00:00.000Z',
    '2026-11-20T12:00:00.000Z',
    '2026-12-01T00:00:00.000Z',
    undefined,
  ]);
  expect(getNextChange(page(), AFTER)).toBeNull();
});

test('charges an amount within the limits or rejects it, for any limits and amounts', () => {
  const input = fc.oneof(
    fc.integer({ min: 0, max: 20_000 }).map((cents) => (cents / 100).toFixed(2)),
    fc.string({ maxLength: 12 }),
  );
  fc.assert(
    fc.property(input, (amount) => {
      const config = named({ minimum: '5', maximum: '100' });
      if (codeOf(() => configForChoice(config, { amount }))) return;
      const pricing = quoteOrder(configForChoice(config, { amount }));
      if ('error' in pricing) throw new Error(pricing.error);
      expect(pricing.total).toBeGreaterThanOrEqual(500);
      expect(pricing.total).toBeLessThanOrEqual(10_000);
    }),
  );
});
