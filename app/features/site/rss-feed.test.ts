import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';

import { createRssFeed } from './rss-feed.ts';

const createPost = (slug: string, title: string, publishedAt: Date | null) => ({
  id: slug,
  slug,
  title,
  metaDescription: `What ${title} is`,
  publishedAt,
});

const APP_URL = 'https://shop.example';

test('contains title, link, date and description of each post', () => {
  const posts = [
    createPost('bowls', 'Bowls', new Date('2026-11-12T00:00:00Z')),
    createPost('pots', 'Pots', new Date('2026-01-05T00:00:00Z')),
  ];
  const feed = createRssFeed(posts, APP_URL);
  const { rss } = new XMLParser({ ignoreAttributes: false }).parse(feed) as {
    rss: { '@_version': string; channel: { item: object[]; link: string; lastBuildDate: string } };
  };
  expect(rss['@_version']).toBe('2.0');
  expect(rss.channel).toMatchObject({
    link: `${APP_URL}/blog`,
    lastBuildDate: 'Thu, 12 Nov 2026 00:00:00 GMT',
    'atom:link': { '@_href': `${APP_URL}/rss.xml`, '@_rel': 'self' },
  });
  expect(rss.channel.item).toEqual([
    {
      title: 'Bowls',
      link: `${APP_URL}/blog/bowls`,
      guid: `${APP_URL}/blog/bowls`,
      pubDate: 'Thu, 12 Nov 2026 00:00:00 GMT',
      description: 'What Bowls is',
    },
    expect.objectContaining({ title: 'Pots', pubDate: 'Mon, 05 Jan 2026 00:00:00 GMT' }),
  ]);
});

test('is valid XML for any title', () => {
  const title = `Pots & <pans> ]]> "quoted" \u0000\u0007\ud800 \u{1f3fa} \ufffe`;
  const feed = createRssFeed([createPost('pots', title, null)], APP_URL);
  expect(XMLValidator.validate(feed)).toBe(true);
  expect(feed).toContain('<title>Pots &amp; &lt;pans&gt; ]]&gt; &quot;quoted&quot;  \u{1f3fa} </title>');
  expect(feed).not.toContain('pubDate');
});

test('is valid without posts', () => {
  expect(XMLValidator.validate(createRssFeed([], APP_URL))).toBe(true);
});
