import { expect, test } from 'vitest';

import { createAddedFields, createEmptyConfig, type CheckoutPageConfig } from './checkout-page.ts';
import type { DeliveredItem } from './deliverable.ts';
import { normalizeConfig, validatePage } from './page-fields.ts';
import { createBump, withBumps } from './testing/order-bumps.ts';

const CLUB = {
  id: 'club',
  name: 'Club',
  price: '9',
  paymentType: 'subscription',
  billingFrequency: 'monthly',
} as const;

/** Errors that prevent publishing a page with two prices and two extras, of which one is off, by field. */
function validate(change: Partial<CheckoutPageConfig['delivery']>): Record<string, string> {
  const page: CheckoutPageConfig = {
    ...createEmptyConfig(),
    ...withBumps(createBump('audio', '5'), createBump('old', '5', { enabled: false })),
    productName: 'Course',
    price: '29',
    priceOptions: { baseName: 'Course', others: [CLUB] },
    delivery: { ...createAddedFields().delivery, ...change },
  };
  return Object.fromEntries(validatePage(normalizeConfig(page)).map(({ field, message }) => [field, message]));
}

const item = (id: string, offeredWith: string[] | null): DeliveredItem => ({ id, offeredWith });

test('publishes what comes with every price, or with at least one price or extra that exists', () => {
  const items = [item('a', null), item('b', ['base', 'gone']), item('c', ['bump:audio']), item('d', ['club'])];
  expect(validate({ items: items as CheckoutPageConfig['delivery']['items'] })).toEqual({});
});

test('refuses what comes with nothing that is sold, what was added twice, and too much', () => {
  const items = ['gone', 'bump:old', 'audio'].map((target) => ({ id: target, offeredWith: [target] }));
  const message = 'Choose at least one price or extra that this is included with';
  expect(validate({ items })).toEqual({ 'delivery.0': message, 'delivery.1': message, 'delivery.2': message });
  const twice = { id: 'a', offeredWith: null };
  expect(validate({ items: [twice, twice] })).toEqual({ 'delivery.1': 'This was added twice. Remove one of them.' });
  const many = Array.from({ length: 21 }, (_, index) => ({ id: `${index}`, offeredWith: null }));
  expect(validate({ items: many })).toEqual({ delivery: 'A page can deliver up to 20 items' });
});

test.each([
  'https://example.com',
  ' https://example.com/a?order={order_number}&id={order_id}#{order_id}',
  'HTTPS://example.com/thanks',
])('sends buyers to %s', (redirectUrl) => {
  expect(validate({ afterPayment: 'redirect', redirectUrl })).toEqual({});
});

test.each([
  'http://example.com',
  'example.com/thanks',
  'https://{order_id}.example.com',
  'https://example.com/{email}',
  'https://user:word@example.com',
  'https://example.com/a b',
])('refuses to send buyers to %s', (redirectUrl) => {
  expect(Object.keys(validate({ afterPayment: 'redirect', redirectUrl }))).toEqual(['delivery.redirectUrl']);
});

test('needs a URL only to send buyers there', () => {
  expect(validate({ afterPayment: 'redirect' })).toEqual({
    'delivery.redirectUrl': 'Enter the URL that buyers are sent to after payment',
  });
  expect(validate({ afterPayment: 'message', redirectUrl: 'ftp://x' })).toHaveProperty(['delivery.redirectUrl']);
});
