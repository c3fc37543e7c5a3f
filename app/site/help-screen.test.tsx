import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { HelpScreen } from './help-screen.tsx';

const drawn = (query: string) => renderToStaticMarkup(<HelpScreen query={query} />);
const count = (html: string, what: RegExp) => html.match(what)?.length ?? 0;

test('without a query every question is there, closed, under cards with their counts', () => {
  const html = drawn('');
  expect(count(html, /<details/g)).toBeGreaterThanOrEqual(60);
  expect(html).not.toMatch(/<details[^>]*(hidden|open)/);
  expect(html).not.toContain('<mark>');
  expect(count(html, /\d+ articles</g)).toBe(10);
  expect(html).toMatch(/data-none="true" hidden/);
});

test('a query leaves what has it in question or answer, highlighted, and puts the cards away', () => {
  const html = drawn('pixel');
  expect(html).toMatch(/data-cards="true" hidden/);
  expect(html).toContain('<mark>pixel</mark>');
  const shown = [...html.matchAll(/<details(?![^>]*hidden)[^>]*>.*?<\/details>/g)];
  expect(shown.length).toBeGreaterThan(0);
  for (const [article] of shown) expect(article.replaceAll(/<[^>]*>/g, '').toLowerCase()).toContain('pixel');
});

test('few results stand open, many stay closed', () => {
  expect(count(drawn('Google Analytics'), /<details[^>]*open/g)).toBe(1);
  expect(count(drawn('stripe'), /<details[^>]*open/g)).toBe(0);
});

test('nothing found is said with the term, and the cards come back', () => {
  const html = drawn('<zeppelin>');
  expect(html).toContain('No articles found matching “<bdi data-query="true">&lt;zeppelin&gt;</bdi>”');
  expect(html).toContain('Try a different search term or browse all categories above');
  expect(html).not.toMatch(/data-cards="true" hidden/);
  expect(html).not.toContain('<zeppelin>');
});
