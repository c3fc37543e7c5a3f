import { expect, test } from 'vitest';

import { OPERATOR } from '#content/legal/operator.ts';
import { PRIVACY } from '#content/legal/privacy.ts';
import { TERMS } from '#content/legal/terms.ts';
import { SITE } from '#content/site.ts';
import { formatLongDate } from '#domain/format-date.ts';

import { createSharedApp } from '../support/http-test-app.ts';
import { listAttributes, listTexts } from '../support/page-metadata.ts';
import { getText, Visitor } from '../support/visitor.ts';

const app = createSharedApp();

test.each([
  { path: '/privacy', document: PRIVACY, email: OPERATOR.privacyEmail },
  { path: '/terms', document: TERMS, email: OPERATOR.legalEmail },
])('$path has its date, its contact addresses and its table of contents', async ({ path, document, email }) => {
  const before = formatLongDate(new Date());
  const page = await new Visitor(app().url).open(path);
  const dates = [before, formatLongDate(new Date())];
  expect(getText(page, 'h1')).toBe(document.title);
  const updated = listTexts(page, 'main p').find((text) => text.startsWith('Last updated: '));
  expect(dates.map((date) => `Last updated: ${date}`)).toContain(updated);
  const addresses = listAttributes(page, 'main a[href^=mailto]', 'href');
  for (const address of [email, SITE.supportEmail]) expect(addresses).toContain(`mailto:${address}`);
  expect(listTexts(page, '.legal__contents li a')).toEqual(document.sections.map(({ title }) => title));
  const targets = listAttributes(page, '.legal__contents li a', 'href').map((href) =>
    page.document.querySelector(`${href} > h2`)?.textContent?.replace(/^\d+\. /, ''),
  );
  expect(targets).toEqual(document.sections.map(({ title }) => title));
  expect(listTexts(page, '.legal__text h2').at(-1)).toMatch(/^\d+\. Contact$/);
});
