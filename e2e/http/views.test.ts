import { expect, test } from 'vitest';

import { newSeller, onboard, publish, samplePage } from '../seller.ts';
import { CheckoutVisitor } from './checkout-visitor.ts';
import { attributesOf } from './metadata.ts';
import { sharedApp } from './testing-app.ts';
import { textOf, type Page, type Visitor } from './visitor.ts';

const app = sharedApp();

/** User agent of a person's browser; automated browsers are not counted. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Loads the images that only browsers without script load. */
async function loadPictures(visitor: Visitor, page: Page): Promise<void> {
  for (const address of attributesOf(page, 'noscript img', 'src'))
    await visitor.request(address ?? '', { headers: { referer: page.url.href, accept: 'image/*' } });
  await app().settled();
}

test('without script, page views are counted without cookies, and the order records its attribution', async () => {
  const seller = await newSeller(app());
  await onboard(seller);
  await seller.call('create-subscription', { planId: 'growth' });
  const { url } = await publish(seller, samplePage());
  const countsNow = async () => {
    const { views, visitors } = (await seller.call('get-analytics', { period: '7d' })).figures;
    return { views, visitors };
  };
  const visitor = new CheckoutVisitor(app(), { headers: { 'user-agent': USER_AGENT } });
  const campaign = `${url}?utm_source=Spring&utm_campaign=letters&email=me@example.com`;

  const first = await visitor.open(campaign);
  expect(first.headers.getSetCookie()).toEqual([]);
  await loadPictures(visitor, first);
  await expect.poll(countsNow).toEqual({ views: 1, visitors: 1 });
  await loadPictures(visitor, await visitor.open(campaign));
  await expect.poll(countsNow).toEqual({ views: 2, visitors: 1 });

  // A page that reports a form error is not another page view.
  const refused = await visitor.pay(first, { email: 'nobody@nowhere' });
  expect(textOf(refused, '#email-problem')).toMatch(/email address/);
  await loadPictures(visitor, refused);
  const again = await visitor.open(`${url}?utm_source=Spring&utm_campaign=letters`);
  await loadPictures(visitor, again);
  await expect.poll(countsNow).toEqual({ views: 3, visitors: 1 });
  await visitor.payByCard(await visitor.pay(again));

  for (const [by, value] of [
    ['source', 'spring'],
    ['utm_campaign', 'letters'],
    ['device', 'desktop'],
  ] as const)
    await expect
      .poll(async () => (await seller.call('get-breakdown', { period: '7d', by })).rows)
      .toMatchObject([{ value, views: 3, visitors: 1, started: 1, paid: 1 }]);
});
