import { expect, test } from 'vitest';

import { outbox } from '#server/db/schema-mail.ts';
import { publicShop } from '#server/pages/public-shop.ts';
import { openProgram } from '#server/testing-api.ts';
import { openShop, sellableConfig, type TestShop } from '#server/testing.ts';
import { tellPages } from './tell-pages.ts';

const REASON = 'It says that it is a bank, and it is not.';

const found = (shop: TestShop, slug = 'taller') => publicShop(shop.context).findPage(slug);
const press = (shop: TestShop) => shop.call('create-checkout-session', { slug: 'taller' });
const pages = ({ context }: TestShop, ...words: string[]) => tellPages(context, words);
const suspend = (shop: TestShop, slug = 'taller') => pages(shop, 'suspend', slug, '--reason', REASON);

const TAKEN_DOWN = { status: 410, body: { error: { code: 'page_suspended' } } };

test('shows a suspended page as gone at every address, and accepts neither payments nor coupons', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId } = await seller.publish({}, 'first-address');
  await seller.call('save-checkout-page', { config: sellableConfig(), slug: 'taller', pageId });
  expect(await suspend(shop)).toMatchObject({ good: true });
  for (const slug of ['taller', 'first-address'])
    expect(await found(shop, slug)).toEqual({ kind: 'suspended', embedOrigins: [] });
  expect(await press(shop)).toMatchObject(TAKEN_DOWN);
  expect(await shop.call('apply-coupon', { slug: 'taller', code: 'ANY' })).toMatchObject(TAKEN_DOWN);
  expect(await (await shop.request('/functions/v1/sitemap')).text()).not.toContain('taller');
  await pages(shop, 'restore', 'taller');
  expect(await found(shop)).toMatchObject({ kind: 'page', page: { acceptingPayments: true } });
  expect((await press(shop)).status).toBe(200);
});

test('stops serving the social image of a suspended page', async () => {
  const shop = await openShop();
  await (await shop.seller()).publish({}, 'taller');
  const page = await found(shop);
  const picture = page.kind === 'page' ? `/og/${page.page.versionId}.png` : '';
  expect((await shop.request(picture)).status).toBe(200);
  await suspend(shop);
  expect((await shop.request(picture)).status).toBe(404);
});

test('expires open Stripe sessions of a suspended page, and keeps paid orders readable', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  const paid = await shop.pay((await press(shop)).body.url);
  const open = new URL((await press(shop)).body.url);
  expect(await (await shop.request(open.pathname)).text()).toContain('Throwing Taller');
  await suspend(shop);
  await shop.settled();
  expect(await (await shop.request(open.pathname)).text()).toContain('expired');
  const token = new URL(paid.headers.get('location') ?? '').searchParams.get('t') ?? '';
  expect(await publicShop(shop.context).findPaidOrder(token)).toMatchObject({ order: { total: 2900 } });
  expect((await seller.call('list-orders', {})).body.orders).toMatchObject([{ state: 'paid' }]);
});

test('shows the reason to the seller in the list, the builder and an email, and refuses any publication', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { pageId } = await seller.publish({}, 'taller');
  const other = await seller.publish({}, 'another');
  await suspend(shop);
  const hold = { kind: 'suspended', reason: REASON };
  const listed = (await seller.call('list-pages', {})).body.pages;
  expect(listed.find(({ id }) => id === pageId)).toMatchObject({ hold, slug: 'taller' });
  expect((await seller.call('get-page', { pageId })).body).toMatchObject({ hold });
  const config = sellableConfig();
  const again = await seller.call('save-checkout-page', { config, slug: 'taller', pageId });
  expect(again).toMatchObject(TAKEN_DOWN);
  expect(again.body.error?.message).toContain(REASON);
  expect(await seller.call('save-checkout-page', { config, slug: 'the-same-anew' })).toMatchObject(
    TAKEN_DOWN,
  );
  expect((await seller.call('save-draft', { config, pageId })).status).toBe(200);
  const change = { config: sellableConfig({ price: '30' }), slug: 'another', pageId: other.pageId };
  expect(await seller.call('save-checkout-page', change)).toMatchObject(TAKEN_DOWN);
  const coupon = { code: 'NEW', discount: 10, type: 'percentage' as const };
  expect(await seller.call('create-coupon', { pageId: other.pageId, coupon })).toMatchObject(TAKEN_DOWN);
  const mails = await shop.context.db.select().from(outbox);
  expect(mails.filter(({ kind }) => kind === 'page_suspended')).toMatchObject([
    { recipient: seller.email, props: { name: 'Throwing Taller', reason: REASON } },
  ]);
  await pages(shop, 'restore', 'taller');
  expect((await seller.call('save-checkout-page', { config, slug: 'the-same-anew' })).status).toBe(200);
});

