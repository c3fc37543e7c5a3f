import { expect, test } from 'vitest';

import { pageMeta } from './page-meta.ts';

test('has title, description, social tags and a canonical URL', () => {
  const tags = pageMeta({ title: 'T', description: 'D', url: 'https://till.example/' });
  expect(tags).toContainEqual({ title: 'T' });
  expect(tags).toContainEqual({ name: 'description', content: 'D' });
  expect(tags).toContainEqual({ property: 'og:title', content: 'T' });
  expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://till.example/' });
});

test('has a large social image with its size and alternative text', () => {
  const tags = pageMeta({ title: 'T', url: 'https://till.example/help' });
  expect(tags).toContainEqual({ property: 'og:image', content: 'https://till.example/social.png' });
  expect(tags).toContainEqual({ property: 'og:image:width', content: '1200' });
  expect(tags).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' });
  expect(tags).toContainEqual({ name: 'twitter:image:alt', content: expect.stringContaining('checkout pages') });
});

test('is not indexed without a URL', () => {
  const tags = pageMeta({ title: 'T' });
  expect(tags).toContainEqual({ name: 'robots', content: 'noindex' });
  expect(tags).not.toContainEqual(expect.objectContaining({ rel: 'canonical' }));
});
