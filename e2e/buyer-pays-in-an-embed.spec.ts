import type { Page } from '@playwright/test';

import { buyerOn, fillCard, payKey, receiptLine } from './buyer.ts';
import {
  forbidMemory,
  heardBy,
  hears,
  loaderOf,
  testOnOtherSite as test,
  type HostSite,
} from './host-page.ts';
import { expect } from './journey.ts';
import { freshEmail, pageOnSale } from './seller.ts';
import type { Shop } from './shop-process.ts';

const sellingIn = (shop: Shop, { origin }: HostSite) =>
  pageOnSale(shop, { embedding: { origins: [origin] }, validCoupons: [], enableCoupon: false });

const frameOn = (page: Page) => page.frameLocator('iframe[title=Checkout]');
const heightOf = (page: Page) => page.locator('iframe').evaluate((frame) => frame.clientHeight);

test('a page stands in a blog, as high as it is, and needs no memory in the browser', async ({
  page,
  shop,
  site,
}) => {
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
  // What is wrong is said in place, and the frame grows with it.
  await frame.locator('button.co-pay').click({ force: true });
  await expect(frame.locator('.co-err').first()).toBeVisible();
  await expect(frame.locator('.co-toast')).toBeInViewport();
  await expect.poll(() => heightOf(page)).toBeGreaterThan(before);
  await expect.poll(async () => (await heightOf(page)) === (await inner())).toBe(true);
  // Elements that come later are filled as well.
  await page.evaluate((other) => {
    const late = document.createElement('div');
    late.dataset.tillwright = 'inline';
    late.dataset.page = other;
    document.body.append(late);
  }, slug);
  await expect(page.locator('iframe')).toHaveCount(2);
  expect(await page.context().cookies()).toEqual([]);
});

test('a buyer pays in a blog, on the provider’s page, and is back in the blog with the order', async ({
  page,
  shop,
  site,
}) => {
  const { slug, seller } = await sellingIn(shop, site);
  await forbidMemory(page);
  const post = site.put('/post', `<div data-tillwright="inline" data-page="${slug}"></div>${loaderOf(shop)}`);
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
});

