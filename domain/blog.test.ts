import { expect, test } from 'vitest';

import { isPostSlug, postFromFile, postPath, readingMinutes } from './blog.ts';

const file = (change: Record<string, string | null> = {}) => {
  const head = {
    title: 'Coupons: a user’s guide',
    description: 'What they cost.',
    date: '2026-02-28',
    status: 'draft',
    ...change,
  };
  const lines = Object.entries(head).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}`],
  );
  return ['---', ...lines, '---', '', 'First.', '', '---', '', 'Last.', ''].join('\n');
};

test('a file gives its head and its text, a rule in the text stays there', () => {
  const post = {
    slug: 'coupons',
    title: 'Coupons: a user’s guide',
    description: 'What they cost.',
    date: '2026-02-28',
    status: 'draft',
    markdown: 'First.\n\n---\n\nLast.\n',
  };
  expect(postFromFile('coupons', file())).toEqual(post);
  expect(postFromFile('coupons', file().replaceAll('\n', '\r\n'))).toEqual(post);
});

test.each([
  [{ title: null }, 'title'],
  [{ date: '2026-02-30' }, 'date'],
  [{ status: 'public' }, 'status'],
  [{ description: '' }, 'description'],
  [{ author: 'Ada' }, 'author'],
])('a head with %j is refused by the name of its file and of what is wrong', (change, name) => {
  expect(() => postFromFile('coupons', file(change))).toThrow(new RegExp(`^coupons\\.md: [^]*${name}`));
});

test('a file without a head, or with a name that is no address, is refused', () => {
  expect(() => postFromFile('coupons', 'First.')).toThrow('coupons.md: it must begin with a head');
  expect(() => postFromFile('Coupons', file())).toThrow('Coupons.md: the name may have');
});

test('only what a post could be called is looked for', () => {
  for (const slug of ['a', 'what-to-charge', '7-ways', 'x'.repeat(100)])
    expect([slug, isPostSlug(slug)]).toEqual([slug, true]);
  for (const slug of ['', 'A', 'ä', 'a b', 'a/b', 'a.data', '\0', 'x'.repeat(101), 'a\n'])
    expect([slug, isPostSlug(slug)]).toEqual([slug, false]);
});

test('reading takes a minute at least, and markup takes no time', () => {
  expect(readingMinutes('')).toBe(1);
  expect(readingMinutes(`<p title="${'word '.repeat(900)}">${'word '.repeat(660)}</p>`)).toBe(3);
});

test('the path of a post is one part of an address, whatever its slug has in it', () => {
  expect(postPath('My_Post')).toBe('/blog/My_Post');
  expect(postPath('a/b?c')).toBe('/blog/a%2Fb%3Fc');
});
