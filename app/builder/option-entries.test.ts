import { expect, test } from 'vitest';

import { emptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { billingKey, newOption } from './option-entries.ts';

const withAnother = (config: CheckoutPageConfig): CheckoutPageConfig => {
  const others = [...config.priceOptions.others, newOption(config)];
  return { ...config, priceOptions: { ...config.priceOptions, others } };
};
const ways = (config: CheckoutPageConfig) => config.priceOptions.others.map(billingKey);

test('adds a monthly and a yearly option to a one-time price, then another one-time option', () => {
  const config = [1, 2, 3].reduce(withAnother, emptyConfig());
  expect(ways(config)).toEqual(['monthly', 'yearly', 'one-time']);
});

test('adds a yearly option to a monthly price', () => {
  const monthly = { ...emptyConfig(), paymentType: 'subscription' as const };
  expect(ways(withAnother(monthly))).toEqual(['yearly']);
});

test('creates unique ids that the config schema accepts', () => {
  const ids = Array.from({ length: 50 }, () => newOption(emptyConfig()).id);
  expect(new Set(ids).size).toBe(50);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9-]{1,40}$/);
});
