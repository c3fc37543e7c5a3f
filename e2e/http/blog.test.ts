import { expect, test } from 'vitest';

import { readBlogPosts } from '#content/blog-posts.ts';
import { formatLongDate } from '#domain/format-date.ts';

import { getLink } from '../support/checkout-visitor.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { listAttributes, readMetadata, listTexts } from '../support/page-metadata.ts';
import { getText, Visitor } from '../support/visitor.ts';

const app = createSharedApp();

const POSTS = readBlogPosts()
  .filter(({ status }) => status === 'published')
  .toSorted((a, b) => b.date.localeCompare(a.date));
const DRAFTS = readBlogPosts().filter(({ status }) => status === 'draft');
const [NEWEST, SECOND] = POSTS;
if (!NEWEST || !SECOND || !DRAFTS[0]) throw new Error('The blog needs two published posts and a draft');

const openPage = (address: string) => new Visitor(app().url).open(address);
const formatDay = (date: string) => formatLongDate(new Date(date));

test('the list shows every published post, newest first, with its date and a link', async () => {
  const page = await openPage('/blog');
  expect(getText(page, 'h1')).toBe('Blog');
  expect(listTexts(page, 'main li h2')).toEqual(POSTS.map(({ title }) => title));
  expect(listTexts(page, 'main li > p:first-of-type')).toEqual(POSTS.map(({ description }) => description));
  expect(listTexts(page, 'main li time')).toEqual(POSTS.map(({ date }) => formatDay(date)));
  expect(listTexts(page, 'main li a')).toEqual(POSTS.map(({ title }) => `Read more about ${title}`));
  expect(listAttributes(page, 'main li a', 'href')).toEqual(POSTS.map(({ slug }) => `/blog/${slug}`));
});

test('a post shows its text, date, authors, breadcrumbs and three related posts', async () => {
  const page = await openPage(`/blog/${NEWEST.slug}`);
  expect(getText(page, 'h1')).toBe(NEWEST.title);
  expect(getText(page, 'article')).toMatch(new RegExp(`${formatDay(NEWEST.date)} · \\d+ min`));
  expect(listTexts(page, 'nav[aria-label=Breadcrumb] li')).toEqual(['Home', 'Blog', NEWEST.title]);
  expect(listTexts(page, '.prose h2').length).toBeGreaterThan(0);
  expect(getLink(page, 'Nora Castell and Tomas Aldous').pathname).toBe('/about');
  const related = listAttributes(page, 'aside li a', 'href');
  expect(related).toHaveLength(3);
  expect(related).toContain(`/blog/${SECOND.slug}`);
  expect(getLink(page, 'Back to all posts').pathname).toBe('/blog');
  const second = await openPage(`/blog/${SECOND.slug}`);
  expect(listAttributes(second, 'aside li a', 'href')).not.toContain(`/blog/${SECOND.slug}`);
});

test('an unknown post gets a 404 page that links to the blog', async () => {
  const page = await openPage('/blog/never-written');
  expect(page.status).toBe(404);
  expect(getText(page, 'h1')).toBe('Post Not Found');
  expect(getText(page, 'main')).toContain("The blog post you're looking for doesn't exist or has been removed.");
  expect(readMetadata(page).meta('robots')).toBe('noindex');
  expect(getLink(page, 'Back to Blog').pathname).toBe('/blog');
});

test('only the slugs of published posts resolve, and each post has one canonical URL', async () => {
  const visitor = new Visitor(app().url);
  const getStatus = async (path: string) => {
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
  for (const slug of notFound) expect([slug, ...(await getStatus(`/blog/${slug}`))]).toEqual([slug, 404, null]);
  expect(await getStatus(`/blog/${NEWEST.slug.toUpperCase()}`)).toEqual([301, `/blog/${NEWEST.slug}`]);
  for (const path of ['/blog', `/blog/${NEWEST.slug}`])
    expect(await getStatus(`${path}/?x=1`)).toEqual([301, `${path}?x=1`]);
});

test('a post has metadata for search engines, and the feed lists all posts', async () => {
  const page = await openPage(`/blog/${NEWEST.slug}`);
  const { title, meta, link, structuredData } = readMetadata(page);
  expect(title).toBe(`${NEWEST.title} · Tillwright`);
  expect(link('canonical')).toBe(`${app().url}/blog/${NEWEST.slug}`);
  expect(meta('description')).toBe(NEWEST.description);
  expect(link('alternate')).toBe(`${app().url}/rss.xml`);
  expect(listAttributes(page, 'link[rel=alternate]', 'type')).toEqual(['application/rss+xml']);
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
