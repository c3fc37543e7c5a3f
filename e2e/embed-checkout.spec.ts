import { createBuyer, fillCard, payButton, receiptLine } from './support/buyer.ts';
import {
  blockBrowserStorage,
  getCheckoutFrame,
  listEmbedEvents,
  waitForEmbedEvent,
  getFrameHeight,
  getLoaderTag,
  createEmbeddablePage,
  testWithEmbeddingSite as test,
} from './support/embedding-site.ts';
import { expect } from './support/fixtures.ts';
import { uniqueEmail } from './support/seller.ts';

test(
  'an embedded page fits its content and needs no browser storage',
  { tag: '@core' },
  async ({ page, app, site }) => {
    const { slug } = await createEmbeddablePage(app, site);
    await blockBrowserStorage(page);
    await page.goto(
      site.servePage(
        '/post',
        `<p>Read on</p><div data-tillwright="inline" data-page="${slug}"><a href="/">Buy</a></div>${getLoaderTag(app)}${getLoaderTag(app)}`,
      ),
    );
    await waitForEmbedEvent(page, 'opened');
    await expect(page.locator('iframe')).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'Buy' })).toBeHidden();
    const frame = getCheckoutFrame(page);
    const getInnerHeight = () =>
      frame.locator('body').evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
    await expect.poll(async () => (await getFrameHeight(page)) === (await getInnerHeight())).toBe(true);
    const initialHeight = await getFrameHeight(page);
    expect(initialHeight).toBeGreaterThan(400);
    // A validation error appears inside the frame, and the frame grows.
    await frame.locator('button.co-pay').click({ force: true });
    await expect(frame.locator('.co-err').first()).toBeInViewport();
    await expect.poll(() => getFrameHeight(page)).toBeGreaterThan(initialHeight);
    await expect.poll(async () => (await getFrameHeight(page)) === (await getInnerHeight())).toBe(true);
    // The loader also fills elements that are added later.
    await page.evaluate((pageSlug) => {
      const element = document.createElement('div');
      element.dataset.tillwright = 'inline';
      element.dataset.page = pageSlug;
      document.body.append(element);
    }, slug);
    await expect(page.locator('iframe')).toHaveCount(2);
    expect(await page.context().cookies()).toEqual([]);
  },
);

test(
  'a buyer pays from an embedded page at the provider, and returns to the site with the order',
  { tag: '@core' },
  async ({ page, app, site }) => {
    const { slug, seller } = await createEmbeddablePage(app, site);
    await blockBrowserStorage(page);
    const post = site.servePage(
      '/post',
      `<div data-tillwright="inline" data-page="${slug}"></div>${getLoaderTag(app)}`,
    );
    await page.goto(`${post}?from=mail#comments`);
    const frame = getCheckoutFrame(page);
    await frame.getByLabel('Email').fill(uniqueEmail('buyer'));
    await frame.getByLabel('I accept the').check();
    await frame.locator('button.co-pay').click();
    await fillCard(page);
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(
      createBuyer(page).pageMessage('Your payment wasn’t completed. You haven’t been charged.'),
    ).toBeVisible();
    await page.getByRole('link', { name: `Back to ${new URL(site.origin).host}` }).click();
    await expect(page).toHaveURL(`${post}?from=mail`);

    await frame.getByLabel('Email').fill(uniqueEmail('buyer'));
    await frame.getByLabel('I accept the').check();
    await frame.locator('button.co-pay').click();
    await fillCard(page);
    await payButton(page).click();
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    await expect(receiptLine(page, 'Paid')).toHaveText('$40.00 USD');
    await page.getByRole('link', { name: `Back to ${new URL(site.origin).host}` }).click();
    await expect(page).toHaveURL(`${post}?from=mail`);
    await expect(frame.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    expect(await waitForEmbedEvent(page, 'paid')).toEqual({ type: 'paid', page: slug, order: '1' });
    const { orders } = await seller.call('list-orders', {});
    expect(orders).toMatchObject([{ number: 1, total: 4000, state: 'paid' }]);
    await page.reload();
    await expect(frame.locator('button.co-pay')).toBeVisible();
    expect(await listEmbedEvents(page)).not.toContainEqual(expect.objectContaining({ type: 'paid' }));
  },
);

test('a buyer on the receipt is redirected to the site, unless they stay', async ({ page, app, site }) => {
  const { slug } = await createEmbeddablePage(app, site);
  const post = site.servePage(
    '/post',
    `<a data-tillwright="button" href="${app.url}/c/${slug}">Buy</a>${getLoaderTag(app)}`,
  );
  await page.goto(post);
  await page.getByRole('link', { name: 'Buy' }).click();
  const frame = getCheckoutFrame(page);
  await frame.getByLabel('Email').fill(uniqueEmail('buyer'));
  await frame.getByLabel('I accept the').check();
  await frame.locator('button.co-pay').click();
  await fillCard(page);
  await payButton(page).click();
  await expect(page.getByText('You’ll be redirected in a few seconds.')).toBeVisible();
  // The site has no inline element for the page, so the receipt opens in a popup.
  await page.waitForURL(post, { timeout: 20_000 });
  await expect(frame.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await waitForEmbedEvent(page, 'paid');
  await page.goBack();
  await page.getByRole('link', { name: 'Stay on this page' }).click();
  await expect(page.getByText('You’ll be redirected')).toBeHidden();
  await expect(page.locator('meta[http-equiv=refresh]')).toHaveCount(0);
});

test('without script, a link leads to the page and its form to the provider', async ({
  openContextPage,
  app,
  site,
}) => {
  const { slug, url } = await createEmbeddablePage(app, site);
  const page = await openContextPage({ javaScriptEnabled: false });
  await page.goto(
    site.servePage('/post', `<div data-tillwright="inline" data-page="${slug}"><a href="${url}">Buy</a></div>`),
  );
  await page.getByRole('link', { name: 'Buy' }).click();
  await expect(page).toHaveURL(url);
  const origin = encodeURIComponent(site.origin);
  await page.goto(
    site.servePage('/bare', `<iframe title="Checkout" src="${app.url}/e/${slug}?origin=${origin}"></iframe>`),
  );
  const frame = getCheckoutFrame(page);
  await frame.getByLabel('Email').fill(uniqueEmail('buyer'));
  await frame.getByLabel('I accept the').check();
  await frame.locator('button.co-pay').click();
  await fillCard(page);
  await payButton(page).click();
  await page.getByRole('link', { name: `Back to ${new URL(site.origin).host}` }).click();
  await expect(page).toHaveURL(new RegExp(`^${site.origin}/#tillwright=${slug}\\.[0-9a-f-]{36}$`));
});
