import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { emptyConfig, type PublicCheckoutConfig } from '#domain/checkout-page.ts';

import { ClosedPage, type ClosedBecause } from './closed-page.tsx';

type Dates = Partial<PublicCheckoutConfig['availability']>;

const page = (dates: Dates): PublicCheckoutConfig => ({
  ...emptyConfig(),
  productName: 'Linocut',
  availability: { ...emptyConfig().availability, ...dates },
  timeZone: 'America/New_York',
});

const markup = (because: ClosedBecause, dates: Dates = {}) =>
  renderToStaticMarkup(
    <ClosedPage page={page(dates)} sellerName="Marlow & Sons" slug="linocut" because={because} />,
  );

test.for([
  ['off', 'This page is not on sale at the moment.'],
  ['unable', 'This page is not accepting payments at the moment.'],
] as const)(
  'shows that a page is %s, that nothing was charged, and a link to reload',
  ([because, words]) => {
    const html = markup(because);
    expect(html).toContain(words);
    expect(html).toContain('Nothing was charged');
    expect(html).toContain('href="/c/linocut"');
    expect(html).toContain('Marlow &amp; Sons');
  },
);

test("links to the buyer's purchases", () => {
  for (const because of ['off', 'closed', 'sold_out'] as const)
    expect(markup(because)).toContain('href="/purchases"');
});

test('shows the opening time in the time zone of the seller', () => {
  const html = markup('early', { opensAt: '2026-11-27T23:30:00.000Z' });
  expect(html).toMatch(
    /Opens on <time dateTime="2026-11-27T23:30:00.000Z">Friday,? 27 November 2026 at 18:30, New York time \(UTC−5\)</,
  );
  expect(html).toContain('data-until="1795822200000"');
  expect(html).toContain('data-door="/c/linocut/now"');
  expect(html).toContain('Look again');
});

test('offers to reload only if the state may change', () => {
  expect(markup('sold_out')).not.toContain('Look again');
  expect(markup('closed')).not.toContain('Look again');
  expect(markup('held')).toContain('Look again');
  expect(markup('held')).toContain('being paid for by others');
});

test("prefers the seller's text for its own reason", () => {
  const own = { earlyText: 'Soon!', closedText: 'Over.', soldOutText: 'Gone, <b>all</b> of it.' };
  expect(markup('early', own)).toContain('Soon!');
  expect(markup('closed', own)).toContain('Over.');
  expect(markup('sold_out', own)).toContain('Gone, &lt;b&gt;all&lt;/b&gt; of it.');
  expect(markup('sold_out', own)).not.toContain('This is sold out');
  expect(markup('held', own)).toContain('being paid for by others');
});
