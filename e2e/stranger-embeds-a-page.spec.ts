import {
  frameOn,
  heardBy,
  hears,
  heightOf,
  loaderOf,
  sellingIn,
  testOnOtherSite as test,
} from './host-page.ts';
import { expect } from './journey.ts';
import { pageOnSale } from './seller.ts';

test('a site that is not allowed sees the reason, and cannot frame other pages of the app', async ({
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

test(
  'messages from other windows and invalid messages of the frame are ignored',
  { tag: '@core' },
  async ({ page, shop, site }) => {
    const { slug } = await sellingIn(shop, site);
    await page.goto(
      site.put('/post', `<div data-tillwright="inline" data-page="${slug}"></div>${loaderOf(shop)}`),
    );
    await hears(page, 'resize');
    const frame = page.frames().find((inner) => inner.url().startsWith(`${shop.url}/e/`));
    // Fonts change the height, so the test waits for them.
    const inner = () =>
      frameOn(page)
        .locator('body')
        .evaluate(async (body) => {
          await document.fonts.ready;
          return Math.ceil(body.getBoundingClientRect().height);
        });
    await expect.poll(async () => (await heightOf(page)) === (await inner())).toBe(true);
    const height = await heightOf(page);
    const before = (await heardBy(page)).length;
    const right = { tillwright: 1, type: 'resize', height: 700 };
    // Messages from other sources: the site itself, and a fake one with the app's origin.
    await page.evaluate((message) => window.postMessage(message, '*'), right);
    await page.evaluate(
      ([message, origin]) =>
        dispatchEvent(new MessageEvent('message', { data: message, origin, source: window })),
      [right, shop.url] as const,
    );
    // Invalid messages from the frame.
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
    await frame?.evaluate(
      (messages) => messages.forEach((message) => parent.postMessage(message, '*')),
      wrong,
    );
    // Messages arrive in order, so all earlier ones have been handled after this one.
    await frame?.evaluate(() => parent.postMessage({ tillwright: 1, type: 'resize', height: 901 }, '*'));
    await expect.poll(() => heightOf(page)).toBe(901);
    expect((await heardBy(page)).slice(before)).toEqual([{ type: 'resize', page: slug, height: 901 }]);
    expect(height).not.toBe(901);
  },
);
