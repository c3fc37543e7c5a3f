import { expect, test } from 'vitest';

import { createFieldReader } from '#app/lib/request-fields.ts';
import { MAX_AMOUNT_OF_ANY_CURRENCY } from '#domain/currencies.ts';
import { toErrorBody, AppError, type ErrorCode } from '#domain/errors.ts';
import type { PageChangeSinceView } from '#domain/price-change-since-view.ts';

import {
  createRefreshedForm,
  createRefusedForm,
  hasEnteredValues,
  keepCode,
  parseOrderForm,
  readPrefill,
} from './parse-checkout-form.ts';

function parsePosted(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ currency: 'USD', version: '3', ...fields })) form.set(name, value);
  return parseOrderForm('zine', form);
}

test('reads the selected price option and the price that the buyer saw', () => {
  const seenPage = { expected: '2900', 'expected.y': '29000' };
  expect(parsePosted({ ...seenPage, plan: 'y' })).toMatchObject({
    plan: 'y',
    expected: { amount: 29_000, currency: 'USD' },
    version: 3,
  });
  expect(parsePosted({ ...seenPage, plan: 'base' }).expected?.amount).toBe(2900);
  expect(parsePosted(seenPage)).not.toHaveProperty('plan');
  expect(parsePosted({ ...seenPage, plan: 'unheard-of' })).not.toHaveProperty('expected');
  const largest = String(MAX_AMOUNT_OF_ANY_CURRENCY);
  expect(parsePosted({ currency: 'IDR', expected: largest }).expected?.amount).toBe(MAX_AMOUNT_OF_ANY_CURRENCY);
  expect(parsePosted({ currency: 'IDR', expected: `${largest}0` })).not.toHaveProperty('expected');
});

test('reads a selected suggested amount, or else the typed amount', () => {
  expect(parsePosted({ preset: '10', amount: '3' })).toMatchObject({
    amount: '10',
    expected: { amount: 1000, currency: 'USD' },
  });
  expect(parsePosted({ preset: '', amount: ' 12,50 ' })).toMatchObject({ amount: '12.50' });
  expect(parsePosted({ amount: '12,50' }).expected).toEqual({ amount: 1250, currency: 'USD' });
  expect(parsePosted({})).not.toHaveProperty('amount');
});

test('treats an emptied amount as none, and keeps it empty in the refreshed form', () => {
  const order = parsePosted({ amount: '' });
  expect(order.amount).toBe('-');
  expect(createRefreshedForm(order).values?.amount).toBe('');
});

test('reads the quantity as typed, keeps it in the form, and reads none without its field', () => {
  const order = parsePosted({ quantity: ' 3.5 ' });
  expect(order.quantity).toBe('3.5');
  expect(createRefreshedForm(order).values?.quantity).toBe('3.5');
  expect(parsePosted({ quantity: '' }).quantity).toBe('');
  expect(parsePosted({})).not.toHaveProperty('quantity');
});

test('reads answers by field name, whatever the name is', () => {
  const order = parsePosted({ 'f.size': ' M ', 'f.__proto__': 'x', 'f.': '', fee: '1' });
  expect(Object.entries(order.answers ?? {})).toEqual([
    ['size', ' M '],
    ['__proto__', 'x'],
    ['', ''],
  ]);
});

test('reads price option, amount, quantity and email address from a URL, with a limited length', () => {
  const typed = readPrefill(
    createFieldReader(
      new URLSearchParams([
        ['plan', 'y'.repeat(99)],
        ['amount', ''],
        ['quantity', '5'],
        ['email', 'ana@example.com'],
      ]),
    ),
  );
  expect(typed).toEqual({ plan: 'y'.repeat(40), quantity: '5', email: 'ana@example.com' });
});

