import { expect, test } from 'vitest';

import { HELP } from '#content/help/help-categories.ts';
import { SITE } from '#content/site.ts';

import { getLink } from '../support/checkout-visitor.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { listAttributes, listTexts } from '../support/page-metadata.ts';
import { getText, Visitor } from '../support/visitor.ts';

const app = createSharedApp();
const openPage = (address: string) => new Visitor(app().url).open(address);

const FOUND_ARTICLES = '.help__list > details:not([hidden])';

test('the card of each category shows its number of articles and links to them', async () => {
  const page = await openPage('/help');
  expect(listTexts(page, '[data-cards] a')).toEqual(
    HELP.map(({ title, articles }) => `${articles.length} articles${title}`),
  );
  expect(listAttributes(page, '[data-cards] a', 'href')).toEqual(HELP.map(({ id }) => `/help#${id}`));
  expect(listAttributes(page, '.help__section', 'id')).toEqual(HELP.map(({ id }) => id));
});

test('each answer is part of its article and has its own fragment', async () => {
  const page = await openPage('/help');
  const articles = HELP.flatMap((category) => category.articles);
  expect(listTexts(page, '.help__list > details > summary')).toEqual(articles.map(({ question }) => question));
  expect(listAttributes(page, '.help__list > details > .help__answer', 'id')).toEqual(articles.map(({ id }) => id));
  expect(getText(page, '#change-address')).toContain('The old URL redirects to the new one');
  expect(getText(page, '#plans')).toContain('Every plan includes unlimited checkout pages');
  expect(getText(page, '#plans')).toContain('Growth: $29 a month, up to $10,000 in sales a month.');
  expect(getText(page, '#fees')).toContain('2.9% + $0.30');
});

test('the search form finds articles without script', async () => {
  const visitor = new Visitor(app().url);
  const results = await visitor.submit(await visitor.open('/help'), 'form[role=search]', { q: 'PAYOUT' }, 'Search');
  expect(results.url.href).toBe(`${app().url}/help?q=PAYOUT`);
  expect(listAttributes(results, 'input[name=q]', 'value')).toEqual(['PAYOUT']);
  expect(getText(results, '[role=status]')).toContain('articles with “PAYOUT”');
  const texts = listTexts(results, FOUND_ARTICLES);
  expect(texts.length).toBeGreaterThan(1);
  expect(texts.length).toBeLessThan(listTexts(results, '.help__list > details').length);
  for (const text of texts) expect(text.toLowerCase()).toContain('payout');
  expect(listTexts(results, 'mark')[0]).toMatch(/^payout$/i);

  const emptyResults = await visitor.submit(results, 'form[role=search]', { q: 'zeppelin' }, 'Search');
  expect(getText(emptyResults, '[data-none]:not([hidden])')).toContain('No articles found matching “zeppelin”');
  const allResults = await visitor.submit(emptyResults, 'form[role=search]', { q: '' }, 'Search');
  expect(listTexts(allResults, FOUND_ARTICLES)).toHaveLength(listTexts(results, '.help__list > details').length);
});

test.each([
  ['ten kilobytes', 'coupon'.repeat(1700)],
  ['a null character', '%00'],
  ['a regular expression', encodeURIComponent('([a-z]+){9}$^.*?\\')],
  ['markup', encodeURIComponent('</script><script>alert(1)</script><img src=x onerror=alert(1)>')],
  ['half a surrogate pair', '%ED%A0%80'],
  ['a broken escape', '%E0%A4%A'],
  ['characters that turn the direction', encodeURIComponent('\u202Etext\u2066')],
  ['many alphabets', encodeURIComponent('ß İ ﬁ 𝒳 👩‍👩‍👧‍👦 شكرا 買')],
])('a search for %s is harmless', async (_, query) => {
  const plainPage = await openPage('/help');
  const page = await openPage(`/help?q=${query}`);
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(listAttributes(page, 'input[name=q]', 'value')[0]?.length).toBeLessThanOrEqual(400);
  expect(getText(page, 'h1')).toBe('Help center');
  for (const element of ['script', 'img'])
    expect(page.document.querySelectorAll(element)).toHaveLength(plainPage.document.querySelectorAll(element).length);
});

test('a visitor who finds no answer can contact support', async () => {
  const page = await openPage('/help');
  expect(listTexts(page, 'main h2')).toContain('Still need help?');
  expect(getLink(page, 'Contact support').href).toMatch(new RegExp(`^mailto:${SITE.supportEmail}`));
});
