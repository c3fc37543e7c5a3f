import { expect, test } from 'vitest';

import type { Coupon } from '#domain/coupon.ts';
import { advanceDays, createLimitedPage, payByDebit, requestCheckouts } from '#server/testing/limited-page.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const NEW_BUYERS: Coupon = { code: 'HELLO', discount: 20, type: 'percentage', buyers: 'new' };
const NOT_NEW = { code: 'coupon_not_new', title: 'Invalid coupon', message: 'This coupon code is for new buyers' };
const NOT_OWNER = {
  code: 'coupon_not_owner',
  title: 'Invalid coupon',
  message: 'This coupon code is for buyers of another product',
};

const withCoupon = (coupon: Coupon) => ({ enableCoupon: true, validCoupons: [coupon] });

/** The error when a buyer applies a code and when they pay with it; null: none. */
async function findErrors(app: TestApp, slug: string, code: string, email: string) {
  const applied = await app.rpc('apply-coupon', { slug, code, email });
  const paid = await app.rpc('create-checkout-session', { slug, appliedCoupon: code, email });
  return [applied.body.error ?? null, paid.body.error ?? null];
}

async function buy(app: TestApp, slug: string, email: string) {
  const { body } = await app.rpc('create-checkout-session', { slug, email });
  await app.payAtStripe(body.url, { email });
}

test('accepts a coupon for new buyers until the buyer has paid on any page of the seller', async () => {
  const app = await createTestApp();
  const [seller, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  await seller.publishPage(withCoupon(NEW_BUYERS), 'taller');
  await seller.publishPage({}, 'smaller');
  await otherSeller.publishPage({}, 'foreign');
  const errorsOf = (email: string) => findErrors(app, 'taller', 'HELLO', email);

  await buy(app, 'foreign', 'ada@example.com');
  expect(await errorsOf('ada@example.com')).toEqual([null, null]);
  expect(await errorsOf('ada@example.com')).toEqual([null, null]);
  await buy(app, 'smaller', 'ada@example.com');
  expect(await errorsOf('Ada+again@Example.com')).toEqual([NOT_NEW, NOT_NEW]);
  expect(await errorsOf('bob@example.com')).toEqual([null, null]);
});

test('leads a new buyer who submits the form again to the order that they have paid', async () => {
  const app = await createTestApp();
  await (await app.signUpSeller()).publishPage(withCoupon(NEW_BUYERS), 'taller');
  const order = { slug: 'taller', appliedCoupon: 'HELLO', email: 'ada@example.com', attempt: crypto.randomUUID() };
  await app.payAtStripe((await app.rpc('create-checkout-session', order)).body.url);
  expect((await app.rpc('create-checkout-session', order)).body.url).toContain('/success');
});

test('accepts a coupon for the buyers of one page only from them', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId: buyersOf } = await seller.publishPage({}, 'course');
  await seller.publishPage({}, 'other');
  await seller.publishPage(withCoupon({ ...NEW_BUYERS, buyers: 'page', buyersOf }), 'upgrade');
  await buy(app, 'course', 'ada@example.com');
  await buy(app, 'other', 'bob@example.com');
  expect(await findErrors(app, 'upgrade', 'HELLO', 'ADA@example.com')).toEqual([null, null]);
  expect(await findErrors(app, 'upgrade', 'HELLO', 'bob@example.com')).toEqual([NOT_OWNER, NOT_OWNER]);
});

test('applies a coupon for certain buyers without an email address, which paying with it needs', async () => {
  const app = await createTestApp();
  await (await app.signUpSeller()).publishPage(withCoupon(NEW_BUYERS), 'taller');
  expect((await app.rpc('apply-coupon', { slug: 'taller', code: 'HELLO' })).body.discount).toBe(580);
  const { body } = await app.rpc('create-checkout-session', { slug: 'taller', appliedCoupon: 'HELLO' });
  expect(body.error).toMatchObject({ code: 'coupon_needs_email', message: expect.stringContaining('certain buyers') });
});

test('counts a payment that takes days as a purchase unless it fails', async () => {
  const limitedPage = await createLimitedPage({ stock: 100, coupon: NEW_BUYERS });
  const buyer = { code: 'HELLO', email: 'ada@example.com' };
  expect(await requestCheckouts(limitedPage, [buyer])).toEqual([null]);
  await payByDebit(limitedPage, 0, true);
  expect(await requestCheckouts(limitedPage, [buyer])).toEqual(['coupon_not_new']);
  await advanceDays(limitedPage, 5);
  expect(await requestCheckouts(limitedPage, [buyer])).toEqual([null]);
});

test('treats a paused coupon like an unknown code', async () => {
  const app = await createTestApp();
  await (await app.signUpSeller()).publishPage(withCoupon({ ...NEW_BUYERS, paused: true }), 'taller');
  for (const error of await findErrors(app, 'taller', 'HELLO', 'ada@example.com'))
    expect(error).toMatchObject({ code: 'coupon_invalid', message: 'This coupon code is not valid' });
});
