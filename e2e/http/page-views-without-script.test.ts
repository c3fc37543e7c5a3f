import { expect, test } from 'vitest';

import { CheckoutVisitor } from '../support/checkout-visitor.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { listAttributes } from '../support/page-metadata.ts';
import { createSeller, completeOnboarding, publishPage, createPageConfig } from '../support/seller.ts';
import { getText, type Page, type Visitor } from '../support/visitor.ts';

const app = createSharedApp();

/** User agent of a person's browser; automated browsers are not counted. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Loads the images that only browsers without script load. */
async function loadImages(visitor: Visitor, page: Page): Promise<void> {
  for (const address of listAttributes(page, 'noscript img', 'src'))
    await visitor.request(address ?? '', { headers: { referer: page.url.href, accept: 'image/*' } });
  await app().waitUntilIdle();
}

test('without script, page views are counted without cookies, and the order records its attribution', async () => {
  const seller = await createSeller(app());
  await completeOnboarding(seller);
  await seller.call('create-subscription', { planId: 'growth' });
  const { url } = await publishPage(seller, createPageConfig());
  const getCounts = async () => {
    const { views, visitors } = (await seller.call('get-analytics', { period: '7d' })).figures;
    return { views, visitors };
  };
  const visitor = new CheckoutVisitor(app(), { headers: { 'user-agent': USER_AGENT } });
  const campaign = `${url}?utm_source=Spring&utm_campaign=letters&email=me@example.com`;

  const first = await visitor.open(campaign);
  expect(first.headers.getSetCookie()).toEqual([]);
  await loadImages(visitor, first);
  await expect.poll(getCounts).toEqual({ views: 1, visitors: 1 });
  await loadImages(visitor, await visitor.open(campaign));
  await expect.poll(getCounts).toEqual({ views: 2, visitors: 1 });

  // A page that reports a form error is not another page view.
  const rejected = await visitor.pay(first, { email: 'nobody@nowhere' });
  expect(getText(rejected, '#email-problem')).toMatch(/email address/);
  await loadImages(visitor, rejected);
  const campaignPage = await visitor.open(`${url}?utm_source=Spring&utm_campaign=letters`);
  await loadImages(visitor, campaignPage);
  await expect.poll(getCounts).toEqual({ views: 3, visitors: 1 });
  await visitor.payByCard(await visitor.pay(campaignPage));

  for (const [by, value] of [
    ['source', 'spring'],
    ['utm_campaign', 'letters'],
    ['device', 'desktop'],
  ] as const)
    await expect
      .poll(async () => (await seller.call('get-breakdown', { period: '7d', by })).rows)
      .toMatchObject([{ value, views: 3, visitors: 1, started: 1, paid: 1 }]);
});
