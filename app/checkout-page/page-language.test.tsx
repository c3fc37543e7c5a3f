import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { createEmptyConfig, toPublicConfig } from '#domain/checkout-page.ts';
import type { PageLanguage } from '#domain/page-language.ts';

import { CheckoutPage } from './checkout-page.tsx';

const field = {
  id: 'a',
  kind: 'short',
  name: 'size',
  help: 'In cm',
  required: true,
  choices: [],
  min: '',
  max: '',
} as const;

function markup(language: PageLanguage): string {
  const empty = createEmptyConfig();
  const config = {
    ...toPublicConfig(empty),
    language,
    productName: 'Töpferkurs',
    price: '29',
    buttonText: 'Jetzt kaufen',
    timeZone: 'Europe/Berlin',
    customFields: [{ ...field, choices: [], label: 'Größe' }],
    countdown: { ...empty.countdown, enabled: true, endsAt: '2026-11-30T17:00:00.000Z', text: 'Nur bis Montag' },
  };
  const pay = { slug: 'kurs', version: 1, attempt: '' };
  return renderToStaticMarkup(<CheckoutPage config={config} sellerName={null} pay={pay} />);
}

test("marks the seller's texts with the language of the page and the interface's texts as English", () => {
  const html = markup('de');
  expect(html).toMatch(/^<div class="co"[^>]* lang="de"/);
  expect(html).toMatch(/<form[^>]* lang="en"/);
  expect(html).toMatch(/<div class="co-foot" lang="en"/);
  for (const text of [
    '<bdi lang="de">Jetzt kaufen',
    '<bdi lang="de">Größe',
    'lang="de">In cm',
    'lang="de">Nur bis Montag',
  ])
    expect(html).toContain(text);
  expect(html).toMatch(/Ends on <time[^>]*lang="de">Montag, 30\. November 2026 um 18:00 \(UTC\+1\)</);
});

test('has no language attributes on an English page, whose document is English', () => {
  expect(markup('en')).not.toContain(' lang=');
});