const sinceView: PageChangeSinceView = {
  discounted: null,
  couponGone: false,
  price: null,
  termsChanged: false,
};
const order = parsePosted({
  email: 'ana@example.com',
  terms: 'yes',
  coupon: 'TEN',
  plan: 'y',
  'f.size': 'M',
});
const createRefused = (code: ErrorCode, overrides: Partial<PageChangeSinceView> = {}) =>
  createRefusedForm(order, {
    error: toErrorBody(new AppError(code), 'Checkout failed').error,
    status: 409,
    attemptToken: 'a1',
    priceChange: { ...sinceView, ...overrides },
  });

test.for(['all_held', 'sold_out', 'plan_unknown', 'amount_invalid', 'coupon_used_up'] as const)(
  'keeps all typed and selected values after the error %s',
  (code) => {
    expect(createRefused(code)).toMatchObject({
      attempt: 'a1',
      values: { email: 'ana@example.com', terms: true, plan: 'y', answers: { size: 'M' } },
    });
  },
);

test.for(['quantity_invalid', 'not_enough_left'] as const)('shows the error %s at the quantity', (code) => {
  expect(createRefused(code).errors).toMatchObject({ quantity: { message: new AppError(code).message } });
  expect(createRefused(code).errors).not.toHaveProperty('form');
});

test('shows that a buyer has reserved too many as the message of the form', () => {
  expect(createRefused('units_reserved').errors).toMatchObject({ form: { title: 'Checkout failed' } });
});

const TEN = {
  code: 'TEN',
  coupon: { code: 'TEN', type: 'percentage' as const, discount: 10 },
  currency: 'USD',
  original: 100,
  discount: 10,
  total: 90,
  originalText: '',
  totalText: '',
  savedText: '',
  plans: [],
};

test('returns a refused coupon as text and no longer applies it', () => {
  expect(createRefused('coupon_used_by_buyer', { discounted: TEN })).toMatchObject({
    discounted: null,
    values: { code: 'TEN' },
  });
  expect(createRefused('sold_out', { discounted: TEN }).discounted).toEqual(TEN);
});

test('offers the page without its free trial to a buyer who has had it, and remembers that', () => {
  const price = { oldText: '$0.00 USD now, then $29.00 USD/month after 14 days', newText: '$29.00 USD/month' };
  const refused = createRefused('trial_used', { price });
  expect(refused).toMatchObject({ withoutTrial: true, values: { email: 'ana@example.com', plan: 'y' } });
  expect(refused.errors?.form?.message).toBe(
    'You’ve already had a free trial of this. You can order it without one. ' +
      'Without a trial, it’s $29.00 USD/month. You haven’t been charged. Submit again to order it.',
  );
  expect(createRefused('sold_out').withoutTrial).toBe(false);
  const again = parsePosted({ trial: 'no', email: 'ana@example.com' });
  expect(again.withoutTrial).toBe(true);
  expect(createRefreshedForm(again).withoutTrial).toBe(true);
});

test('requires accepting changed terms again', () => {
  expect(createRefused('terms_changed', { termsChanged: true }).values?.terms).toBe(false);
});

test.for([
  [{}, false],
  [{ plan: 'base', 'f.size': '' }, false],
  [{ email: 'ana@example.com' }, true],
  [{ terms: 'yes' }, true],
  [{ plan: 'y' }, true],
  [{ 'f.size': 'M' }, true],
  [{ quantity: '1' }, true],
] as const)('recognizes whether %o contains values that a redirect would lose', ([fields, expected]) => {
  expect(hasEnteredValues(parsePosted(fields))).toBe(expected);
});

test('keeps a coupon code that was typed but not applied', () => {
  expect(keepCode(createRefused('sold_out'), 'TEN').values).toMatchObject({ code: 'TEN', email: 'ana@example.com' });
  expect(keepCode(createRefused('sold_out'), '').values).not.toHaveProperty('code');
});

test('returns neither errors nor a discount for a refreshed form', () => {
  expect(createRefreshedForm(order)).not.toHaveProperty('problems');
  expect(createRefreshedForm(order)).not.toHaveProperty('discounted');
});
