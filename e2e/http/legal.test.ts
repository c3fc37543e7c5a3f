import { expect, test } from 'vitest';

import { OPERATOR } from '#content/legal/operator.ts';
import { PRIVACY } from '#content/legal/privacy.ts';
import { TERMS } from '#content/legal/terms.ts';
import { SITE } from '#content/site.ts';
import { longDate } from '#domain/long-date.ts';

import { attributesOf, textsOf } from './metadata.ts';
import { sharedApp } from './testing-app.ts';
import { textOf, Visitor } from './visitor.ts';

const app = sharedApp();

test.each([
  { path: '/privacy', document: PRIVACY, email: OPERATOR.privacyEmail },
  { path: '/terms', document: TERMS, email: OPERATOR.legalEmail },
])('$path has its date, its contact addresses and its table of contents', async ({ path, document, email }) => {
  const before = longDate(new Date());
  const page = await new Visitor(app().url).open(path);
  const dates = [before, longDate(new Date())];
  expect(textOf(page, 'h1')).toBe(document.title);
  const updated = textsOf(page, 'main p').find((text) => text.startsWith('Last updated: '));
  expect(dates.map((date) => `Last updated: ${date}`)).toContain(updated);
  const addresses = attributesOf(page, 'main a[href^=mailto]', 'href');
  for (const address of [email, SITE.supportEmail]) expect(addresses).toContain(`mailto:${address}`);
  expect(textsOf(page, '.legal-contents li a')).toEqual(document.sections.map(({ title }) => title));
  const targets = attributesOf(page, '.legal-contents li a', 'href').map((href) =>
    page.document.querySelector(`${href} > h2`)?.textContent?.replace(/^\d+\. /, ''),
  );
  expect(targets).toEqual(document.sections.map(({ title }) => title));
  expect(textsOf(page, '.legal-text h2').at(-1)).toMatch(/^\d+\. Contact$/);
});
