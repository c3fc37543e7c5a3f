import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

import { BlogList, BlogPost } from './blog-screens.tsx';

const createSummary = (slug: string, publishedAt: Date | null = new Date('2026-09-30T23:30:00Z')) => ({
  id: slug,
  slug,
  title: `All about ${slug}`,
  metaDescription: `What ${slug} is.`,
  publishedAt,
});

const getText = (html: string) => html.replaceAll('<!-- -->', '').replace(/<[^>]*>/g, '|');

test('says that there are no posts', () => {
  const text = getText(renderToString(<BlogList posts={[]} />));
  expect(text).toContain('|No posts yet|');
  expect(text).not.toContain('Read more');
});

test('shows each post as a card with description, date and link', () => {
  const html = renderToString(<BlogList posts={[createSummary('pots'), createSummary('bowls', null)]} />);
  for (const slug of ['pots', 'bowls']) {
    expect(html).toContain(`href="/blog/${slug}"`);
    expect(getText(html)).toContain(`All about ${slug}`);
    expect(getText(html)).toContain(`What ${slug} is.`);
  }
  expect(getText(html).match(/Read more/g)).toHaveLength(2);
  expect(html.match(/<time/g)).toHaveLength(1);
  expect(getText(html)).toContain('|September 30, 2026|');
  expect(html).not.toContain('No posts yet');
});

test('omits the list of related posts when there are none', () => {
  const post = { ...createSummary('pots'), content: '<p>Clay.</p>' };
  const htmlWithoutRelated = renderToString(<BlogPost post={post} related={[]} />);
  expect(htmlWithoutRelated).toContain('<p>Clay.</p>');
  expect(htmlWithoutRelated).not.toContain('Related articles</h2>');
  expect(htmlWithoutRelated).toContain('Back to all posts');
  const [first, second] = [createSummary('bowls'), createSummary('cups')];
  const htmlWithRelated = renderToString(<BlogPost post={post} related={[first, second]} />);
  expect(htmlWithRelated).toContain('Related articles</h2>');
  expect(getText(htmlWithRelated)).toContain('|Sep 30, 2026|');
});
