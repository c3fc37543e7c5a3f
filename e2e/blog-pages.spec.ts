import { AxeBuilder } from '@axe-core/playwright';

import { readBlogPosts } from '#content/blog-posts.ts';
import { sanitizePost } from '#server/site/sanitize-post.ts';

import { expect, test } from './support/fixtures.ts';

const PUBLISHED = readBlogPosts()
  .filter(({ status }) => status === 'published')
  .toSorted((a, b) => b.date.localeCompare(a.date));
const [NEWEST = readBlogPosts()[0], SECOND] = PUBLISHED;
if (!NEWEST || !SECOND) throw new Error('The blog needs two published posts');

test('a slow navigation shows a skeleton of the next page', async ({ page }) => {
  const skeletons: string[] = [];
  let recorded = Promise.withResolvers<void>();
  await page.exposeFunction('recordShape', (parts: string) => {
    skeletons.push(parts);
    recorded.resolve();
  });
  await page.addInitScript(() => {
    const { recordShape } = window as unknown as { recordShape: (parts: string) => void };
    new MutationObserver((_, observer) => {
      const skeleton = document.querySelector('main[aria-busy="true"]');
      if (!skeleton) return;
      observer.disconnect();
      const partCount = skeleton.querySelectorAll('.page-skeleton__card, .page-skeleton__article').length;
      recordShape(`${partCount} of ${document.querySelectorAll('main').length} main`);
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`/blog/${NEWEST.slug}`);
  await page.route(/\/blog(\/|$)/, async (route) => {
    await recorded.promise;
    recorded = Promise.withResolvers<void>();
    await route.continue();
  });
  await page.getByRole('link', { name: 'Back to all posts' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog');
  await page.getByRole('link', { name: `Read more about ${SECOND.title}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(SECOND.title);
  expect(skeletons).toEqual(['6 of 1 main', '1 of 1 main']);
  await expect(page.locator('main[aria-busy]')).toHaveCount(0);
});

test('the policy of a post allows permitted video players and nothing else', async ({ browser, app }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const frame = '<iframe src="https://www.youtube-nocookie.com/embed/kiln" title="A kiln"></iframe>';
  const trap =
    '<script>document.title = "Ran"</script><img src=x onerror="document.title = `Ran`"><img src="https://evil.example/x.png"><iframe src="https://evil.example/"></iframe><video src="https://evil.example/v.mp4"></video><link rel="stylesheet" href="https://evil.example/x.css">';
  const externalHosts: string[] = [];
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    if (url.origin !== app.url) externalHosts.push(url.hostname);
    if (url.hostname === 'www.youtube-nocookie.com')
      return route.fulfill({ contentType: 'text/html', body: '<p>Playing</p>' });
    if (!url.pathname.startsWith('/blog/')) return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replace(
      '<div class="prose">',
      `<div class="prose">${sanitizePost(frame, app.url)}${trap}`,
    );
    return route.fulfill({ response, body });
  });
  await page.goto(`${app.url}/blog/${NEWEST.slug}`);
  await expect(page.frameLocator('iframe[title="A kiln"]').getByText('Playing')).toBeVisible();
  expect(await page.title()).toBe(`${NEWEST.title} · Tillwright`);
  expect(new Set(externalHosts)).toEqual(new Set(['www.youtube-nocookie.com']));
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the blog is accessible at every width, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const paths = ['/blog', ...PUBLISHED.map(({ slug }) => `/blog/${slug}`), '/blog/never-written'];
    for (const path of paths) {
      await page.goto(path);
      for (const width of [1440, 390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect.soft(overflow, `${path} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
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
