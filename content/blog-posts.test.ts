import { expect, test } from 'vitest';

import { BLOG_POSTS, getProse } from './testing-blog-posts.ts';

const PATHS = ['/', '/pricing', '/help', '/about', '/blog', '/builder', '/terms', '/privacy', '/checkout/demo'];
/** External documentation that posts may link to. */
const DOCUMENTATION =
  /^https:\/\/(docs\.stripe\.com|support\.stripe\.com|stripe\.com|github\.com\/GoogleChrome\/lighthouse)\//;
const FIRST = '2026-01-01';
const LAST = '2026-11-15';

const posts = [...BLOG_POSTS];
const published = posts.filter(({ status }) => status === 'published');

const getLinks = (body: string) => [...body.matchAll(/\]\(([^)]*)\)/g)].map(([, href = '']) => href);
const splitWords = (body: string) => body.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word));

test('has nine published posts and one draft', () => {
  expect(published).toHaveLength(9);
  expect(posts.filter(({ status }) => status === 'draft')).toHaveLength(1);
  expect(posts).toHaveLength(10);
});

test.each(posts)('$slug has valid front matter', (post) => {
  const { slug, title, description, date } = post;
  expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(title).toMatch(/^.{5,70}$/);
  expect(description).toMatch(/^.{120,158}$/);
  for (const value of [title, description]) expect(value).toMatch(/^[^'"#&*!|>%@`{[]((?!: | #).)*$/);
  expect(date).toMatch(/^2026-\d\d-\d\d$/);
  expect(date >= FIRST && date <= LAST).toBe(true);
});

test.each(['title', 'description', 'date'] as const)('has a unique %s for each post', (key) => {
  expect(new Set(posts.map((post) => post[key])).size).toBe(posts.length);
});

test.each(posts)('$slug has 800 to 1,800 words', ({ body }) => {
  const { length } = splitWords(body);
  expect(length).toBeGreaterThanOrEqual(800);
  expect(length).toBeLessThanOrEqual(1800);
});

test.each(posts)('$slug starts with a second-level heading and skips no level', ({ body }) => {
  const levels = [...body.replace(/```.*?```/gs, '').matchAll(/^(#+) \S/gm)].map(([, hashes = '']) => hashes.length);
  expect(levels.length).toBeGreaterThan(2);
  expect(levels[0]).toBe(2);
  levels.forEach((level, index) => {
    expect(level).toBeGreaterThanOrEqual(2);
    expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 1) + 1);
  });
  const headings = [...body.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);
  expect(new Set(headings).size).toBe(headings.length);
});

test.each(posts)('$slug links only to existing pages, and to other posts', ({ slug, body }) => {
  const otherPosts = published.filter((post) => post.slug !== slug).map((post) => `/blog/${post.slug}`);
  const links = getLinks(body);
  for (const href of links) {
    if (!DOCUMENTATION.test(href)) expect([...PATHS, ...otherPosts]).toContain(href);
  }
  expect(links.filter((href) => otherPosts.includes(href)).length).toBeGreaterThan(0);
});

test.each(published)('$slug is linked from another published post', ({ slug }) => {
  const from = published.filter(({ body }) => getLinks(body).includes(`/blog/${slug}`));
  expect(from.filter((post) => post.slug !== slug).length).toBeGreaterThan(0);
});

test.each(posts)('$slug follows the style guide', ({ body, raw }) => {
  const prose = getProse(body).replace(/```.*?```|`[^`\n]*`/gs, '');
  expect(prose.replaceAll('Coupon applied!', '')).not.toMatch(/!/);
  expect(prose).not.toMatch(/["']|--|—|\.\.\.(?!\*)/);
  expect(prose.replace(/^> /gm, '')).not.toMatch(/[<>]/);
  expect(raw, 'no space before a percent sign').not.toMatch(/\d\s%/);
  expect(raw.endsWith('.\n')).toBe(true);
});