test('whoever only reads the receipt is taken back to the blog, unless they stay', async ({
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
  // No place of its own is there for it: it comes as a popup.
  await page.waitForURL(post, { timeout: 20_000 });
  await expect(frame.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await hears(page, 'completed');
  await page.goBack();
  await page.getByRole('link', { name: 'Stay here' }).click();
  await expect(page.getByText('You are taken back')).toBeHidden();
  await expect(page.locator('meta[http-equiv=refresh]')).toHaveCount(0);
});

test('a popup keeps the focus, and closes by its key, by Escape, and by a press beside it', async ({
  page,
  shop,
  site,
}) => {
  const { slug } = await sellingIn(shop, site);
  const tall = '<div style="height:3000px"></div>';
  const link = `<a data-tillwright="popup" href="${shop.url}/c/${slug}">Buy the course</a>`;
  await page.goto(site.put('/post', `${link}<button>Another</button>${tall}${loaderOf(shop)}`));
  const opener = page.getByRole('link', { name: 'Buy the course' });
  const dialog = page.getByRole('dialog', { name: 'Checkout' });
  const frame = frameOn(page);
  const open = async () => {
    await opener.click();
    await expect(frame.locator('button.co-pay')).toBeVisible();
    await expect(page.locator('html')).toHaveCSS('overflow', 'hidden');
  };
  const isClosed = async () => {
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    await expect(page.locator('html')).toHaveCSS('overflow', 'visible');
  };
  await page.waitForFunction(() => 'Tillwright' in window);
  await open();
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Another' })).not.toBeFocused();
  }
  await dialog.getByRole('button', { name: 'Close' }).click();
  await isClosed();
  await open();
  await frame.getByLabel('Email').press('Escape');
  await isClosed();
  await open();
  await page.mouse.click(8, 8);
  await isClosed();
  await page.setViewportSize({ width: 390, height: 844 });
  await open();
  expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  await dialog.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Escape');
  await isClosed();
  expect((await heardBy(page)).filter(({ type }) => type === 'closed')).toHaveLength(4);
});

test('a popup whose page never comes says so, leads to it, and closes', async ({ page, shop, site }) => {
  const { slug, url } = await sellingIn(shop, site);
  await page.goto(site.put('/post', `<button>Here</button>${loaderOf(shop)}`));
  await page.waitForFunction(() => 'Tillwright' in window);
  await page.clock.install();
  await page.route('**/e/**', () => undefined);
  await page.evaluate((slug) => (window as unknown as Host).Tillwright.open(slug), slug);
  const dialog = page.getByRole('dialog', { name: 'Checkout' });
  await expect(dialog.getByText('Loading the checkout…')).toBeVisible();
  await page.clock.fastForward(11_000);
  await expect(dialog.getByText('The checkout does not load here.')).toBeVisible();
  await expect(dialog.getByRole('link')).toHaveAttribute('href', url);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
});

test('a site that is not on the list reads why, and cannot frame the shop', async ({
  page,
  shop,
  site,
  faults,
}) => {
  const { slug, url } = await pageOnSale(shop, { embedding: { origins: ['https://blog.example'] } });
  await page.goto(
    site.put('/post', `<div data-tillwright="inline" data-page="${slug}"></div>${loaderOf(shop)}`),
  );
  const frame = frameOn(page);
  await expect(frame.getByRole('heading', { name: 'This checkout cannot be shown here' })).toBeVisible();
  await expect(frame.getByText(site.origin, { exact: true })).toBeVisible();
  await expect(frame.locator('form')).toHaveCount(0);
  for (const address of [url, `${shop.url}/e/${slug}?origin=https://blog.example`, `${shop.url}/builder`]) {
    await page.goto(site.put('/trap', `<iframe src="${address}"></iframe>`));
    await expect.poll(() => faults.some((fault) => fault.includes('frame-ancestors'))).toBe(true);
    expect(page.frames().some((inner) => inner.url().startsWith(shop.url))).toBe(false);
    faults.length = 0;
  }
  await page.goto(
    site.put('/post2', `<div data-tillwright="inline" data-page="${slug}"></div>${loaderOf(shop)}`),
  );
  await frame.getByRole('link', { name: 'Open the checkout' }).click();
  await expect(page).toHaveURL(url);
});

type Host = {
  Tillwright: { open: (page: string) => void; on: (type: string, handle: (detail: object) => void) => void };
};

test('messages that are not the frame’s own, or not of its kind, change nothing', async ({
  page,
  shop,
  site,
}) => {
  const { slug } = await sellingIn(shop, site);
  await page.goto(
    site.put('/post', `<div data-tillwright="inline" data-page="${slug}"></div>${loaderOf(shop)}`),
  );
  await hears(page, 'resize');
  const frame = page.frames().find((inner) => inner.url().startsWith(`${shop.url}/e/`));
  const height = await heightOf(page);
  const before = (await heardBy(page)).length;
  const right = { tillwright: 1, type: 'resize', height: 700 };
  // From the wrong place: the site itself, and another frame of the shop's own origin.
  await page.evaluate((message) => window.postMessage(message, '*'), right);
  await page.evaluate(
    ([message, origin]) =>
      dispatchEvent(new MessageEvent('message', { data: message, origin, source: window })),
    [right, shop.url] as const,
  );
  // From the right place, of the wrong kind.
  const wrong: unknown[] = [
    null,
    'resize',
    { ...right, tillwright: 2 },
    { ...right, tillwright: '1' },
    { ...right, height: 1e9 },
    { ...right, height: -1 },
    { ...right, height: 700.5 },
    { ...right, height: '700px;position:fixed' },
    { ...right, more: 1 },
    { tillwright: 1, type: 'constructor' },
    { tillwright: 1, type: '__proto__' },
    JSON.parse('{"__proto__":{"tillwright":1,"type":"resize","height":700}}'),
    ['resize'],
    { tillwright: 1, type: 'completed', order: '1', state: 'paid' },
    { tillwright: 1, type: 'completed', order: { toString: 1 }, state: 'paid' },
    { tillwright: 1, type: 'closed', height: 1 },
  ];
  await frame?.evaluate((messages) => messages.forEach((message) => parent.postMessage(message, '*')), wrong);
  // Messages come in order: when this one is there, all others were.
  await frame?.evaluate(() => parent.postMessage({ tillwright: 1, type: 'resize', height: 901 }, '*'));
  await expect.poll(() => heightOf(page)).toBe(901);
  expect((await heardBy(page)).slice(before)).toEqual([{ type: 'resize', page: slug, height: 901 }]);
  expect(height).not.toBe(901);
});

test('without script a link leads to the page, and its form to the provider', async ({
  guest,
  shop,
  site,
}) => {
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
});
