import { expect, test } from 'vitest';

import { readBlogPosts } from '#content/blog-posts.ts';
import { longDate } from '#domain/long-date.ts';

import { linkOf } from './checkout-visitor.ts';
import { attributesOf, metadataOf, textsOf } from './metadata.ts';
import { sharedApp } from './testing-app.ts';
import { textOf, Visitor } from './visitor.ts';

const app = sharedApp();

const POSTS = readBlogPosts()
  .filter(({ status }) => status === 'published')
  .toSorted((a, b) => b.date.localeCompare(a.date));
const DRAFTS = readBlogPosts().filter(({ status }) => status === 'draft');
const [NEWEST, SECOND] = POSTS;
if (!NEWEST || !SECOND || !DRAFTS[0]) throw new Error('The blog needs two published posts and a draft');

const visit = (address: string) => new Visitor(app().url).open(address);
const dayOf = (date: string) => longDate(new Date(date));

test('the list shows every published post, newest first, with its date and a link', async () => {
  const page = await visit('/blog');
  expect(textOf(page, 'h1')).toBe('Blog');
  expect(textsOf(page, 'main li h2')).toEqual(POSTS.map(({ title }) => title));
  expect(textsOf(page, 'main li > p:first-of-type')).toEqual(POSTS.map(({ description }) => description));
  expect(textsOf(page, 'main li time')).toEqual(POSTS.map(({ date }) => dayOf(date)));
  expect(textsOf(page, 'main li a')).toEqual(POSTS.map(({ title }) => `Read more about ${title}`));
  expect(attributesOf(page, 'main li a', 'href')).toEqual(POSTS.map(({ slug }) => `/blog/${slug}`));
});

test('a post shows its text, date, authors, breadcrumbs and three related posts', async () => {
  const page = await visit(`/blog/${NEWEST.slug}`);
  expect(textOf(page, 'h1')).toBe(NEWEST.title);
  expect(textOf(page, 'article')).toMatch(new RegExp(`${dayOf(NEWEST.date)} · \\d+ min`));
  expect(textsOf(page, 'nav[aria-label=Breadcrumb] li')).toEqual(['Home', 'Blog', NEWEST.title]);
  expect(textsOf(page, '.prose h2').length).toBeGreaterThan(0);
  expect(linkOf(page, 'Nora Castell and Tomas Aldous').pathname).toBe('/about');
  const related = attributesOf(page, 'aside li a', 'href');
  expect(related).toHaveLength(3);
  expect(related).toContain(`/blog/${SECOND.slug}`);
  expect(linkOf(page, 'Back to all posts').pathname).toBe('/blog');
  const second = await visit(`/blog/${SECOND.slug}`);
  expect(attributesOf(second, 'aside li a', 'href')).not.toContain(`/blog/${SECOND.slug}`);
});

test('an unknown post gets a 404 page that links to the blog', async () => {
  const page = await visit('/blog/never-written');
  expect(page.status).toBe(404);
  expect(textOf(page, 'h1')).toBe('Post Not Found');
  expect(textOf(page, 'main')).toContain(
    "The blog post you're looking for doesn't exist or has been removed.",
  );
  expect(metadataOf(page).meta('robots')).toBe('noindex');
  expect(linkOf(page, 'Back to Blog').pathname).toBe('/blog');
});

test('only the slugs of published posts resolve, and each post has one canonical URL', async () => {
  const visitor = new Visitor(app().url);
  const statusOf = async (path: string) => {
    const response = await visitor.request(path);
    await response.body?.cancel();
    return [response.status, response.headers.get('location')];
  };
  const notFound = [
    ...DRAFTS.map(({ slug }) => slug),
    '%00',
    '%E0%A4%A',
    '..%2f..%2fetc',
    'a%0d%0ab',
    'x'.repeat(1000),
    `${NEWEST.slug}.`,
    '%F0%9F%8F%BA',
    `${NEWEST.slug}%20`,
  ];
  for (const slug of notFound)
    expect([slug, ...(await statusOf(`/blog/${slug}`))]).toEqual([slug, 404, null]);
  expect(await statusOf(`/blog/${NEWEST.slug.toUpperCase()}`)).toEqual([301, `/blog/${NEWEST.slug}`]);
  for (const path of ['/blog', `/blog/${NEWEST.slug}`])
    expect(await statusOf(`${path}/?x=1`)).toEqual([301, `${path}?x=1`]);
});

test('a post has metadata for search engines, and the feed lists all posts', async () => {
  const page = await visit(`/blog/${NEWEST.slug}`);
  const { title, meta, link, structuredData } = metadataOf(page);
  expect(title).toBe(`${NEWEST.title} · Tillwright`);
  expect(link('canonical')).toBe(`${app().url}/blog/${NEWEST.slug}`);
  expect(meta('description')).toBe(NEWEST.description);
  expect(link('alternate')).toBe(`${app().url}/rss.xml`);
  expect(attributesOf(page, 'link[rel=alternate]', 'type')).toEqual(['application/rss+xml']);
  expect(structuredData.map((block) => block['@type'])).toEqual(['BreadcrumbList', 'Article']);
  expect(structuredData[1]).toMatchObject({
    headline: NEWEST.title,
    datePublished: `${NEWEST.date}T00:00:00.000Z`,
  });

  const feed = await fetch(`${app().url}/rss.xml`);
  expect(feed.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
  const links = [...(await feed.text()).matchAll(/<item>.*?<link>(.*?)<\/link>/gs)].map(([, href]) => href);
  expect(links).toEqual(POSTS.map(({ slug }) => `${app().url}/blog/${slug}`));
});
