import { expect, test } from 'vitest';

import { EMBED_SCRIPT } from '#domain/embedding.ts';

import { EMBED_KINDS, snippetOf } from './embed-snippet.ts';

const URL_OF_PAGE = 'https://shop.example/c/taller';

test.for(EMBED_KINDS)('the snippet for %s holds a plain link and the pinned script of the shop', (kind) => {
  const snippet = snippetOf(kind, URL_OF_PAGE, { buttonText: 'Get it' });
  expect(snippet).toContain(`data-tillwright="${kind}"`);
  expect(snippet).toMatch(/<a [^>]*href="https:\/\/shop\.example\/c\/taller">Get it<\/a>/);
  expect(snippet).toContain(`<script src="https://shop.example${EMBED_SCRIPT.path}"`);
  expect(snippet).toContain(`integrity="${EMBED_SCRIPT.integrity}"`);
  expect(snippet).toContain('crossorigin="anonymous" async></script>');
});

test('an inline page is named by its slug', () => {
  expect(snippetOf('inline', URL_OF_PAGE, { buttonText: '' })).toContain('data-page="taller"');
});

test('the words of a button are words, whatever they are', () => {
  const snippet = snippetOf('button', URL_OF_PAGE, { buttonText: '</a><script>alert("1 & 2")</script>' });
  expect(snippet).toContain('>&lt;/a&gt;&lt;script&gt;alert(&quot;1 &amp; 2&quot;)&lt;/script&gt;</a>');
  expect(snippet.match(/<script/g)).toHaveLength(1);
});
