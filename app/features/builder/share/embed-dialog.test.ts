import { expect, test } from 'vitest';

import { EMBED_KINDS, createSnippet } from './embed-dialog.tsx';

const PAGE_URL = 'https://shop.example/c/taller';

test.for(EMBED_KINDS)('contains a plain link and the script for %s', (kind) => {
  const snippet = createSnippet(kind, PAGE_URL, { buttonText: 'Get it' });
  expect(snippet).toContain(`data-tillwright="${kind}"`);
  expect(snippet).toMatch(/<a [^>]*href="https:\/\/shop\.example\/c\/taller">Get it<\/a>/);
  expect(snippet).toContain('<script src="https://shop.example/embed/v2.js" async></script>');
});

test('identifies an inline page by its slug', () => {
  expect(createSnippet('inline', PAGE_URL, { buttonText: '' })).toContain('data-page="taller"');
});

test('escapes markup in the button text', () => {
  const snippet = createSnippet('button', PAGE_URL, { buttonText: '</a><script>alert("1 & 2")</script>' });
  expect(snippet).toContain('>&lt;/a&gt;&lt;script&gt;alert(&quot;1 &amp; 2&quot;)&lt;/script&gt;</a>');
  expect(snippet.match(/<script/g)).toHaveLength(1);
});
