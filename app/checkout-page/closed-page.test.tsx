import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { createEmptyConfig, type PublicCheckoutConfig } from '#domain/checkout-page.ts';

import { ClosedPage, type ClosedReason } from './closed-page.tsx';

type Dates = Partial<PublicCheckoutConfig['availability']>;

const page = (dates: Dates): PublicCheckoutConfig => ({
  ...createEmptyConfig(),
  productName: 'Linocut',
  availability: { ...createEmptyConfig().availability, ...dates },
  timeZone: 'America/New_York',
});

const markup = (reason: ClosedReason, dates: Dates = {}) =>
  renderToStaticMarkup(<ClosedPage page={page(dates)} sellerName="Marlow & Sons" slug="linocut" reason={reason} />);

test.for([
  ['off', 'This page isn’t available right now.'],
  ['unable', 'This page is not accepting payments right now.'],
] as const)('shows that a page is %s, that nothing was charged, and a link to reload', ([reason, text]) => {
  const html = markup(reason);
  expect(html).toContain(text);
  expect(html).toContain('You haven’t been charged.');
  expect(html).toContain('href="/c/linocut"');
  expect(html).toContain('Marlow &amp; Sons');
});

test("links to the buyer's purchases", () => {
  for (const reason of ['off', 'closed', 'sold_out'] as const) expect(markup(reason)).toContain('href="/purchases"');
});

test('shows the opening time in the time zone of the seller', () => {
  const html = markup('early', { opensAt: '2026-11-27T23:30:00.000Z' });
  expect(html).toMatch(
    /Opens on <time dateTime="2026-11-27T23:30:00.000Z">Friday, November 27, 2026 at 6:30 PM, New York time \(UTC−5\)</,
  );
  expect(html).toContain('data-until="1795822200000"');
  expect(html).toContain('data-clock-url="/c/linocut/now"');
  expect(html).toContain('Check again');
});

test('keeps logo, layout, price and features of a page that its settings close', () => {
  const config = {
    ...page({}),
    layout: 'minimal',
    logo: '/media/logo.webp',
    price: '29',
    features: ['Six lessons'],
  } as const;
  const render = (reason: ClosedReason) =>
    renderToStaticMarkup(
      <ClosedPage
        page={{ ...config, features: [...config.features] }}
        sellerName={null}
        slug="linocut"
        reason={reason}
      />,
    );
  for (const reason of ['early', 'closed', 'sold_out', 'reserved'] as const)
    for (const part of ['data-layout="minimal"', '/media/logo.webp', '$29 USD', 'Six lessons'])
      expect(render(reason)).toContain(part);
  expect(render('off')).not.toMatch(/data-layout|Six lessons|\$29/);
  expect(render('sold_out')).not.toContain('<form');
});

test('offers to reload only if the state may change', () => {
  expect(markup('sold_out')).not.toContain('Check again');
  expect(markup('closed')).not.toContain('Check again');
  expect(markup('reserved')).toContain('Check again');
  expect(markup('reserved')).toContain('in other buyers’ checkouts');
});

test("prefers the seller's text for its own reason", () => {
  const sellerTexts = { earlyText: 'Soon!', closedText: 'Over.', soldOutText: 'Gone, <b>all</b> of it.' };
  expect(markup('early', sellerTexts)).toContain('Soon!');
  expect(markup('closed', sellerTexts)).toContain('Over.');
  expect(markup('sold_out', sellerTexts)).toContain('Gone, &lt;b&gt;all&lt;/b&gt; of it.');
  expect(markup('sold_out', sellerTexts)).not.toContain('This is sold out');
  expect(markup('reserved', sellerTexts)).toContain('in other buyers’ checkouts');
});
