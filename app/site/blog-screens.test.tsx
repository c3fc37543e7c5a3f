import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

import { BlogList } from './blog-list.tsx';
import { BlogPost } from './blog-post.tsx';

const summary = (slug: string, publishedAt: Date | null = new Date('2026-09-30T23:30:00Z')) => ({
  id: slug,
  slug,
  title: `All about ${slug}`,
  metaDescription: `What ${slug} is.`,
  publishedAt,
});

const textOf = (html: string) => html.replaceAll('<!-- -->', '').replace(/<[^>]*>/g, '|');

test('says that there are no posts', () => {
  const text = textOf(renderToString(<BlogList posts={[]} />));
  expect(text).toContain('|No posts yet|');
  expect(text).not.toContain('Read more');
});

test('shows each post as a card with description, date and link', () => {
  const html = renderToString(<BlogList posts={[summary('pots'), summary('bowls', null)]} />);
  for (const slug of ['pots', 'bowls']) {
    expect(html).toContain(`href="/blog/${slug}"`);
    expect(textOf(html)).toContain(`All about ${slug}`);
    expect(textOf(html)).toContain(`What ${slug} is.`);
  }
  expect(textOf(html).match(/Read more/g)).toHaveLength(2);
  expect(html.match(/<time/g)).toHaveLength(1);
  expect(textOf(html)).toContain('|September 30, 2026|');
  expect(html).not.toContain('No posts yet');
});

test('omits the list of related posts when there are none', () => {
  const post = { ...summary('pots'), content: '<p>Clay.</p>' };
  const alone = renderToString(<BlogPost post={post} related={[]} />);
  expect(alone).toContain('<p>Clay.</p>');
  expect(alone).not.toContain('Related</h2>');
  expect(alone).toContain('Back to all posts');
  const [first, second] = [summary('bowls'), summary('cups')];
  const among = renderToString(<BlogPost post={post} related={[first, second]} />);
  expect(among).toContain('Related</h2>');
  expect(textOf(among)).toContain('|Sep 30, 2026|');
});
