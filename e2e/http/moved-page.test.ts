import { expect, test } from 'vitest';

import { createSharedApp } from '../support/http-test-app.ts';
import { createPublishedPage, publishPage } from '../support/seller.ts';
import { Visitor } from '../support/visitor.ts';

const app = createSharedApp();

test('an earlier slug redirects to the current one and keeps the parameters', async () => {
  const { seller, config, pageId, slug } = await createPublishedPage(app());
  const customSlug = `${slug}-moved`;
  await publishPage(seller, { ...config, customSlug }, { pageId });
  const response = await new Visitor(app().url).request(`/c/${slug}?coupon=QUARTER`);
  expect([response.status, response.headers.get('location')]).toEqual([301, `/c/${customSlug}?coupon=QUARTER`]);
});
