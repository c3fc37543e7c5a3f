import { expect, test } from 'vitest';

import { createFieldReader } from '#app/lib/request-fields.ts';
import {
  createEmptyConfig,
  createPaymentTerms,
  toPublicConfig,
  type CheckoutPageConfig,
} from '#domain/checkout-page.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';

import { applyStep, createUnseenForm, fitPrefilledQuantity, hasUnseenTotal } from './checkout-quantity.ts';
import { parseOrderForm } from './parse-checkout-form.ts';

const tiers = [{ from: 10, price: '18', optionPrices: {} }];
const config: CheckoutPageConfig = {
  ...createEmptyConfig(),
  price: '20',
  quantity: { enabled: true, minimum: 2, maximum: 20, singular: '', plural: '', tiers },
  ...withBumps(createBump('a', '19')),
};
const page = { config: toPublicConfig(config), stockLeft: null };

function post(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return { order: parseOrderForm('seats', form), readField: createFieldReader(form) };
}

const press = (quantity: string, step: string, stockLeft: number | null = null) => {
  const { order, readField } = post({ quantity, step, email: 'ana@example.com' });
  return applyStep({ ...page, stockLeft }, order, readField);
};

test('− and + change the quantity by one within the limits of the page, and keep what was typed', () => {
  expect(press('5', '1')).toMatchObject({ quantity: '6', email: 'ana@example.com' });
  expect(press('5', '-1')).toMatchObject({ quantity: '4' });
  expect([press('2', '-1'), press('20', '1'), press('7', '1', 6)]).toMatchObject([
    { quantity: '2' },
    { quantity: '20' },
    { quantity: '6' },
  ]);
});

test.for([
  ['five', '2'],
  ['', '2'],
  ['-3', '2'],
  ['3.5', '4'],
  ['99999999999', '20'],
])('+ after the typed value “%s” leads to %s', ([typed = '', quantity]) => {
  expect(press(typed, '1')).toMatchObject({ quantity });
});

test('no button leaves the order alone, nor does one of a page that no longer has quantities', () => {
  expect(press('5', '')).toBeNull();
  const { order, readField } = post({ quantity: '5', step: '1' });
  const fixed = toPublicConfig({ ...config, quantity: { ...config.quantity, enabled: false } });
  expect(applyStep({ ...page, config: fixed }, order, readField)).toBeNull();
});

test.for([
  [{ quantity: '5', seenQuantity: '5' }, false],
  [{ quantity: '5', seenQuantity: '2' }, true],
  [{ quantity: '05', seenQuantity: '2' }, true],
  [{ quantity: ' 5 ', seenQuantity: '5' }, false],
  [{ quantity: '5' }, true],
  [{ quantity: '', seenQuantity: '5' }, true],
  [{ quantity: '', seenQuantity: '2' }, false],
  // The server refuses these.
  [{ quantity: '21', seenQuantity: '2' }, false],
  [{ quantity: '1', seenQuantity: '2' }, false],
  [{ quantity: 'five', seenQuantity: '2' }, false],
  [{}, false],
] as const)('recognizes whether %o has a total that the buyer has not seen', ([fields, expected]) => {
  const { order, readField } = post(fields);
  expect(hasUnseenTotal(page.config, order, readField)).toBe(expected);
});

test('says what the units cost, and the total of an order with more than these units', () => {
  const getMessage = (fields: Record<string, string>, coupon?: Parameters<typeof createUnseenForm>[2]) =>
    createUnseenForm(page, post(fields).order, coupon).errors?.form;
  expect(getMessage({ quantity: '5' })).toEqual({
    message: '5 × $20.00 = $100.00. Submit again to pay.',
    isNotice: true,
  });
  expect(getMessage({ quantity: '10', bump: 'a' })?.message).toBe(
    '10 × $18.00 = $180.00. The total is $199.00 USD. Submit again to pay.',
  );
  const discounted = {
    code: 'TEN',
    coupon: { code: 'TEN', type: 'percentage' as const, discount: 10 },
    originalText: '',
    totalText: '',
    savedText: '',
    total: 0,
    plans: [],
  };
  expect(getMessage({ quantity: '5' }, discounted)?.message).toContain('The total is $90.00 USD.');
});

test('keeps what was typed and the coupon when the total must be seen first', () => {
  const { order } = post({ quantity: '5', email: 'ana@example.com', terms: 'yes', attempt: 'a1' });
  expect(createUnseenForm(page, order)).toMatchObject({
    attempt: 'a1',
    values: { quantity: '5', email: 'ana@example.com', terms: true },
    discounted: null,
  });
});

test('asks for a smaller quantity instead when fewer are left', () => {
  expect(createUnseenForm({ ...page, stockLeft: 3 }, post({ quantity: '5' }).order).errors).toEqual({
    quantity: { message: 'Only 3 are left. Choose a smaller quantity.' },
  });
});

test('opens a page with the nearest quantity that it sells', () => {
  const fit = (quantity: string, stockLeft: number | null = null) =>
    fitPrefilledQuantity({ ...page, stockLeft }, { quantity }).quantity;
  expect([fit('5'), fit('1'), fit('50'), fit('50', 7), fit('x')]).toEqual(['5', '2', '20', '7', '2']);
  expect(fitPrefilledQuantity(page, {})).toEqual({});
});

test('asks a buyer who has had the free trial to confirm the total without it', () => {
  const paymentTerms = { ...createPaymentTerms(), trialDays: 14 };
  const club = toPublicConfig({ ...config, paymentType: 'subscription', paymentTerms });
  const getMessage = (fields: Record<string, string>) =>
    createUnseenForm({ ...page, config: club }, post({ quantity: '5', ...fields }).order).errors?.form?.message;
  expect(getMessage({})).toContain('after 14 days');
  expect(getMessage({ trial: 'no' })).not.toContain('after 14 days');
});
