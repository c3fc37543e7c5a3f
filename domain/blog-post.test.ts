import { expect, test } from 'vitest';

import { isPostSlug, parsePostFile, getPostPath, countReadingMinutes } from './blog-post.ts';

const file = (change: Record<string, string | null> = {}) => {
  const head = {
    title: 'Coupons: a user’s guide',
    description: 'What they cost.',
    date: '2026-02-28',
    status: 'draft',
    ...change,
  };
  const lines = Object.entries(head).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  return ['---', ...lines, '---', '', 'First.', '', '---', '', 'Last.', ''].join('\n');
};

test('reads front matter and text, and keeps a horizontal rule in the text', () => {
  const post = {
    slug: 'coupons',
    title: 'Coupons: a user’s guide',
    description: 'What they cost.',
    date: '2026-02-28',
    status: 'draft',
    markdown: 'First.\n\n---\n\nLast.\n',
  };
  expect(parsePostFile('coupons', file())).toEqual(post);
  expect(parsePostFile('coupons', file().replaceAll('\n', '\r\n'))).toEqual(post);
});

test.each([
  [{ title: null }, 'title'],
  [{ date: '2026-02-30' }, 'date'],
  [{ status: 'public' }, 'status'],
  [{ description: '' }, 'description'],
  [{ author: 'Ada' }, 'author'],
])('rejects front matter with %j and names the file and the mistake', (change, name) => {
  expect(() => parsePostFile('coupons', file(change))).toThrow(new RegExp(`^coupons\\.md: [^]*${name}`));
});

test('rejects a file without front matter or with a name that is not a slug', () => {
  expect(() => parsePostFile('coupons', 'First.')).toThrow('coupons.md: it must begin with a head');
  expect(() => parsePostFile('Coupons', file())).toThrow('Coupons.md: the name may have');
});

test('queries the database only for possible slugs', () => {
  for (const slug of ['a', 'what-to-charge', '7-ways', 'x'.repeat(100)])
    expect([slug, isPostSlug(slug)]).toEqual([slug, true]);
  for (const slug of ['', 'A', 'ä', 'a b', 'a/b', 'a.data', '\0', 'x'.repeat(101), 'a\n'])
    expect([slug, isPostSlug(slug)]).toEqual([slug, false]);
});

test('counts at least one minute of reading time and ignores markup', () => {
  expect(countReadingMinutes('')).toBe(1);
  expect(countReadingMinutes(`<p title="${'word '.repeat(900)}">${'word '.repeat(660)}</p>`)).toBe(3);
});

test('encodes any slug as one path segment', () => {
  expect(getPostPath('My_Post')).toBe('/blog/My_Post');
  expect(getPostPath('a/b?c')).toBe('/blog/a%2Fb%3Fc');
});
