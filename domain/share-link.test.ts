import fc from 'fast-check';
import { expect, test } from 'vitest';

import { MAX_UTM_LENGTH, createShareLink, UTM_KEYS, normalizeUtmValue } from './share-link.ts';

const PAGE = 'https://shop.example/c/linocut';

test('returns the page’s own URL without options', () => {
  expect(createShareLink(PAGE, {})).toBe(PAGE);
  expect(createShareLink(PAGE, { coupon: null, optionId: 'base', campaign: { source: ' ' } })).toBe(PAGE);
});

test('adds coupon, price and campaign in that order', () => {
  expect(
    createShareLink(PAGE, {
      coupon: 'EARLY_20',
      optionId: 'yearly',
      campaign: { campaign: 'Spring sale', source: 'newsletter', content: 'a&b=c#d' },
    }),
  ).toBe(
    `${PAGE}?plan=yearly&coupon=EARLY_20&utm_source=newsletter&utm_campaign=Spring+sale&utm_content=a%26b%3Dc%23d`,
  );
});

test('reads back any typed campaign as it is counted', () => {
  fc.assert(
    fc.property(
      fc.record(Object.fromEntries(UTM_KEYS.map((key) => [key, fc.string({ unit: 'binary' })]))),
      (campaign) => {
        const link = new URL(createShareLink(PAGE, { campaign }));
        expect(link.origin + link.pathname + link.hash).toBe(PAGE);
        for (const key of UTM_KEYS) {
          const value = normalizeUtmValue(campaign[key] ?? '');
          expect(Array.from(value).length).toBeLessThanOrEqual(MAX_UTM_LENGTH);
          expect(link.searchParams.get(`utm_${key}`) ?? '').toBe(value);
        }
      },
    ),
  );
});

test('omits the slash of a root URL unless a query follows', () => {
  const root = 'https://pay.example.com';
  expect(createShareLink(root, {})).toBe(root);
  expect(createShareLink(root, { coupon: 'EARLY_20' })).toBe(`${root}/?coupon=EARLY_20`);
});
