import { expect, test } from 'vitest';

import { CheckoutPageConfig } from '#domain/checkout-page-schema.ts';
import { createEmptyConfig } from '#domain/checkout-page.ts';

import { restoreConfig, restorePatches } from './local-copies.ts';

const full: CheckoutPageConfig = {
  ...createEmptyConfig(),
  productName: 'Taller',
  features: ['One'],
  testimonials: { enabled: true, items: [{ name: 'Joan', role: null, rating: 4, text: 'Good' }] },
  validCoupons: [
    { code: 'TEN', discount: 10, type: 'percentage' },
    {
      code: 'FEW',
      discount: 5,
      type: 'fixed',
      endsAt: '2026-11-30T17:00:00.000Z',
      limit: 10,
      perBuyer: null,
    },
  ],
};
/** The page as opened: provides values that a stored copy lacks. */
const openConfig: CheckoutPageConfig = {
  ...createEmptyConfig(),
  productName: 'Opened',
  customSlug: 'opened',
  availability: { ...createEmptyConfig().availability, stock: 7 },
};

const omitKeys = (config: object, ...keys: string[]) =>
  Object.fromEntries(Object.entries(config).filter(([key]) => !keys.includes(key)));

test('restores every config that the schema accepts unchanged', async () => {
  for (const config of [createEmptyConfig(), full]) {
    expect(CheckoutPageConfig.safeParse(config).success).toBe(true);
    expect(await restoreConfig(structuredClone(config), openConfig)).toEqual(config);
  }
});

test.each([[null], ['text'], [[]], [{}], [{ unknown: 1 }]])('returns null for %j', async (stored) => {
  expect(await restoreConfig(stored, openConfig)).toBeNull();
});

test('takes values of missing keys from the open page and keeps all others', async () => {
  const stored = { ...omitKeys(full, 'customSlug', 'embedding'), availability: { stock: 3 } };
  expect(await restoreConfig(stored, openConfig)).toEqual({
    ...full,
    customSlug: 'opened',
    availability: { ...openConfig.availability, stock: 3 },
  });
});

test('drops keys that no longer exist, at any depth', async () => {
  const stored = {
    ...full,
    removed: 1,
    fonts: { ...full.fonts, price: 'Inter' },
    testimonials: { ...full.testimonials, items: [{ ...full.testimonials.items[0], avatar: 'x' }] },
  };
  expect(await restoreConfig(stored, openConfig)).toEqual(full);
});

test.each([
  [{ price: 29 }],
  [{ layout: 'wide' }],
  [{ currency: 'XYZ' }],
  [{ features: 'One' }],
  [{ testimonials: { enabled: true, items: [{ name: 'Joan' }] } }],
  [{ validCoupons: [{ code: 'TEN', discount: '10', type: 'percentage' }] }],
  [{ validCoupons: [{ code: 'TEN', discount: 10, type: 'percentage', limit: '10' }] }],
  [{ fonts: { heading: 'Comic Sans', body: 'Inter' } }],
  [{ customSlug: undefined }],
])('takes a value of the wrong type from the open page: %j', async (overrides) => {
  const restored = await restoreConfig({ ...full, ...overrides }, openConfig);
  expect(CheckoutPageConfig.safeParse(restored).success).toBe(true);
  expect(restored).toMatchObject({ productName: 'Taller' });
  for (const key of Object.keys(overrides) as (keyof typeof overrides)[]) {
    const value: unknown = restored?.[key];
    expect(value).toEqual(key === 'testimonials' ? { ...openConfig.testimonials, enabled: true } : openConfig[key]);
  }
});

test('restores only the readable keys of a stored patch', async () => {
  const stored = [{ price: '29', removed: 1, features: 'One' }, 'text'];
  expect(await restorePatches(stored, openConfig)).toEqual([{ price: '29', features: openConfig.features }, {}]);
});

test('keeps texts that are too long', async () => {
  const description = 'x'.repeat(10_001);
  expect(await restoreConfig({ ...full, description }, openConfig)).toEqual({ ...full, description });
});
