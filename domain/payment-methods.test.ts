import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createAddedFields, createEmptyConfig } from './checkout-page.ts';
import { normalizeConfig } from './page-fields.ts';
import { findInstantReason, getInstantOnlyStart, listExcludedMethods, listOfferedMethods } from './page-payment.ts';
import { DELAYED_METHODS, getArrival, getPaymentMethod, PAYMENT_METHOD_TYPES } from './payment-methods.ts';
import { configArbitrary } from './testing/page-config.ts';

const NOW = new Date('2026-11-29T12:00:00Z');
const { availability } = createAddedFields();

const onStripe = (change: object = {}) => ({
  ...createEmptyConfig(),
  currency: 'EUR',
  payment: { methods: 'stripe' as const, excluded: [] as string[], instantOnly: false },
  ...change,
});
const account = {
  on: ['card', 'apple_pay', 'google_pay', 'link', 'ideal', 'bancontact', 'sepa_debit', 'klarna', 'us_bank_account'],
  off: ['paypal'],
};

test('knows which methods arrive later', () => {
  expect(DELAYED_METHODS.toSorted()).toEqual(
    (
      'acss_debit au_becs_debit bacs_debit boleto customer_balance konbini multibanco nz_bank_account oxxo payto ' +
      'sepa_debit sofort us_bank_account'
    ).split(' '),
  );
  expect(['oxxo', 'boleto'].map((type) => getPaymentMethod(type).refundable)).toEqual([false, false]);
  expect([getArrival('a_method_of_tomorrow'), getPaymentMethod('a_method_of_tomorrow').name]).toEqual([
    'now',
    'a method of tomorrow',
  ]);
});

test('takes only payments that arrive at once where there is stock, or the page closes within 14 days', () => {
  const closing = (closesAt: string) => onStripe({ availability: { ...availability, closesAt } });
  expect(findInstantReason(onStripe({ availability: { ...availability, stock: 20 } }), NOW)).toBe('stock');
  expect(findInstantReason(closing('2026-12-13T12:00:00Z'), NOW)).toBe('closing');
  expect(findInstantReason(closing('2026-12-13T12:00:01Z'), NOW)).toBeNull();
  expect(getInstantOnlyStart(closing('2026-12-14T12:00:00Z'), NOW)).toEqual(new Date('2026-11-30T12:00:00Z'));
  const countdown = { ...createAddedFields().countdown, enabled: true, endsAt: '2026-12-01T00:00:00Z' };
  expect(findInstantReason(onStripe({ countdown: { ...countdown, atEnd: 'close' } }), NOW)).toBe('closing');
  expect(findInstantReason(onStripe({ countdown }), NOW)).toBeNull();
  const excluded = listExcludedMethods(onStripe({ availability: { ...availability, stock: 1 } }), NOW);
  expect(excluded).toEqual(DELAYED_METHODS);
});

test('lists what a page offers: cards first, then the methods of its language, in its currency', () => {
  const offered = (change: object = {}) => listOfferedMethods(onStripe(change), account, NOW);
  expect(offered({ language: 'nl' })).toEqual(
    'card ideal apple_pay google_pay link bancontact klarna sepa_debit'.split(' '),
  );
  expect(offered({ currency: 'USD' })).not.toContain('ideal');
  expect(offered({ paymentType: 'subscription' })).not.toContain('klarna');
  const payment = { methods: 'stripe', excluded: ['card', 'ideal'], instantOnly: true };
  expect(offered({ payment })).toEqual(['link', 'bancontact', 'klarna']);
  expect(listOfferedMethods(createEmptyConfig(), account, NOW)).toBeNull();
  expect(listOfferedMethods(onStripe(), null, NOW)).toBeNull();
});

test('never names a method that the account lacks or the page leaves out', () => {
  const accountArbitrary = fc.record({ on: fc.subarray([...PAYMENT_METHOD_TYPES]), off: fc.constant<string[]>([]) });
  fc.assert(
    fc.property(configArbitrary(), accountArbitrary, (anyConfig, anyAccount) => {
      const config = normalizeConfig(anyConfig);
      const offered = listOfferedMethods(config, anyAccount, NOW) ?? [];
      const excluded = listExcludedMethods(config, NOW);
      return offered.every((type) => anyAccount.on.includes(type) && !excluded.includes(type));
    }),
  );
});

test('drops types that no session can exclude', () => {
  const payment = { methods: 'stripe' as const, excluded: ['link', 'ideal', 'no_such', 'ideal'], instantOnly: false };
  expect(normalizeConfig(onStripe({ payment })).payment.excluded).toEqual(['ideal']);
});
