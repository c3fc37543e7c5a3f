import { expect, test } from 'vitest';

import { parseAuthorizationResponse, parseStripeReturn, removeStripeParams } from './use-stripe-connection.ts';

test("removes only Stripe's parameters from the URL", () => {
  const query = new URLSearchParams(
    'page=p1&stripe_success=true&stripe_refresh=true&stripe_state=s&stripe_code=c&stripe_error=e&plan=pro',
  );
  expect(String(removeStripeParams(query))).toBe('page=p1&plan=pro');
  expect(query.has('stripe_success')).toBe(true);
});

test('ignores any value but true', () => {
  expect(parseStripeReturn(new URLSearchParams('stripe_success=1'))).toBeNull();
  expect(parseStripeReturn(new URLSearchParams('stripe_success=true'))).toBe('success');
  expect(parseStripeReturn(new URLSearchParams('stripe_refresh=true'))).toBe('refresh');
});

test('reads the authorization response from the URL', () => {
  const read = (query: string) => parseAuthorizationResponse(new URLSearchParams(query));
  expect(read('stripe_code=c')).toBeNull();
  expect(read('stripe_state=s&stripe_code=c')).toEqual({ state: 's', code: 'c' });
  expect(read('stripe_state=s&stripe_error=access_denied')).toEqual({ state: 's', error: 'access_denied' });
});
