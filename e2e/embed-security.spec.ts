import {
  getCheckoutFrame,
  listEmbedEvents,
  waitForEmbedEvent,
  getFrameHeight,
  getLoaderTag,
  createEmbeddablePage,
  testWithEmbeddingSite as test,
} from './support/embedding-site.ts';
import { expect } from './support/fixtures.ts';
import { createPublishedPage } from './support/seller.ts';

test('a site that is not allowed sees the reason, and cannot frame other pages of the app', async ({
  page,
  app,
  site,
  pageErrors,
}) => {
  const { slug, url } = await createPublishedPage(app, { embedding: { origins: ['https://blog.example'] } });
  await page.goto(
    site.servePage('/post', `<div data-tillwright="inline" data-page="${slug}"></div>${getLoaderTag(app)}`),
  );
  const frame = getCheckoutFrame(page);
  await expect(frame.getByRole('heading', { name: 'This checkout can’t be shown here' })).toBeVisible();
  for (const address of [url, `${app.url}/e/${slug}?origin=https://blog.example`, `${app.url}/builder`]) {
    await page.goto(site.servePage('/trap', `<iframe src="${address}"></iframe>`));
    await expect.poll(() => pageErrors.some((pageError) => pageError.includes('frame-ancestors'))).toBe(true);
    expect(page.frames().some((inner) => inner.url().startsWith(app.url))).toBe(false);
    pageErrors.length = 0;
  }
  await page.goto(
    site.servePage('/post2', `<div data-tillwright="inline" data-page="${slug}"></div>${getLoaderTag(app)}`),
  );
  await frame.getByRole('link', { name: 'Open checkout' }).click();
  await expect(page).toHaveURL(url);
});

test(
  'messages from other windows and invalid messages of the frame are ignored',
  { tag: '@core' },
  async ({ page, app, site }) => {
    const { slug } = await createEmbeddablePage(app, site);
    await page.goto(
      site.servePage('/post', `<div data-tillwright="inline" data-page="${slug}"></div>${getLoaderTag(app)}`),
    );
    await waitForEmbedEvent(page, 'opened');
    const frame = page.frames().find((inner) => inner.url().startsWith(`${app.url}/e/`));
    // Fonts change the height, so the test waits for them.
    const getInnerHeight = () =>
      getCheckoutFrame(page)
        .locator('body')
        .evaluate(async (body) => {
          await document.fonts.ready;
          return Math.ceil(body.getBoundingClientRect().height);
        });
    await expect.poll(async () => (await getFrameHeight(page)) === (await getInnerHeight())).toBe(true);
    const height = await getFrameHeight(page);
    const before = (await listEmbedEvents(page)).length;
    const validMessage = { tillwright: 1, type: 'resize', height: 700 };
    // Messages from other sources: the site itself, and a fake one with the app's origin.
    await page.evaluate((message) => window.postMessage(message, '*'), validMessage);
    await page.evaluate(
      ([message, origin]) => dispatchEvent(new MessageEvent('message', { data: message, origin, source: window })),
      [validMessage, app.url] as const,
    );
    // Invalid messages from the frame.
    const invalidMessages: unknown[] = [
      null,
      'resize',
      { ...validMessage, tillwright: 2 },
      { ...validMessage, tillwright: '1' },
      { ...validMessage, height: 1e9 },
      { ...validMessage, height: -1 },
      { ...validMessage, height: 700.5 },
      { ...validMessage, height: '700px;position:fixed' },
      { ...validMessage, more: 1 },
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
      invalidMessages,
    );
    // Messages arrive in order, so all earlier ones have been handled after this one.
    await frame?.evaluate(() => parent.postMessage({ tillwright: 1, type: 'resize', height: 901 }, '*'));
    await expect.poll(() => getFrameHeight(page)).toBe(901);
    expect((await listEmbedEvents(page)).slice(before)).toEqual([]);
    expect(height).not.toBe(901);
  },
);
