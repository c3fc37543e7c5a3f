import { expect, test } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';

import { getBillingKey } from './option-billing.ts';
import { createOption, withoutRemovedOptions } from './price-options-section.tsx';

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

test('drops what refers to a removed price option, and never offers an extra with more prices', () => {
  const { quantity } = createEmptyConfig();
  const page = (optionPrices: Record<string, string>, ...offeredWith: (string[] | null)[]) => ({
    quantity: { ...quantity, tiers: [{ from: 5, price: '9', optionPrices }] },
    ...withBumps(...offeredWith.map((ids, index) => createBump(`extra-${index}`, '5', { offeredWith: ids }))),
  });
  const club = { id: 'club', name: '', price: '9', paymentType: 'one-time', billingFrequency: 'monthly' } as const;
  const before = page({ club: '8', team: '7' }, null, ['base', 'team'], ['team']);
  expect(withoutRemovedOptions(before, [club])).toEqual(page({ club: '8' }, null, ['base'], []));
});
