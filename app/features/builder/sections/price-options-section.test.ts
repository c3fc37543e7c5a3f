import { expect, test } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { getBillingKey } from './option-billing.ts';
import { createOption } from './price-options-section.tsx';

const addOption = (config: CheckoutPageConfig): CheckoutPageConfig => {
  const others = [...config.priceOptions.others, createOption(config)];
  return { ...config, priceOptions: { ...config.priceOptions, others } };
};
const billingKeys = (config: CheckoutPageConfig) => config.priceOptions.others.map(getBillingKey);

test('adds a monthly and a yearly option to a one-time price, then another one-time option', () => {
  const config = [1, 2, 3].reduce(addOption, createEmptyConfig());
  expect(billingKeys(config)).toEqual(['monthly', 'yearly', 'one-time']);
});

test('adds a yearly option to a monthly price', () => {
  const monthly = { ...createEmptyConfig(), paymentType: 'subscription' as const };
  expect(billingKeys(addOption(monthly))).toEqual(['yearly']);
});

test('creates unique ids that the config schema accepts', () => {
  const ids = Array.from({ length: 50 }, () => createOption(createEmptyConfig()).id);
  expect(new Set(ids).size).toBe(50);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9-]{1,40}$/);
});
