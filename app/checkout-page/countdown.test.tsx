import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { createEmptyConfig, toPublicConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import { CheckoutPage } from './checkout-page.tsx';

const ENDS = '2026-11-30T17:00:00.000Z';

const markup = (countdown: Partial<CheckoutPageConfig['countdown']> = {}, props: Partial<CheckoutPageProps> = {}) => {
  const config = toPublicConfig({
    ...createEmptyConfig(),
    productName: 'Zine',
    price: '15',
    timeZone: 'Europe/Berlin',
    countdown: {
      enabled: true,
      endsAt: ENDS,
      text: 'Until the ink is dry',
      textAfter: 'The ink is dry',
      atEnd: 'price',
      priceAfter: '20',
      ...countdown,
    },
  });
  return renderToStaticMarkup(<CheckoutPage config={config} sellerName={null} {...props} />);
};

const pay = { slug: 'zine', version: 1, attempt: '' };

test("renders the end as text in the seller's time zone and as data for the script", () => {
  const html = markup({}, { pay });
  expect(html).toContain('Until the ink is dry');
  expect(html).toContain(
    `This price ends on <time dateTime="${ENDS}">Monday, November 30, 2026 at 6:00 PM, Berlin time (UTC+1)</time>`,
  );
  expect(html).toContain(`data-until="${Date.parse(ENDS)}" data-end="price" data-clock-url="/c/zine/now"`);
  expect(html).toMatch(/<p class="co-clock" role="timer" data-state="waiting">/);
});

test('renders the consequence of the end', () => {
  expect(markup({ atEnd: 'close' })).toContain('This page closes on');
  expect(markup({ atEnd: 'nothing' })).toMatch(/>Ends on </);
});

test('renders a static countdown without a clock URL in previews', () => {
  const html = markup({}, { now: Date.parse(ENDS) - (26 * 3600 + 61) * 1000 });
  expect(html.replace(/<[^>]+>/g, ' ')).toMatch(/1\s+day\s+02\s+hours\s+01\s+minute\s+01\s+second\s/);
  expect(html).not.toContain('data-clock-url');
});

test('renders only the text for afterwards once the countdown is over', () => {
  const html = markup({}, { pay, countdownOver: true });
  expect(html).toContain('The ink is dry');
  expect(html).not.toMatch(/co-clock|<time|Until the ink/);
  expect(markup({ textAfter: '' }, { countdownOver: true })).not.toContain('co-count');
});

test('renders nothing without a countdown or without an end', () => {
  expect(markup({ enabled: false })).not.toContain('co-count');
  expect(markup({ endsAt: null })).not.toContain('co-count');
});

test('renders the remaining stock where it is shown', () => {
  expect(markup({}, { stockLeft: 3 })).toContain('>3 left<');
  expect(markup({}, { stockLeft: null })).not.toContain(' left<');
});
