import { expect, test } from 'vitest';

import {
  createEmptyConfig,
  createPaymentTerms,
  toPublicConfig,
  type CheckoutPageConfig,
} from '#domain/checkout-page.ts';

import { checkoutMeta, closedMeta, type DescribedPage } from './checkout-meta.ts';

const pageWith = (change: Partial<CheckoutPageConfig> = {}, rest: Partial<DescribedPage> = {}) => ({
  appUrl: 'https://till.example',
  slug: 'taller',
  versionId: 'v1',
  config: toPublicConfig({
    ...createEmptyConfig(),
    productName: 'Throwing Taller',
    description: 'A course.',
    price: '89',
    ...change,
  }),
  sellerName: 'Vane Ceramics',
  amount: 8900,
  ...rest,
});

/** Returns the tags by name; the structured data under `product`. */
function readTags(page: DescribedPage): Record<string, unknown> {
  const entries = checkoutMeta(page).flatMap((tag): [string, unknown][] => {
    if ('title' in tag) return [['title', tag.title]];
    if ('content' in tag) return [[String('name' in tag ? tag.name : tag.property), tag.content]];
    if ('rel' in tag) return [[String(tag.rel), tag.href]];
    return [['product', tag['script:ld+json']]];
  });
  expect(new Set(entries.map(([name]) => name)).size).toBe(entries.length);
  return Object.fromEntries(entries);
}

