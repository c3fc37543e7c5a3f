import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { HelpScreen } from './help-screen.tsx';

const renderHelp = (query: string) => renderToStaticMarkup(<HelpScreen query={query} />);
const countMatches = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0;

test('shows every question closed, below category cards with counts, without a query', () => {
  const html = renderHelp('');
  expect(countMatches(html, /<details/g)).toBeGreaterThanOrEqual(60);
  expect(html).not.toMatch(/<details[^>]*(hidden|open)/);
  expect(html).not.toContain('<mark>');
  expect(countMatches(html, /\d+ articles</g)).toBe(10);
  expect(html).toMatch(/data-none="true" hidden/);
});

test('shows only matching questions, highlighted, and hides the cards', () => {
  const html = renderHelp('pixel');
  expect(html).toMatch(/data-cards="true" hidden/);
  expect(html).toContain('<mark>pixel</mark>');
  const visibleArticles = [...html.matchAll(/<details(?![^>]*hidden)[^>]*>.*?<\/details>/g)];
  expect(visibleArticles.length).toBeGreaterThan(0);
  for (const [article] of visibleArticles) expect(article.replaceAll(/<[^>]*>/g, '').toLowerCase()).toContain('pixel');
});

test('opens few results and keeps many closed', () => {
  expect(countMatches(renderHelp('Google Analytics'), /<details[^>]*open/g)).toBe(1);
  expect(countMatches(renderHelp('stripe'), /<details[^>]*open/g)).toBe(0);
});

test('names the query when nothing matches, and shows the cards again', () => {
  const html = renderHelp('<zeppelin>');
  expect(html).toContain('No articles found matching “<bdi data-query="true">&lt;zeppelin&gt;</bdi>”');
  expect(html).toContain('Try a different search term or browse all categories above');
  expect(html).not.toMatch(/data-cards="true" hidden/);
  expect(html).not.toContain('<zeppelin>');
});
