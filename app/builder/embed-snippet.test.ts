import { expect, test } from 'vitest';

import { EMBED_SCRIPT } from '#domain/embedding.ts';

import { EMBED_KINDS, snippetOf } from './embed-snippet.ts';

const URL_OF_PAGE = 'https://shop.example/c/taller';

test.for(EMBED_KINDS)('contains a plain link and the script with its integrity hash for %s', (kind) => {
  const snippet = snippetOf(kind, URL_OF_PAGE, { buttonText: 'Get it' });
  expect(snippet).toContain(`data-tillwright="${kind}"`);
  expect(snippet).toMatch(/<a [^>]*href="https:\/\/shop\.example\/c\/taller">Get it<\/a>/);
  expect(snippet).toContain(`<script src="https://shop.example${EMBED_SCRIPT.path}"`);
  expect(snippet).toContain(`integrity="${EMBED_SCRIPT.integrity}"`);
  expect(snippet).toContain('crossorigin="anonymous" async></script>');
});

test('identifies an inline page by its slug', () => {
  expect(snippetOf('inline', URL_OF_PAGE, { buttonText: '' })).toContain('data-page="taller"');
});

test('escapes markup in the button text', () => {
  const snippet = snippetOf('button', URL_OF_PAGE, { buttonText: '</a><script>alert("1 & 2")</script>' });
  expect(snippet).toContain('>&lt;/a&gt;&lt;script&gt;alert(&quot;1 &amp; 2&quot;)&lt;/script&gt;</a>');
  expect(snippet.match(/<script/g)).toHaveLength(1);
});
