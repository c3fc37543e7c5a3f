import {
  getCheckoutFrame,
  listEmbedEvents,
  getLoaderTag,
  createEmbeddablePage,
  testWithEmbeddingSite as test,
} from './support/embedding-site.ts';
import { expect } from './support/fixtures.ts';

type EmbedApi = { Tillwright: { open: (page: string) => void } };

test(
  'a popup traps the focus, and closes by its button, by Escape and by a click outside',
  { tag: '@core' },
  async ({ page, app, site }) => {
    const { slug } = await createEmbeddablePage(app, site);
    const tall = '<div style="height:3000px"></div>';
    const link = `<a data-tillwright="popup" href="${app.url}/c/${slug}">Buy the course</a>`;
    await page.goto(site.servePage('/post', `${link}<button>Another</button>${tall}${getLoaderTag(app)}`));
    const opener = page.getByRole('link', { name: 'Buy the course' });
    const dialog = page.getByRole('dialog', { name: 'Checkout' });
    const frame = getCheckoutFrame(page);
    const open = async () => {
      await opener.click();
      await expect(frame.locator('button.co-pay')).toBeVisible();
      await expect(page.locator('html')).toHaveCSS('overflow', 'hidden');
    };
    const expectClosed = async () => {
      await expect(dialog).toHaveCount(0);
      await expect(opener).toBeFocused();
      await expect(page.locator('html')).toHaveCSS('overflow', 'visible');
    };
    await page.waitForFunction(() => 'Tillwright' in window);
    await open();
    for (let tabs = 0; tabs < 12; tabs++) {
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: 'Another' })).not.toBeFocused();
    }
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expectClosed();
    await open();
    await frame.getByLabel('Email').focus();
    // The frame is removed on keydown: it never receives a keyup, and Chromium may never confirm the keydown.
    void page.keyboard.down('Escape').catch(() => undefined);
    await expectClosed();
    await page.keyboard.up('Escape');
    await open();
    await page.mouse.click(8, 8);
    await expectClosed();
    await page.setViewportSize({ width: 390, height: 844 });
    await open();
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    await dialog.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('Escape');
    await expectClosed();
    expect((await listEmbedEvents(page)).filter(({ type }) => type === 'closed')).toHaveLength(4);
  },
);

test('a popup whose page does not load says so, links to the page, and closes', async ({ page, app, site }) => {
  const { slug, url } = await createEmbeddablePage(app, site);
  await page.goto(site.servePage('/post', `<button>Here</button>${getLoaderTag(app)}`));
  await page.waitForFunction(() => 'Tillwright' in window);
  await page.clock.install();
  await page.route('**/e/**', () => undefined);
  await page.evaluate((slug) => (window as unknown as EmbedApi).Tillwright.open(slug), slug);
  const dialog = page.getByRole('dialog', { name: 'Checkout' });
  await expect(dialog.getByText('Loading…')).toBeVisible();
  await page.clock.fastForward(11_000);
  await expect(dialog.getByText('The checkout can’t be loaded here.')).toBeVisible();
  await expect(dialog.getByRole('link')).toHaveAttribute('href', url);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await listEmbedEvents(page)).toContainEqual({ type: 'error', page: slug, code: 'load_timeout' });
});

test('calls functions that were registered before the script was loaded', async ({ page, app, site }) => {
  const { slug } = await createEmbeddablePage(app, site);
  const register = `<script>
    window.Tillwright ||= { queue: [], ready(callback) { this.queue.push(callback); } };
    Tillwright.ready(({ open }) => open('${slug}', { query: { email: 'ana@example.com' } }));
  </script>`;
  await page.goto(site.servePage('/early', register + getLoaderTag(app)));
  await expect(getCheckoutFrame(page).getByLabel('Email')).toHaveValue('ana@example.com');
});
