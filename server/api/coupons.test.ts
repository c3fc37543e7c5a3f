import { expect, test } from 'vitest';

import { sellableConfig, openShop, type TestSeller, type TestShop } from '#server/testing.ts';

const COUPON = { code: 'SAVE20', discount: 20, type: 'percentage' as const };

const applied = async (shop: TestShop, slug: string, code: string) =>
  (await shop.call('apply-coupon', { slug, code })).status;

const codeOf = async (seller: TestSeller, pageId: string, change: object) =>
  (await seller.call('create-coupon', { pageId, coupon: { ...COUPON, ...change } })).body.error?.code;

test('publishes a coupon of a page on sale at once without other draft changes', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId, slug } = await seller.publish({}, 'taller');
  const pending = sellableConfig({ price: '99', customSlug: 'taller' });
  await seller.call('save-draft', { config: pending, pageId });
  const made = await seller.call('create-coupon', { pageId, coupon: { ...COUPON, code: ' save20 ' } });
  expect(made.body).toEqual({ coupon: { ...COUPON, live: true }, version: 2 });
  expect(await applied(shop, slug, 'SAVE20')).toBe(200);
  const page = (await seller.call('get-page', { pageId })).body;
  expect(page.state).toBe('changed');
  expect(page.config).toMatchObject({ price: '99', enableCoupon: true, validCoupons: [COUPON] });
  expect(page.published).toMatchObject({ price: '29', enableCoupon: true, validCoupons: [COUPON] });
  expect((await seller.call('list-coupons', { pageId })).body.coupons).toEqual([{ ...COUPON, live: true }]);
  const gone = await seller.call('delete-coupon', { pageId, code: 'save20' });
  expect(gone.body).toEqual({ deleted: true, version: 3 });
  expect(await applied(shop, slug, 'SAVE20')).toBe(422);
  const after = (await seller.call('get-page', { pageId })).body;
  expect(after.config).toMatchObject({ price: '99', enableCoupon: false, validCoupons: [] });
  expect(after.published).toMatchObject({ price: '29', validCoupons: [] });
});

test('keeps draft and published version equal when nothing else is pending', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId } = await seller.publish({}, 'taller');
  await seller.call('create-coupon', { pageId, coupon: COUPON });
  const page = (await seller.call('get-page', { pageId })).body;
  expect([page.state, page.version]).toEqual(['published', 2]);
  expect(page.config).toEqual(page.published);
  const { versions } = (await seller.call('list-versions', { pageId })).body;
  expect(versions[0]?.changes.join()).toMatch(/coupon/i);
});

test('applies the same rules to drafts and to pages off sale without publishing them', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const draft = (await seller.call('save-draft', { config: sellableConfig() })).body;
  expect((await seller.call('create-coupon', { pageId: draft.pageId, coupon: COUPON })).body).toEqual({
    coupon: { ...COUPON, live: false },
    version: 0,
  });
  const { pageId } = await seller.publish({}, 'taller');
  await seller.call('unpublish-page', { pageId });
  expect((await seller.call('create-coupon', { pageId, coupon: COUPON })).body.version).toBe(1);
  expect((await seller.call('get-page', { pageId })).body).toMatchObject({
    state: 'unpublished',
    version: 1,
  });
});

test('applies the rules of the page builder and changes nothing on an error', async () => {
  const shop = await openShop();
  const [seller, other] = [await shop.seller(), await shop.seller()];
  const { pageId } = await seller.publish({}, 'taller');
  expect(await codeOf(seller, pageId, {})).toBeUndefined();
  const before = (await seller.call('get-page', { pageId })).body;
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
    expect([change, await codeOf(seller, pageId, change)]).toEqual([change, code]);
  expect(await codeOf(other, pageId, { code: 'THEIRS' })).toBe('not_found');
  expect((await other.call('delete-coupon', { pageId, code: 'SAVE20' })).status).toBe(404);
  expect((await other.call('list-coupons', { pageId })).status).toBe(404);
  expect((await seller.call('delete-coupon', { pageId, code: 'NONE' })).status).toBe(404);
  expect((await seller.call('get-page', { pageId })).body).toEqual(before);
});

test('publishes a version for each of 20 concurrent coupons', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId } = await seller.publish({}, 'taller');
  const codes = Array.from({ length: 20 }, (_, index) => `C${index}`);
  const versions = await Promise.all(
    codes.map(
      async (code) =>
        (await seller.call('create-coupon', { pageId, coupon: { ...COUPON, code } })).body.version,
    ),
  );
  expect(versions.toSorted((one, other) => one - other)).toEqual(codes.map((_, index) => index + 2));
  const { coupons } = (await seller.call('list-coupons', { pageId })).body;
  expect(coupons.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
});
