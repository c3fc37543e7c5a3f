import { expect, test } from 'vitest';

import { errorBodyOf, ShopError, type ErrorCode } from '#domain/errors.ts';
import type { PageSince } from '#domain/page-since.ts';

import { lookedAgain, orderFrom, refusedOrder, textOf, typedFrom } from './checkout-order.ts';

function posted(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ currency: 'USD', version: '3', ...fields }))
    form.set(name, value);
  return orderFrom('zine', form);
}

test('reads the selected price option and the price that the buyer saw', () => {
  const seen = { expected: '2900', 'expected.y': '29000' };
  expect(posted({ ...seen, plan: 'y' })).toMatchObject({
    plan: 'y',
    expected: { amount: 29_000, currency: 'USD' },
    version: 3,
  });
  expect(posted({ ...seen, plan: 'base' }).expected?.amount).toBe(2900);
  expect(posted(seen)).not.toHaveProperty('plan');
  expect(posted({ ...seen, plan: 'unheard-of' })).not.toHaveProperty('expected');
});

test('reads a selected suggested amount, or else the typed amount', () => {
  expect(posted({ preset: '10', amount: '3' })).toMatchObject({
    amount: '10',
    expected: { amount: 1000, currency: 'USD' },
  });
  expect(posted({ preset: '', amount: ' 12,50 ' })).toMatchObject({ amount: '12.50' });
  expect(posted({ amount: '12,50' }).expected).toEqual({ amount: 1250, currency: 'USD' });
  expect(posted({})).not.toHaveProperty('amount');
});

test('treats an emptied amount as none, and keeps it empty in the refreshed form', () => {
  const order = posted({ amount: '' });
  expect(order.amount).toBe('-');
  expect(lookedAgain(order).typed?.amount).toBe('');
});

test('reads answers by field name, whatever the name is', () => {
  const order = posted({ 'f.size': ' M ', 'f.__proto__': 'x', 'f.': '', fee: '1' });
  expect(Object.entries(order.answers ?? {})).toEqual([
    ['size', ' M '],
    ['__proto__', 'x'],
    ['', ''],
  ]);
});

test('reads price option and amount from a URL, with a limited length', () => {
  const typed = typedFrom(
    textOf(
      new URLSearchParams([
        ['plan', 'y'.repeat(99)],
        ['amount', ''],
      ]),
    ),
  );
  expect(typed).toEqual({ plan: 'y'.repeat(40) });
});

const since: PageSince = { discounted: null, couponGone: false, price: null, termsChanged: false };
const order = posted({ email: 'ana@example.com', terms: 'yes', coupon: 'TEN', plan: 'y', 'f.size': 'M' });
const refused = (code: ErrorCode, changed: Partial<PageSince> = {}) =>
  refusedOrder(order, {
    refused: errorBodyOf(new ShopError(code), 'Checkout failed').error,
    status: 409,
    attempt: 'a1',
    since: { ...since, ...changed },
  });

test.for(['all_held', 'sold_out', 'plan_unknown', 'amount_invalid', 'coupon_used_up'] as const)(
  'keeps all typed and selected values after the error %s',
  (code) => {
    expect(refused(code)).toMatchObject({
      attempt: 'a1',
      typed: { email: 'ana@example.com', terms: true, plan: 'y', answers: { size: 'M' } },
    });
  },
);

const TEN = {
  code: 'TEN',
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
  expect(refused('coupon_used_by_buyer', { discounted: TEN })).toMatchObject({
    discounted: null,
    typed: { code: 'TEN' },
  });
  expect(refused('sold_out', { discounted: TEN }).discounted).toEqual(TEN);
});

test('requires accepting changed terms again', () => {
  expect(refused('terms_changed', { termsChanged: true }).typed?.terms).toBe(false);
});

test('returns neither errors nor a discount for a refreshed form', () => {
  expect(lookedAgain(order)).not.toHaveProperty('problems');
  expect(lookedAgain(order)).not.toHaveProperty('discounted');
});
