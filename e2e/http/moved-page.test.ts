import { expect, test } from 'vitest';

import { pageOnSale, publish } from '../seller.ts';
import { sharedApp } from './testing-app.ts';
import { Visitor } from './visitor.ts';

const app = sharedApp();

test('an earlier slug redirects to the current one and keeps the parameters', async () => {
  const { seller, config, pageId, slug } = await pageOnSale(app());
  const customSlug = `${slug}-moved`;
  await publish(seller, { ...config, customSlug }, { pageId });
  const response = await new Visitor(app().url).request(`/c/${slug}?coupon=QUARTER`);
  expect([response.status, response.headers.get('location')]).toEqual([
    301,
    `/c/${customSlug}?coupon=QUARTER`,
  ]);
});
