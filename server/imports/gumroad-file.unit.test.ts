import fc from 'fast-check';
import { expect, test } from 'vitest';

import { CheckoutPageConfig } from '#domain/checkout-page-schema.ts';
import { propertyRuns } from '#domain/testing/property-runs.ts';

import { parseGumroadProducts } from './gumroad-file.ts';
import { createDraft } from './imported-product.ts';

const LIST = `\uFEFFname,custom_permalink,formatted_price,currency,description,subscription_duration,customizable_price
Glaze Recipes,glazes,$19,usd,"<p>Forty recipes &amp; tests.</p><ul><li>Ash</li><li>Tin</li></ul>",,false
Kiln Club,kiln,€7 a month,eur,A club.,monthly,
Tip jar,tip,$3+,usd,,,true
Every two years,odd,$50,usd,,every two years,
`;

test('parses a product list with prices, billing intervals and descriptions', () => {
  const [glazes, club, tip, unsupported] = parseGumroadProducts(LIST).map((product) => ({
    key: product.key,
    ...createDraft(product),
  }));
  expect(glazes).toMatchObject({ key: 'glazes', priceText: '$19.00 USD', warnings: [] });
  expect(glazes?.config.description).toBe('Forty recipes & tests.\n\n- Ash\n- Tin');
  expect(club).toMatchObject({ key: 'kiln', priceText: '€7.00 EUR/month', warnings: [] });
  expect(tip?.config.payWhatYouWant).toMatchObject({ enabled: true, minimum: '3.00' });
  expect(unsupported?.priceText).toBe('$50.00 USD');
  expect(unsupported?.warnings).toEqual([
    'Billing “every two years” isn’t supported, so the price was imported as a one-time price.',
  ]);
});

const SALES = `"Purchase ID","Item Name","Purchase Date","Item Price ($)","Discount Code","Product ID","Quantity","Recurrence"
p1,Glaze Recipes,2026-03-01,15.0,SPRING,abc,1,
p2,Glaze Recipes,2026-02-01,19.0,,abc,1,
p3,Glaze Recipes,2025-02-01,12.0,,abc,1,
p4,"'=Club, the",2026-02-02,7.5,,club,1,monthly
Totals,,,53.5,,,,
`;

test('parses a sales list into unique products at their newest full price', () => {
  const [glazes, club, ...more] = parseGumroadProducts(SALES).map((product) => ({
    key: product.key,
    ...createDraft(product),
  }));
  expect(more).toEqual([]);
  expect(glazes).toMatchObject({ key: 'abc', priceText: '$19.00 USD' });
  expect(glazes?.warnings).toEqual([expect.stringContaining('Check the price')]);
  expect(club?.config).toMatchObject({
    productName: '=Club, the',
    price: '7.50',
    paymentType: 'subscription',
  });
});

test.each([
  ['', 'a header row but no data'],
  ['name,price\n', 'a header row but no data'],
  ['who,what\nme,this\n', 'no product names'],
  ['name,price\n"never closed,3\n', 'We couldn’t read this file'],
  ['\u0000\u0001\u0002', 'a header row but no data'],
])('refuses a file that is not a product list: %j', (csv, message) => {
  expect(() => parseGumroadProducts(csv)).toThrow(message);
});

test('accepts semicolons and tabs as separators', () => {
  expect(parseGumroadProducts('Name;Price\nA;4,00\n')[0]?.prices[0]?.amount).toBe(400);
  expect(parseGumroadProducts('Name;Price\nA;1,200\nB;1,200.50\n').map(({ prices }) => prices[0]?.amount)).toEqual([
    120_000, 120_050,
  ]);
  expect(parseGumroadProducts('Name\tPrice\nA\t4.00\n')[0]?.prices[0]?.amount).toBe(400);
});

test('returns valid drafts or an error for any file content', () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => `"${text.replaceAll('"', '""')}"`);
  const row = fc.tuple(cell, cell, cell, cell, cell).map((cells) => cells.join(','));
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
      const csv = ['name,price,currency,description,recurrence', ...rows].join('\n');
      for (const product of parseGumroadProducts(csv)) {
        const { config } = createDraft(product);
        expect(CheckoutPageConfig.safeParse(config).success).toBe(true);
        expect(product.name).not.toBe('');
      }
    }),
    { numRuns: propertyRuns(300) },
  );
});
