import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import type { BundleItem } from '#domain/bundle.ts';
import { createEmptyConfig, toPublicConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { createItem, withBundle } from '#domain/testing/bundle-items.ts';

import { CheckoutPage } from './checkout-page.tsx';

const EBOOKS = [createItem('one', 1500), createItem('two', 1500), createItem('three', 1500)];

const markup = (bundleItems: BundleItem[], changes: Partial<CheckoutPageConfig> = {}) => {
  const config = { ...createEmptyConfig(), price: '30', ...withBundle('one', 'two', 'three'), ...changes };
  return renderToStaticMarkup(
    <CheckoutPage config={toPublicConfig(config)} sellerName={null} bundleItems={bundleItems} />,
  );
};

test.each(['classic', 'modern', 'minimal'] as const)(
  'links to the pages of its products in the layout %s',
  (layout) => {
    const html = markup([createItem('one', 1500, { image: '/media/a.webp' }), ...EBOOKS.slice(1)], { layout });
    expect(html).toContain('aria-label="What’s in the bundle"');
    expect(html.match(/href="https:\/\/tillwright\.test\/c\/(one|two|three)" target="_blank"/g)).toHaveLength(3);
    expect(html.match(/<img src="\/media\/a\.webp" alt=""/g)).toHaveLength(1);
  },
);

test('says what buyers save at today’s prices, and nothing where they save nothing', () => {
  expect(markup(EBOOKS)).toContain('Together $30.00 instead of $45.00: you save $15.00');
  expect(markup(EBOOKS, { price: '45' })).not.toContain('instead of');
  expect(markup([createItem('one', 1500, { isOnSale: false }), ...EBOOKS.slice(1)])).not.toContain('instead of');
});

test('says what a buyer who completes the bundle has paid, at their own price', () => {
  const html = markup([createItem('one', 1500, { paid: 1500 }), ...EBOOKS.slice(1)], { price: '15' });
  expect(html).toContain('You already have this: −$15.00');
  expect(html).toContain('$15.00');
  expect(html).not.toContain('instead of');
});

test('shows no list on any other page', () => {
  expect(markup([])).not.toContain('data-field="bundle"');
});
