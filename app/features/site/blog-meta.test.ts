import { expect, test } from 'vitest';

import { TEAM } from '#content/team.ts';

import { blogListMeta, blogPostMeta } from './blog-meta.ts';

const APP_URL = 'https://shop.example';
const post = {
  slug: 'pots',
  title: 'Pots',
  metaDescription: 'What pots are.',
  publishedAt: new Date('2026-01-05T00:00:00Z'),
  updatedAt: new Date('2026-02-01T12:00:00Z'),
};

const FEED_LINK = {
  tagName: 'link',
  rel: 'alternate',
  type: 'application/rss+xml',
  title: 'Tillwright: Blog',
  href: `${APP_URL}/rss.xml`,
};

const getJsonLd = (meta: ReturnType<typeof blogPostMeta>) =>
  meta.flatMap((tag) => ('script:ld+json' in tag ? [tag['script:ld+json']] : []));

test('adds title, description, publication date, breadcrumbs and structured data of a post', () => {
  const meta = blogPostMeta(post, APP_URL);
  expect(meta).toContainEqual({ title: 'Pots · Tillwright' });
  expect(meta).toContainEqual({ name: 'description', content: 'What pots are.' });
  expect(meta).toContainEqual({ property: 'og:type', content: 'article' });
  expect(meta).toContainEqual({ property: 'article:published_time', content: '2026-01-05T00:00:00.000Z' });
  expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: `${APP_URL}/blog/pots` });
  expect(meta).toContainEqual(FEED_LINK);
  const breadcrumbItems = [
    ['Home', `${APP_URL}/`],
    ['Blog', `${APP_URL}/blog`],
    ['Pots', `${APP_URL}/blog/pots`],
  ];
  expect(getJsonLd(meta)).toEqual([
    expect.objectContaining({
      '@type': 'BreadcrumbList',
      itemListElement: breadcrumbItems.map(([name, item], index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item,
      })),
    }),
    expect.objectContaining({
      '@type': 'Article',
      headline: 'Pots',
      datePublished: '2026-01-05T00:00:00.000Z',
      dateModified: '2026-02-01T12:00:00.000Z',
      author: TEAM.map(({ name }) => expect.objectContaining({ name, url: `${APP_URL}/about` }) as unknown),
      mainEntityOfPage: `${APP_URL}/blog/pots`,
    }),
  ]);
});

test('omits the date of a post without one', () => {
  const meta = blogPostMeta({ ...post, publishedAt: null }, APP_URL);
  expect(JSON.stringify(meta)).not.toMatch(/published_time|datePublished/);
});

test("links the list's RSS feed and canonical URL", () => {
  const meta = blogListMeta(APP_URL);
  expect(meta).toContainEqual(FEED_LINK);
  expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: `${APP_URL}/blog` });
  expect(meta).toContainEqual({ property: 'og:type', content: 'website' });
});
