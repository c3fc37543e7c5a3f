import { expect, test } from 'vitest';

import { stripeReturnOf, withoutStripeReturn } from './stripe-return.ts';

test('only the two parameters of the provider leave the address', () => {
  const query = new URLSearchParams('page=p1&stripe_success=true&stripe_refresh=true&plan=pro');
  expect(String(withoutStripeReturn(query))).toBe('page=p1&plan=pro');
  expect(query.has('stripe_success')).toBe(true);
});

test('anything but true says nothing', () => {
  expect(stripeReturnOf(new URLSearchParams('stripe_success=1'))).toBeNull();
  expect(stripeReturnOf(new URLSearchParams('stripe_success=true'))).toBe('success');
  expect(stripeReturnOf(new URLSearchParams('stripe_refresh=true'))).toBe('refresh');
});
