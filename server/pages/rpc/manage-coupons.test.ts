import { expect, test } from 'vitest';

import { sellableConfig, createTestApp, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

const COUPON = { code: 'SAVE20', discount: 20, type: 'percentage' as const };

const applyCoupon = async (app: TestApp, slug: string, code: string) =>
  (await app.rpc('apply-coupon', { slug, code })).status;

const createCouponError = async (seller: TestSeller, pageId: string, change: object) =>
  (await seller.rpc('create-coupon', { pageId, coupon: { ...COUPON, ...change } })).body.error?.code;

test('publishes a coupon of a page on sale at once without other draft changes', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId, slug } = await seller.publishPage({}, 'taller');
  const pending = sellableConfig({ price: '99', customSlug: 'taller' });
  await seller.rpc('save-draft', { config: pending, pageId });
  const createdResponse = await seller.rpc('create-coupon', {
    pageId,
    coupon: { ...COUPON, code: ' save20 ' },
  });
  expect(createdResponse.body).toEqual({ coupon: { ...COUPON, live: true }, version: 2 });
  expect(await applyCoupon(app, slug, 'SAVE20')).toBe(200);
  const page = (await seller.rpc('get-page', { pageId })).body;
  expect(page.state).toBe('changed');
  expect(page.config).toMatchObject({ price: '99', enableCoupon: true, validCoupons: [COUPON] });
  expect(page.published).toMatchObject({ price: '29', enableCoupon: true, validCoupons: [COUPON] });
  expect((await seller.rpc('list-coupons', { pageId })).body.coupons).toEqual([{ ...COUPON, live: true }]);
  const deletedResponse = await seller.rpc('delete-coupon', { pageId, code: 'save20' });
  expect(deletedResponse.body).toEqual({ deleted: true, version: 3 });
  expect(await applyCoupon(app, slug, 'SAVE20')).toBe(422);
  const after = (await seller.rpc('get-page', { pageId })).body;
  expect(after.config).toMatchObject({ price: '99', enableCoupon: false, validCoupons: [] });
  expect(after.published).toMatchObject({ price: '29', validCoupons: [] });
});

test('keeps draft and published version equal when nothing else is pending', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'taller');
  await seller.rpc('create-coupon', { pageId, coupon: COUPON });
  const page = (await seller.rpc('get-page', { pageId })).body;
  expect([page.state, page.version]).toEqual(['published', 2]);
  expect(page.config).toEqual(page.published);
  const { versions } = (await seller.rpc('list-versions', { pageId })).body;
  expect(versions[0]?.changes.join()).toMatch(/coupon/i);
});

test('applies the same rules to drafts and to pages off sale without publishing them', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const draft = (await seller.rpc('save-draft', { config: sellableConfig() })).body;
  expect((await seller.rpc('create-coupon', { pageId: draft.pageId, coupon: COUPON })).body).toEqual({
    coupon: { ...COUPON, live: false },
    version: 0,
  });
  const { pageId } = await seller.publishPage({}, 'taller');
  await seller.rpc('unpublish-page', { pageId });
  expect((await seller.rpc('create-coupon', { pageId, coupon: COUPON })).body.version).toBe(1);
  expect((await seller.rpc('get-page', { pageId })).body).toMatchObject({
    state: 'unpublished',
    version: 1,
  });
});

test('applies the rules of the page builder and changes nothing on an error', async () => {
  const app = await createTestApp();
  const [seller, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  const { pageId } = await seller.publishPage({}, 'taller');
  expect(await createCouponError(seller, pageId, {})).toBeUndefined();
  const before = (await seller.rpc('get-page', { pageId })).body;
  const cases: [object, string][] = [
    [{}, 'coupon_exists'],
    [{ code: 'save20' }, 'coupon_exists'],
    [{ code: 'A B' }, 'page_invalid'],
    [{ code: '' }, 'page_invalid'],
    [{ code: '\0' }, 'page_invalid'],
    [{ code: 'A', discount: 0 }, 'page_invalid'],
    [{ code: 'A', discount: 101 }, 'page_invalid'],
    [{ code: 'A', discount: 28.9, type: 'fixed' }, 'page_invalid'],
    [{ code: 'A', limit: 0 }, 'page_invalid'],
    [{ code: 'A', startsAt: '2030-01-02T00:00:00Z', endsAt: '2030-01-01T00:00:00Z' }, 'page_invalid'],
    [{ code: 'A', discount: '20' }, 'invalid_request'],
    [{ code: 'A', more: 1 }, 'invalid_request'],
    [{ code: 'x'.repeat(201) }, 'invalid_request'],
  ];
  for (const [change, code] of cases)
    expect([change, await createCouponError(seller, pageId, change)]).toEqual([change, code]);
  expect(await createCouponError(otherSeller, pageId, { code: 'THEIRS' })).toBe('not_found');
  expect((await otherSeller.rpc('delete-coupon', { pageId, code: 'SAVE20' })).status).toBe(404);
  expect((await otherSeller.rpc('list-coupons', { pageId })).status).toBe(404);
  expect((await seller.rpc('delete-coupon', { pageId, code: 'NONE' })).status).toBe(404);
  expect((await seller.rpc('get-page', { pageId })).body).toEqual(before);
});

test('publishes a version for each of 20 concurrent coupons', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'taller');
  const codes = Array.from({ length: 20 }, (_, index) => `C${index}`);
  const versions = await Promise.all(
    codes.map(
      async (code) => (await seller.rpc('create-coupon', { pageId, coupon: { ...COUPON, code } })).body.version,
    ),
  );
  expect(versions.toSorted((one, other) => one - other)).toEqual(codes.map((_, index) => index + 2));
  const { coupons } = (await seller.rpc('list-coupons', { pageId })).body;
  expect(coupons.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
});
