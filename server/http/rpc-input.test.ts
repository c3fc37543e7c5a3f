import { count } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { LIMITS, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { MAX_COUPONS } from '#domain/coupon.ts';
import { pages, sellerMedia } from '#server/db/schema-pages.ts';
import { RPC_FUNCTIONS } from '#server/routes/rpc-functions.ts';
import { createTestApp, sellableConfig, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

const countRows = async ({ context: { db } }: TestApp) => [
  await db.select({ rows: count() }).from(pages),
  await db.select({ rows: count() }).from(sellerMedia),
];

const postToFunction = (app: TestApp, seller: TestSeller, name: string, init: RequestInit) =>
  app.request(`/functions/v1/${name}`, {
    method: 'POST',
    ...init,
    headers: {
      authorization: `Bearer ${seller.session.access_token}`,
      'content-type': 'application/json',
      ...(init.headers as Record<string, string>),
    },
  });

const readStatusAndCode = async (answer: Response): Promise<string> => {
  const { error } = (await answer.json()) as { error: { code: string } };
  return `${answer.status} ${error.code}`;
};

test('accepts a missing body or an empty stream when a function takes no input, and requires JSON when there is content', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const authorization = `Bearer ${seller.session.access_token}`;
  const sendBody = (body: string | null) => {
    const stream = body === null ? null : new Blob([body]).stream();
    const init = { method: 'POST', headers: { authorization }, body: stream, duplex: 'half' };
    return app.request('/functions/v1/check-subscription-status', init);
  };
  expect((await sendBody(null)).status).toBe(200);
  expect((await sendBody('')).status).toBe(200);
  expect(await readStatusAndCode(await sendBody('{}'))).toBe('415 unsupported_media_type');
});

test('refuses an unknown key at any depth and writes nothing', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.onboard();
  const config = sellableConfig({
    testimonials: { enabled: true, items: [{ name: 'Ann', role: null, rating: 5, text: 'Good' }] },
    validCoupons: [{ code: 'SAVE20', discount: 20, type: 'percentage' }],
  });
  const before = await countRows(app);
  const bodies = [
    { config, slug: '', sellerId: 'x' },
    { config: { ...config, onSale: true }, slug: '' },
    { config: { ...config, fonts: { ...config.fonts, mono: 'Inter' } }, slug: '' },
    { config: { ...config, validCoupons: [{ ...config.validCoupons[0], secret: 1 }] }, slug: '' },
    {
      config: {
        ...config,
        testimonials: { enabled: true, items: [{ ...config.testimonials.items[0], id: 1 }] },
      },
      slug: '',
    },
    { config },
    { config: 'a text', slug: '' },
    { config: { ...config, layout: 'brutal' }, slug: '' },
    { config: { ...config, currency: 'XXX' }, slug: '' },
    { config, slug: 'x'.repeat(501) },
    { config, slug: '', pageId: '1' },
    { config, slug: '', baseVersion: -1 },
  ];
  for (const body of bodies) {
    const answer = await postToFunction(app, seller, 'save-checkout-page', { body: JSON.stringify(body) });
    expect([body, await readStatusAndCode(answer)]).toEqual([body, '400 invalid_request']);
  }
  expect(await countRows(app)).toEqual(before);
});

test('refuses prototype keys like any unknown key', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  for (const key of ['__proto__', 'constructor', 'prototype']) {
    const body = `{"page": 1, "${key}": {"page": 2}}`;
    expect(await readStatusAndCode(await postToFunction(app, seller, 'list-orders', { body }))).toBe(
      '400 invalid_request',
    );
  }
});

