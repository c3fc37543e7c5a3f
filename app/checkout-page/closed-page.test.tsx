import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { ClosedPage } from './closed-page.tsx';

const page = {
  productName: 'Throwing Taller',
  accentColor: '#b4532a',
  fonts: { heading: 'Inter', body: 'Inter' },
} as const;

const htmlOf = (onSale: boolean) =>
  renderToStaticMarkup(<ClosedPage page={page} sellerName="Vane" address="/c/taller" onSale={onSale} />);

test('a page that its seller took off sale says so', () => {
  expect(htmlOf(false)).toContain('This page is not on sale at the moment. Nothing was charged.');
  expect(htmlOf(false)).not.toContain('payments');
});

test('a page whose seller cannot be paid says that it takes no payments', () => {
  expect(htmlOf(true)).toContain('This page is not accepting payments at the moment. Nothing was charged.');
  expect(htmlOf(true)).toContain('Sold by Vane');
});

test('a closed page offers another look', () => {
  expect(htmlOf(false)).toContain('href="/c/taller">Look again</a>');
});

test('whoever bought here before finds their purchases', () => {
  expect(htmlOf(false)).toContain('href="/purchases">Your purchases</a>');
});
