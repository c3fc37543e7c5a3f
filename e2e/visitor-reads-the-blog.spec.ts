import { AxeBuilder } from '@axe-core/playwright';
import type { APIRequestContext, Page } from '@playwright/test';

import { readBlogPosts } from '#content/blog-posts.ts';
import { longDate } from '#domain/long-date.ts';
import { safeHtml } from '#server/blog/safe-html.ts';

import { expect, test } from './journey.ts';

const WRITTEN = readBlogPosts()
  .filter(({ status }) => status === 'published')
  .toSorted((a, b) => b.date.localeCompare(a.date));
const [NEWEST = readBlogPosts()[0], SECOND] = WRITTEN;
const DRAFT = readBlogPosts().find(({ status }) => status === 'draft');
if (!NEWEST || !SECOND || !DRAFT) throw new Error('The blog needs two published posts and a draft');

const dayOf = (date: string) => longDate(new Date(date));

async function readThePost(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(NEWEST?.title ?? '');
  await expect(page.getByRole('article').getByText(dayOf(NEWEST?.date ?? ''))).toBeVisible();
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs.getByRole('listitem')).toHaveText(['Home', 'Blog', NEWEST?.title ?? '']);
  await expect(page.locator('.prose h2').first()).toBeVisible();
  await expect(page.getByRole('complementary').getByRole('listitem')).toHaveCount(3);
}

test('a visitor finds a post, reads it, goes on to another and back to all', async ({ page, shop }) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click();
  await expect(page).toHaveURL(`${shop.url}/blog`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog');
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards.getByRole('heading')).toHaveText(WRITTEN.map(({ title }) => title));
  await expect(cards.first()).toContainText(NEWEST.description);
  await expect(cards.locator('time')).toHaveText(WRITTEN.map(({ date }) => dayOf(date)));
  await expect(cards.getByRole('link')).toHaveText(WRITTEN.map(() => /^Read more/));

  await cards
    .first()
    .getByRole('link', { name: `Read more about ${NEWEST.title}` })
    .click();
  await expect(page).toHaveURL(`${shop.url}/blog/${NEWEST.slug}`);
  await readThePost(page);
  const related = page.getByRole('complementary', { name: 'Related articles' });
  await related.getByRole('link', { name: SECOND.title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(SECOND.title);
  await expect(related.getByRole('link', { name: SECOND.title })).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to all posts' }).click();
  await expect(page).toHaveURL(`${shop.url}/blog`);
  await page.goBack();
  await page.getByRole('article').getByRole('link', { name: 'Nora Castell and Tomas Aldous' }).click();
  await expect(page).toHaveURL(`${shop.url}/about`);
});

test('the blog is read without JavaScript, too', async ({ guest }) => {
  const page = await guest({ javaScriptEnabled: false });
  await page.goto('/blog');
  await page.getByRole('link', { name: `Read more about ${NEWEST.title}` }).click();
  await readThePost(page);
});

const statusOf = async (request: APIRequestContext, path: string) => {
  const answer = await request.get(path, { maxRedirects: 0 });
  return [answer.status(), answer.headers()['location'] ?? null];
};

test('what is no published post is not found, however it is asked for', async ({ page, shop, request }) => {
  const answer = await page.goto('/blog/never-written');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post Not Found');
  await expect(page.getByRole('main')).toContainText(
    "The blog post you're looking for doesn't exist or has been removed.",
  );
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await page.getByRole('link', { name: 'Back to Blog' }).click();
  await expect(page).toHaveURL(`${shop.url}/blog`);
  const odd = [DRAFT.slug, '%00', '%E0%A4%A', '..%2f..%2fetc', 'a%0d%0ab', 'x'.repeat(1000)];
  for (const slug of [...odd, `${NEWEST.slug}.`, '%F0%9F%8F%BA', `${NEWEST.slug}%20`])
    expect([slug, ...(await statusOf(request, `${shop.url}/blog/${slug}`))]).toEqual([slug, 404, null]);
  const shouted = `${shop.url}/blog/${NEWEST.slug.toUpperCase()}`;
  expect(await statusOf(request, shouted)).toEqual([301, `/blog/${NEWEST.slug}`]);
  for (const path of ['/blog', `/blog/${NEWEST.slug}`, '/help'])
    expect(await statusOf(request, `${shop.url}${path}/?x=1`)).toEqual([301, `${path}?x=1`]);
});

test('a post says to machines what it is, and the feed names them all', async ({ shop, request }) => {
  const html = await (await request.get(`${shop.url}/blog/${NEWEST.slug}`)).text();
  expect(html).toContain(`<title>${NEWEST.title} · Tillwright</title>`);
  expect(html).toContain(`<link rel="canonical" href="${shop.url}/blog/${NEWEST.slug}"/>`);
  expect(html).toContain(`<meta name="description" content="${NEWEST.description}"/>`);
  expect(html).toContain(
    `<link rel="alternate" type="application/rss+xml" title="Tillwright: Blog" href="${shop.url}/rss.xml"/>`,
  );
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, block = '']) => JSON.parse(block) as Record<string, unknown>,
  );
  expect(blocks.map((block) => block['@type'])).toEqual(['BreadcrumbList', 'Article']);
  expect(blocks.find((block) => block['@type'] === 'Article')).toMatchObject({
    headline: NEWEST.title,
    datePublished: `${NEWEST.date}T00:00:00.000Z`,
  });
  const feed = await request.get(`${shop.url}/rss.xml`);
  expect(feed.headers()['content-type']).toBe('application/rss+xml; charset=utf-8');
  const links = [...(await feed.text()).matchAll(/<item>.*?<link>(.*?)<\/link>/gs)].map(([, link]) => link);
  expect(links).toEqual(WRITTEN.map(({ slug }) => `${shop.url}/blog/${slug}`));
});

test('a link that is slow to bring its page shows the shape of it', async ({ page }) => {
  const shapes: number[] = [];
  let shown = Promise.withResolvers<void>();
  await page.exposeFunction('tellShape', (parts: number) => {
    shapes.push(parts);
    shown.resolve();
  });
  await page.addInitScript(() => {
    const { tellShape } = window as unknown as { tellShape: (parts: number) => void };
    new MutationObserver((_, observer) => {
      const shape = document.querySelector('main[aria-busy="true"]');
      if (!shape) return;
      observer.disconnect();
      tellShape(shape.querySelectorAll('.sk-card, .sk-article').length);
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
  expect(shapes).toEqual([6, 1]);
});

test('the policy of a post lets the players in that may be framed, and nothing else', async ({
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
  test(`everyone can read the blog, in ${colorScheme} colours and on every width`, async ({ page }) => {
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
