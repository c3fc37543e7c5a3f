import { buyerOn, fillCard, payKey, receiptLine } from './buyer.ts';
import {
  forbidMemory,
  frameOn,
  heardBy,
  hears,
  heightOf,
  loaderOf,
  sellingIn,
  testOnOtherSite as test,
} from './host-page.ts';
import { expect } from './journey.ts';
import { freshEmail } from './seller.ts';

test(
  'an embedded page fits its content and needs no browser storage',
  { tag: '@core' },
  async ({ page, shop, site }) => {
    const { slug } = await sellingIn(shop, site);
    await forbidMemory(page);
    await page.goto(
      site.put(
        '/post',
        `<p>Read on</p><div data-tillwright="inline" data-page="${slug}"><a href="/">Buy</a></div>${loaderOf(shop)}${loaderOf(shop)}`,
      ),
    );
    await hears(page, 'loaded');
    await expect(page.locator('iframe')).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'Buy' })).toBeHidden();
    const frame = frameOn(page);
    const inner = () =>
      frame.locator('body').evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
    await expect.poll(async () => (await heightOf(page)) === (await inner())).toBe(true);
    const before = await heightOf(page);
    expect(before).toBeGreaterThan(400);
    // A validation error appears inside the frame, and the frame grows.
    await frame.locator('button.co-pay').click({ force: true });
    await expect(frame.locator('.co-err').first()).toBeVisible();
    await expect(frame.locator('.co-toast')).toBeInViewport();
    await expect.poll(() => heightOf(page)).toBeGreaterThan(before);
    await expect.poll(async () => (await heightOf(page)) === (await inner())).toBe(true);
    // The loader also fills elements that are added later.
    await page.evaluate((other) => {
      const late = document.createElement('div');
      late.dataset.tillwright = 'inline';
      late.dataset.page = other;
      document.body.append(late);
    }, slug);
    await expect(page.locator('iframe')).toHaveCount(2);
    expect(await page.context().cookies()).toEqual([]);
  },
);

test(
  'a buyer pays from an embedded page at the provider, and returns to the site with the order',
  { tag: '@core' },
  async ({ page, shop, site }) => {
    const { slug, seller } = await sellingIn(shop, site);
    await forbidMemory(page);
    const post = site.put(
      '/post',
      `<div data-tillwright="inline" data-page="${slug}"></div>${loaderOf(shop)}`,
    );
    await page.goto(`${post}?from=mail#comments`);
    const frame = frameOn(page);
    await frame.getByLabel('Email').fill(freshEmail('buyer'));
    await frame.getByLabel('I accept the').check();
    await frame.locator('button.co-pay').click();
    await fillCard(page);
    await page.getByRole('link', { name: 'Leave' }).click();
    await expect(buyerOn(page).said('You came back before paying. Nothing was charged.')).toBeVisible();
    await page.getByRole('link', { name: `Back to ${new URL(site.origin).host}` }).click();
    await expect(page).toHaveURL(`${post}?from=mail`);

    await frame.getByLabel('Email').fill(freshEmail('buyer'));
    await frame.getByLabel('I accept the').check();
    await frame.locator('button.co-pay').click();
    await fillCard(page);
    await payKey(page).click();
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    await expect(receiptLine(page, 'Paid')).toHaveText('$40.00 USD');
    await page.getByRole('link', { name: `Back to ${new URL(site.origin).host}` }).click();
    await expect(page).toHaveURL(`${post}?from=mail`);
    await expect(frame.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    expect(await hears(page, 'completed')).toEqual({
      type: 'completed',
      page: slug,
      order: '1',
      state: 'paid',
    });
    const { orders } = await seller.call('list-orders', {});
    expect(orders).toMatchObject([{ number: 1, total: 4000, state: 'paid' }]);
    await page.reload();
    await expect(frame.locator('button.co-pay')).toBeVisible();
    expect(await heardBy(page)).not.toContainEqual(expect.objectContaining({ type: 'completed' }));
  },
);

test('a buyer on the receipt is redirected to the site, unless they stay', async ({
  page,
  shop,
  site,
}) => {
  const { slug } = await sellingIn(shop, site);
  const post = site.put(
    '/post',
    `<a data-tillwright="button" href="${shop.url}/c/${slug}">Buy</a>${loaderOf(shop)}`,
  );
  await page.goto(post);
  await page.getByRole('link', { name: 'Buy' }).click();
  const frame = frameOn(page);
  await frame.getByLabel('Email').fill(freshEmail('buyer'));
  await frame.getByLabel('I accept the').check();
  await frame.locator('button.co-pay').click();
  await fillCard(page);
  await payKey(page).click();
  await expect(page.getByText('You are taken back there in a few seconds.')).toBeVisible();
  // The site has no inline element for the page, so the receipt opens in a popup.
  await page.waitForURL(post, { timeout: 20_000 });
  await expect(frame.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await hears(page, 'completed');
  await page.goBack();
  await page.getByRole('link', { name: 'Stay here' }).click();
  await expect(page.getByText('You are taken back')).toBeHidden();
  await expect(page.locator('meta[http-equiv=refresh]')).toHaveCount(0);
});

test(
  'without script, a link leads to the page and its form to the provider',
  { tag: '@core' },
  async ({ guest, shop, site }) => {
    const { slug, url } = await sellingIn(shop, site);
    const page = await guest({ javaScriptEnabled: false });
    await page.goto(
      site.put('/post', `<div data-tillwright="inline" data-page="${slug}"><a href="${url}">Buy</a></div>`),
    );
    await page.getByRole('link', { name: 'Buy' }).click();
    await expect(page).toHaveURL(url);
    const origin = encodeURIComponent(site.origin);
    await page.goto(
      site.put('/bare', `<iframe title="Checkout" src="${shop.url}/e/${slug}?origin=${origin}"></iframe>`),
    );
    const frame = frameOn(page);
    await frame.getByLabel('Email').fill(freshEmail('buyer'));
    await frame.getByLabel('I accept the').check();
    await frame.locator('button.co-pay').click();
    await fillCard(page);
    await payKey(page).click();
    await page.getByRole('link', { name: `Back to ${new URL(site.origin).host}` }).click();
    await expect(page).toHaveURL(new RegExp(`^${site.origin}/#tillwright=${slug}\\.[0-9a-f-]{36}$`));
  },
);
