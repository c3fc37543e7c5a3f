import { AxeBuilder } from '@axe-core/playwright';

import { readBlogPosts } from '#content/blog-posts.ts';
import { safeHtml } from '#server/blog/safe-html.ts';

import { expect, test } from './journey.ts';

const WRITTEN = readBlogPosts()
  .filter(({ status }) => status === 'published')
  .toSorted((a, b) => b.date.localeCompare(a.date));
const [NEWEST = readBlogPosts()[0], SECOND] = WRITTEN;
if (!NEWEST || !SECOND) throw new Error('The blog needs two published posts');

test('a slow navigation shows a skeleton of the next page', async ({ page }) => {
  const shapes: string[] = [];
  let shown = Promise.withResolvers<void>();
  await page.exposeFunction('recordShape', (parts: string) => {
    shapes.push(parts);
    shown.resolve();
  });
  await page.addInitScript(() => {
    const { recordShape } = window as unknown as { recordShape: (parts: string) => void };
    new MutationObserver((_, observer) => {
      const shape = document.querySelector('main[aria-busy="true"]');
      if (!shape) return;
      observer.disconnect();
      const parts = shape.querySelectorAll('.sk-card, .sk-article').length;
      recordShape(`${parts} of ${document.querySelectorAll('main').length} main`);
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`/blog/${NEWEST.slug}`);
  await page.route(/\/blog(\/|$)/, async (route) => {
    await shown.promise;
    shown = Promise.withResolvers<void>();
    await route.continue();
  });
  await page.getByRole('link', { name: 'Back to all posts' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog');
  await page.getByRole('link', { name: `Read more about ${SECOND.title}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(SECOND.title);
  expect(shapes).toEqual(['6 of 1 main', '1 of 1 main']);
  await expect(page.locator('main[aria-busy]')).toHaveCount(0);
});

test('the policy of a post allows permitted video players and nothing else', async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const frame = '<iframe src="https://www.youtube-nocookie.com/embed/kiln" title="A kiln"></iframe>';
  const trap =
    '<script>document.title = "Ran"</script><img src=x onerror="document.title = `Ran`"><img src="https://evil.example/x.png"><iframe src="https://evil.example/"></iframe><video src="https://evil.example/v.mp4"></video><link rel="stylesheet" href="https://evil.example/x.css">';
  const asked: string[] = [];
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    if (url.origin !== shop.url) asked.push(url.hostname);
    if (url.hostname === 'www.youtube-nocookie.com')
      return route.fulfill({ contentType: 'text/html', body: '<p>Playing</p>' });
    if (!url.pathname.startsWith('/blog/')) return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replace(
      '<div class="prose">',
      `<div class="prose">${safeHtml(frame, shop.url)}${trap}`,
    );
    return route.fulfill({ response, body });
  });
  await page.goto(`${shop.url}/blog/${NEWEST.slug}`);
  await expect(page.frameLocator('iframe[title="A kiln"]').getByText('Playing')).toBeVisible();
  expect(await page.title()).toBe(`${NEWEST.title} · Tillwright`);
  expect(new Set(asked)).toEqual(new Set(['www.youtube-nocookie.com']));
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the blog is accessible at every width, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const paths = ['/blog', ...WRITTEN.map(({ slug }) => `/blog/${slug}`), '/blog/never-written'];
    for (const path of paths) {
      await page.goto(path);
      for (const width of [1440, 390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect.soft(overhang, `${path} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
        if (width === 320) continue;
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
        expect
          .soft(
            violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
            `${path} at ${width}`,
          )
          .toEqual([]);
      }
    }
  });
}