test('refuses changes of coupons of a suspended page with the same message as a publication', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const kept = { code: 'KEPT', discount: 10, type: 'percentage' as const };
  const { pageId } = await seller.publish({ enableCoupon: true, validCoupons: [kept] }, 'taller');
  const program = await openProgram(shop, seller);
  await suspend(shop);
  const published = await seller.call('save-checkout-page', { config: sellableConfig(), slug: '', pageId });
  const words = published.body.error?.message ?? '';
  expect(words).toContain(REASON);
  const coupon = { ...kept, code: 'NEW' };
  const answers = [
    await seller.call('create-coupon', { pageId, coupon }),
    await seller.call('delete-coupon', { pageId, code: 'KEPT' }),
    await program.ask('POST', `/pages/${pageId}/coupons`, { body: coupon }),
    await program.ask('DELETE', `/pages/${pageId}/coupons/KEPT`),
  ];
  for (const { status, body } of answers)
    expect([status, body]).toMatchObject([410, { error: { code: 'page_suspended', message: words } }]);
  expect((await seller.call('get-page', { pageId })).body).toMatchObject({ version: 1 });
  expect((await seller.call('list-coupons', { pageId })).body.coupons).toEqual([{ ...kept, live: true }]);
});

test('suspends all pages of a seller by email address or id, and no others', async () => {
  const shop = await openShop();
  const [seller, other] = [await shop.seller(), await shop.seller()];
  await seller.publish({}, 'first');
  await seller.publish({}, 'second');
  await other.publish({}, 'theirs');
  await pages(shop, 'suspend', '--seller', seller.email, '--reason', REASON);
  for (const slug of ['first', 'second']) expect((await found(shop, slug)).kind).toBe('suspended');
  expect((await found(shop, 'theirs')).kind).toBe('page');
  expect((await pages(shop, 'list')).text.split('\n')).toHaveLength(2);
  await pages(shop, 'restore', '--seller', seller.email);
  for (const slug of ['first', 'second']) expect((await found(shop, slug)).kind).toBe('page');
});

test('explains an incomplete command and changes nothing', async () => {
  const shop = await openShop();
  await (await shop.seller()).publish({}, 'taller');
  const cases: [string[], RegExp][] = [
    [['suspend', 'taller'], /--reason/],
    [['suspend', 'taller', '--reason', 'x'.repeat(501)], /500/],
    [['suspend', 'nobody', '--reason', REASON], /no page at \/c\/nobody/],
    [['suspend', '--seller', 'nobody@example.com', '--reason', REASON], /no page of nobody/],
    [['suspend', 'taller', '--seller', 'a@example.com', '--reason', REASON], /Name one page/],
    [['restore'], /Name one page/],
    [['close', 'nonsense'], /No open report/],
    [['show', 'nobody'], /no page/],
    [['explode'], /see npm run pages/],
    [['list', '--colour'], /see npm run pages/],
  ];
  for (const [words, told] of cases)
    expect(await pages(shop, ...words)).toEqual({ good: false, text: expect.stringMatching(told) as string });
  expect((await found(shop)).kind).toBe('page');
});