test('describes product, price and seller for search engines and social networks', () => {
  expect(readTags(pageWith())).toMatchObject({
    title: 'Throwing Taller · Vane Ceramics',
    description: 'A course.',
    canonical: 'https://till.example/c/taller',
    'og:type': 'product',
    'og:site_name': 'Vane Ceramics',
    'og:title': 'Throwing Taller',
    'og:url': 'https://till.example/c/taller',
    'og:image': 'https://till.example/og/v1.png',
    'og:image:alt': 'Throwing Taller · Vane Ceramics · $89 USD',
    'product:price:amount': '89.00',
    'product:price:currency': 'USD',
    'twitter:card': 'summary_large_image',
    'twitter:image': 'https://till.example/og/v1.png',
    product: {
      '@type': 'Product',
      image: 'https://till.example/og/v1.png',
      offers: { price: '89.00', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    },
  });
});

test("names only the seller's custom domain where there is one", () => {
  const productImage = `/media/${'b'.repeat(64)}.webp`;
  const tags = readTags(pageWith({ productImage }, { domainUrl: 'https://pay.example.com' }));
  expect(tags).toMatchObject({
    canonical: 'https://pay.example.com/',
    'og:url': 'https://pay.example.com/',
    'og:image': 'https://pay.example.com/og/v1.png',
    'twitter:image': 'https://pay.example.com/og/v1.png',
    product: {
      image: `https://pay.example.com${productImage}`,
      offers: { url: 'https://pay.example.com/' },
    },
  });
  expect(JSON.stringify(tags)).not.toContain('till.example');
});

test('allows indexing of a page on sale but not of a closed one', () => {
  expect(readTags(pageWith())).not.toHaveProperty('robots');
  expect(closedMeta(pageWith(), 'off')).toEqual([
    { title: 'Throwing Taller · Vane Ceramics' },
    { name: 'robots', content: 'noindex' },
  ]);
});

test("names no other seller if the seller's name is unknown", () => {
  const tags = readTags(pageWith({}, { sellerName: null }));
  expect(tags.title).toBe('Throwing Taller');
  expect(tags).not.toHaveProperty('og:site_name');
  expect(JSON.stringify(tags)).not.toMatch(/tillwright|brand|Organization/i);
});

test('cuts a long description between words at 160 characters', () => {
  const tags = readTags(pageWith({ description: `Lines\nand  blanks. ${'seventeen letters, '.repeat(20)}` }));
  const description = String(tags.description);
  expect(description).toMatch(/^Lines and blanks\. seventeen .*(seventeen|letters)…$/);
  expect(description.length).toBeLessThanOrEqual(160);
  expect(readTags(pageWith({ description: 'x'.repeat(500) })).description).toBe(`${'x'.repeat(159)}…`);
  expect(Array.from(String(readTags(pageWith({ description: '👍'.repeat(500) })).description))).toHaveLength(160);
  const exact = 'word '.repeat(32).trim().padEnd(160, 's');
  expect(readTags(pageWith({ description: exact })).description).toBe(exact);
});

test('describes the page by title and price if there is no description', () => {
  expect(readTags(pageWith({ description: ' ' })).description).toBe('Throwing Taller · Vane Ceramics · $89 USD');
});

test('formats prices with the decimals of their currency', () => {
  const priceIn = (currency: string, amount: number) =>
    readTags(pageWith({ currency }, { amount }))['product:price:amount'];
  expect(priceIn('JPY', 1500)).toBe('1500');
  expect(priceIn('KWD', 12340)).toBe('12.340');
  expect(priceIn('ISK', 150000)).toBe('1500');
  expect(priceIn('EUR', 5)).toBe('0.05');
});

test('contains the billing interval of a subscription', () => {
  const specification = (billingFrequency: CheckoutPageConfig['billingFrequency']) =>
    readTags(pageWith({ paymentType: 'subscription', billingFrequency })).product;
  for (const [frequency, unitCode] of Object.entries({ weekly: 'WEE', monthly: 'MON', yearly: 'ANN' }))
    expect(specification(frequency as 'weekly')).toMatchObject({
      offers: { priceSpecification: { '@type': 'UnitPriceSpecification', price: '89.00', unitCode } },
    });
  expect(JSON.stringify(readTags(pageWith()))).not.toContain('priceSpecification');
});

test('contains no testimonials as reviews', () => {
  const items = [{ name: 'Joan Ferrer', role: null, rating: 5, text: 'Splendid' }];
  const text = JSON.stringify(readTags(pageWith({ testimonials: { enabled: true, items } })));
  expect(text).not.toMatch(/Joan|Splendid|review|rating/i);
});

test('removes control and bidi characters from every tag', () => {
  const wild = '\u202eEvil\u202c\u2066 \u0007name\u200f\n';
  const tags = readTags(pageWith({ productName: wild, description: wild }, { sellerName: wild }));
  expect(tags.title).toBe('Evil name · Evil name');
  expect(JSON.stringify(tags)).not.toMatch(/[\p{Bidi_Control}\p{Cc}]|\\u|\\n/u);
});

test('uses the full URL of the product image and the logo as icon', () => {
  const logo = `/media/${'a'.repeat(64)}.webp`;
  const productImage = `/media/${'b'.repeat(64)}.webp`;
  const tags = readTags(pageWith({ logo, productImage }));
  expect(tags.icon).toBe(logo);
  expect(tags.product).toMatchObject({ image: `https://till.example${productImage}` });
});

type Product = { offers: Record<string, unknown> | Record<string, unknown>[] };
const readOffers = (page: DescribedPage) => (readTags(page)['product'] as Product).offers;

const yearly = {
  id: 'y',
  name: '',
  price: '890',
  paymentType: 'subscription' as const,
  billingFrequency: 'yearly' as const,
};

test('contains one offer per price option with name and billing period', () => {
  const page = pageWith({ priceOptions: { baseName: 'Once', others: [yearly] } });
  expect(readOffers(page)).toMatchObject([
    { '@type': 'Offer', name: 'Once', price: '89.00' },
    { '@type': 'Offer', name: 'Yearly', price: '890.00', priceSpecification: { unitCode: 'ANN' } },
  ]);
  expect(readTags(page)['og:image:alt']).toBe('Throwing Taller · Vane Ceramics · $89 USD or $890 USD/year');
});

test('contains the suggested and the minimum price where buyers name it', () => {
  const page = pageWith({
    payWhatYouWant: { enabled: true, minimum: '5', maximum: '', presets: [] },
    description: '',
  });
  expect(readOffers(page)).toMatchObject({ price: '89.00', priceSpecification: { minPrice: '5.00' } });
  expect(readTags(page).description).toBe('Throwing Taller · Vane Ceramics · Pay what you want');
});

const dates = {
  ...createEmptyConfig().availability,
  opensAt: '2026-12-01T08:00:00Z',
  closesAt: '2026-12-24T12:00:00Z',
};
const countdown = { ...createEmptyConfig().countdown, enabled: true, endsAt: '2026-12-10T12:00:00Z' };

test('contains the dates of availability and of the price', () => {
  const page = pageWith({
    availability: dates,
    countdown: { ...countdown, atEnd: 'price', priceAfter: '99' },
  });
  expect(readOffers(page)).toMatchObject({
    availabilityStarts: '2026-12-01T08:00:00.000Z',
    availabilityEnds: '2026-12-24T12:00:00.000Z',
    priceValidUntil: '2026-12-10T12:00:00Z',
  });
  expect(readOffers({ ...page, countdownOver: true })).not.toHaveProperty('priceValidUntil');
});

test('describes an unavailable page as such and excludes it from indexing', () => {
  for (const [reason, stock] of [
    ['early', 'PreOrder'],
    ['sold_out', 'SoldOut'],
  ] as const) {
    const tags = closedMeta(pageWith(), reason);
    expect(tags).toContainEqual({ name: 'robots', content: 'noindex' });
    expect(JSON.stringify(tags)).toContain(`https://schema.org/${stock}`);
    expect(JSON.stringify(tags)).toContain('og:image');
  }
});

test('describes a payment plan, a free trial and a setup fee', () => {
  const withTerms = (change: Partial<CheckoutPageConfig['paymentTerms']>) => ({
    paymentTerms: { ...createPaymentTerms(), ...change },
  });
  const plan = readTags(pageWith({ price: '105', paymentType: 'payment-plan' }, { amount: 10_500 }));
  expect(plan['og:image:alt']).toBe('Throwing Taller · Vane Ceramics · $105 USD/month for 3 months');
  expect(plan).toMatchObject({
    product: {
      offers: {
        price: '105.00',
        priceSpecification: {
          priceComponentType: 'https://schema.org/Installment',
          billingDuration: 3,
          unitCode: 'MON',
        },
      },
    },
  });
  const terms = withTerms({ trialDays: 14, setupFee: '99' });
  const trial = readTags(pageWith({ price: '29', paymentType: 'subscription', ...terms }, { amount: 9900 }));
  expect(trial).toMatchObject({
    'product:price:amount': '29.00',
    product: {
      offers: {
        price: '29.00',
        priceSpecification: [
          { price: '99.00', priceComponentType: 'https://schema.org/ActivationFee' },
          { price: '0.00', billingDuration: 14, unitCode: 'DAY' },
          { price: '29.00', billingDuration: 1, unitCode: 'MON' },
        ],
      },
    },
  });
});
