import { expect, test } from 'vitest';

import { TEAM } from '#content/team.ts';

import { listMeta, postMeta } from './blog-meta.ts';

const APP = 'https://shop.example';
const post = {
  slug: 'pots',
  title: 'Pots',
  metaDescription: 'What pots are.',
  publishedAt: new Date('2026-01-05T00:00:00Z'),
  updatedAt: new Date('2026-02-01T12:00:00Z'),
};

const FEED = {
  tagName: 'link',
  rel: 'alternate',
  type: 'application/rss+xml',
  title: 'Tillwright: Blog',
  href: `${APP}/rss.xml`,
};

const blocksOf = (meta: ReturnType<typeof postMeta>) =>
  meta.flatMap((part) => ('script:ld+json' in part ? [part['script:ld+json']] : []));

test('adds title, description, publication date, breadcrumbs and structured data of a post', () => {
  const meta = postMeta(post, APP);
  expect(meta).toContainEqual({ title: 'Pots · Tillwright' });
  expect(meta).toContainEqual({ name: 'description', content: 'What pots are.' });
  expect(meta).toContainEqual({ property: 'og:type', content: 'article' });
  expect(meta).toContainEqual({ property: 'article:published_time', content: '2026-01-05T00:00:00.000Z' });
  expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: `${APP}/blog/pots` });
  expect(meta).toContainEqual(FEED);
  const steps = [
    ['Home', `${APP}/`],
    ['Blog', `${APP}/blog`],
    ['Pots', `${APP}/blog/pots`],
  ];
  expect(blocksOf(meta)).toEqual([
    expect.objectContaining({
      '@type': 'BreadcrumbList',
      itemListElement: steps.map(([name, item], place) => ({
        '@type': 'ListItem',
        position: place + 1,
        name,
        item,
      })),
    }),
    expect.objectContaining({
      '@type': 'Article',
      headline: 'Pots',
      datePublished: '2026-01-05T00:00:00.000Z',
      dateModified: '2026-02-01T12:00:00.000Z',
      author: TEAM.map(({ name }) => expect.objectContaining({ name, url: `${APP}/about` }) as unknown),
      mainEntityOfPage: `${APP}/blog/pots`,
    }),
  ]);
});

test('omits the date of a post without one', () => {
  const meta = postMeta({ ...post, publishedAt: null }, APP);
  expect(JSON.stringify(meta)).not.toMatch(/published_time|datePublished/);
});

test("links the list's RSS feed and canonical URL", () => {
  const meta = listMeta(APP);
  expect(meta).toContainEqual(FEED);
  expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: `${APP}/blog` });
  expect(meta).toContainEqual({ property: 'og:type', content: 'website' });
});