test('reports each exceeded page limit at its field, and all of them at once', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.onboard();
  const item = { name: 'Ann', role: null, rating: 5, text: 'Good' };
  const coupon = { discount: 20, type: 'percentage' as const };
  const cases: [string, Partial<CheckoutPageConfig>][] = [
    ['productName', { productName: ' ' }],
    ['productName', { productName: 'x'.repeat(LIMITS.productName + 1) }],
    ['description', { description: 'x'.repeat(LIMITS.description + 1) }],
    ['price', { price: '' }],
    ['price', { price: '１２' }],
    ['price', { price: '-5' }],
    ['price', { price: '1,000' }],
    ['price', { price: '0.49' }],
    ['price', { price: '29.999' }],
    ['features', { features: Array<string>(11).fill('x') }],
    ['features.0', { features: ['x'.repeat(121)] }],
    ['testimonials', { testimonials: { enabled: true, items: Array(6).fill(item) } }],
    ['testimonials.0', { testimonials: { enabled: true, items: [{ ...item, text: 'x'.repeat(201) }] } }],
    ['buttonText', { buttonText: 'x'.repeat(41) }],
    ['successMessage', { successMessage: 'x'.repeat(501) }],
    ['accentColor', { accentColor: 'red' }],
    ['validCoupons', { validCoupons: buildCoupons(MAX_COUPONS + 1) }],
    [
      'validCoupons.1',
      {
        validCoupons: [
          { code: 'A', ...coupon },
          { code: 'a', ...coupon },
        ],
      },
    ],
    ['validCoupons.0', { validCoupons: [{ code: 'A B', ...coupon }] }],
    ['validCoupons.0', { validCoupons: [{ code: 'A', discount: 0, type: 'fixed' }] }],
    ['validCoupons.0', { validCoupons: [{ code: 'A', discount: 100.5, type: 'percentage' }] }],
    ['validCoupons.0', { validCoupons: [{ code: 'A', discount: 28.9, type: 'fixed' }] }],
    ['termsUrl', { termsUrl: 'javascript:alert(1)' }],
    ['privacyUrl', { privacyUrl: 'shop.example/privacy' }],
  ];
  for (const [field, change] of cases) {
    const { status, body } = await seller.rpc('save-checkout-page', {
      config: sellableConfig(change),
      slug: '',
    });
    expect([change, status, body.error]).toMatchObject([change, 422, { code: 'page_invalid', problems: [{ field }] }]);
  }
  const invalidConfig = sellableConfig({ productName: '', price: '' });
  const { body } = await seller.rpc('save-checkout-page', { config: invalidConfig, slug: 'admin' });
  expect(body.error?.problems).toMatchObject([
    { field: 'productName', message: body.error?.message },
    { field: 'price' },
    { field: 'customSlug' },
  ]);
  expect((await seller.rpc('list-pages', {})).body.pages).toEqual([]);
});

const buildCoupons = (number: number): CheckoutPageConfig['validCoupons'] =>
  Array.from({ length: number }, (_, index) => ({ code: `C${index}`, discount: 10, type: 'percentage' }));

test('refuses a body over the size limit before parsing it, with or without a content length', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const sizes = { 'save-checkout-page': 8 * 1024 * 1024, 'list-pages': 16 * 1024 };
  for (const [name, bytes] of Object.entries(sizes)) {
    // The body is not even JSON: a parser that saw it would report that instead.
    const body = 'x'.repeat(bytes + 1);
    expect(await readStatusAndCode(await postToFunction(app, seller, name, { body }))).toBe('413 body_too_large');
    const stream = new Blob([body]).stream();
    const streamed = await postToFunction(app, seller, name, { body: stream, duplex: 'half' } as RequestInit);
    expect(await readStatusAndCode(streamed)).toBe('413 body_too_large');
    const withinLimit = await postToFunction(app, seller, name, { body: 'x'.repeat(bytes) });
    expect(await readStatusAndCode(withinLimit)).toBe('400 invalid_request');
  }
});

test('accepts only POST with JSON of a reasonable depth in every function', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  for (const { name } of RPC_FUNCTIONS) {
    const sendBody = async (body: string, type = 'application/json') =>
      readStatusAndCode(await postToFunction(app, seller, name, { body, headers: { 'content-type': type } }));
    expect(await sendBody('{}', 'text/plain')).toBe('415 unsupported_media_type');
    expect(await sendBody('a=1', 'application/x-www-form-urlencoded')).toBe('415 unsupported_media_type');
    for (const body of ['{', '[]', '"text"', 'null', '{"a":'.repeat(64) + '1' + '}'.repeat(64)]) {
      expect([name, body, await sendBody(body)]).toEqual([name, body, '400 invalid_request']);
    }
    expect(await readStatusAndCode(await app.request(`/functions/v1/${name}`))).toBe('405 method_not_allowed');
  }
  expect(await readStatusAndCode(await app.request('/functions/v1/no-such-function', { method: 'POST' }))).toBe(
    '404 not_found',
  );
});

test('checks access before the body, so that an anonymous caller learns nothing about the body', async () => {
  const app = await createTestApp();
  for (const { name, access } of RPC_FUNCTIONS) {
    const { status, body } = await app.rpc(name, { unknown: true } as never);
    expect([name, status]).toEqual([name, access === 'anyone' ? 400 : 401]);
    expect(body.error?.code).toBe(access === 'anyone' ? 'invalid_request' : 'unauthorized');
  }
});

test('refuses a slug with a NUL character and does not fail', async () => {
  const app = await createTestApp();
  const slug = 'a\u0000b';
  for (const [name, body] of [
    ['apply-coupon', { slug, code: 'FIVER' }],
    ['create-checkout-session', { slug }],
    ['report-page', { slug, reason: 'other', words: '' }],
  ] as const) {
    const answer = await app.rpc(name, body as never);
    expect([name, answer.status < 500]).toEqual([name, true]);
  }
  expect((await app.rpc('apply-coupon', { slug, code: 'FIVER' })).status).toBe(400);
});
