import { expect, test } from 'vitest';

import { outbox } from '#server/db/schema-outbox.ts';
import { createPublicServices } from '#server/routes/public-services.ts';
import { createApiClient } from '#server/testing/api-client.ts';
import { createTestApp, sellableConfig, type TestApp } from '#server/testing/test-app.ts';

import { runPagesCommand } from '../ops/pages-command.ts';

const REASON = 'It says that it is a bank, and it is not.';

const findPage = (app: TestApp, slug = 'taller') => createPublicServices(app.context).findPage(slug);
const startCheckout = (app: TestApp) => app.rpc('create-checkout-session', { slug: 'taller' });
const runPages = ({ context }: TestApp, ...args: string[]) => runPagesCommand(context, args);
const suspend = (app: TestApp, slug = 'taller') => runPages(app, 'suspend', slug, '--reason', REASON);

const SUSPENDED = { status: 410, body: { error: { code: 'page_suspended' } } };

test('shows a suspended page as gone at every address, and accepts neither payments nor coupons', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'first-address');
  await seller.rpc('save-checkout-page', { config: sellableConfig(), slug: 'taller', pageId });
  expect(await suspend(app)).toMatchObject({ good: true });
  for (const slug of ['taller', 'first-address'])
    expect(await findPage(app, slug)).toEqual({ kind: 'suspended', embedOrigins: [] });
  expect(await startCheckout(app)).toMatchObject(SUSPENDED);
  expect(await app.rpc('apply-coupon', { slug: 'taller', code: 'ANY' })).toMatchObject(SUSPENDED);
  expect(await (await app.request('/functions/v1/sitemap')).text()).not.toContain('taller');
  await runPages(app, 'restore', 'taller');
  expect(await findPage(app)).toMatchObject({ kind: 'page', page: { acceptingPayments: true } });
  expect((await startCheckout(app)).status).toBe(200);
});

test('stops serving the social image of a suspended page', async () => {
  const app = await createTestApp();
  await (await app.signUpSeller()).publishPage({}, 'taller');
  const page = await findPage(app);
  const picture = page.kind === 'page' ? `/og/${page.page.versionId}.png` : '';
  expect((await app.request(picture)).status).toBe(200);
  await suspend(app);
  expect((await app.request(picture)).status).toBe(404);
});

test('expires open Stripe sessions of a suspended page, and keeps paid orders readable', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  const paid = await app.payAtStripe((await startCheckout(app)).body.url);
  const openSession = new URL((await startCheckout(app)).body.url);
  expect(await (await app.request(openSession.pathname)).text()).toContain('Throwing Taller');
  await suspend(app);
  await app.waitUntilIdle();
  expect(await (await app.request(openSession.pathname)).text()).toContain('expired');
  const token = new URL(paid.headers.get('location') ?? '').searchParams.get('t') ?? '';
  expect(await createPublicServices(app.context).findPaidOrder(token)).toMatchObject({
    order: { total: 2900 },
  });
  expect((await seller.rpc('list-orders', {})).body.orders).toMatchObject([{ state: 'paid' }]);
});

test('shows the reason to the seller in the list, the builder and an email, and refuses any publication', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'taller');
  const otherPage = await seller.publishPage({}, 'another');
  await suspend(app);
  const suspension = { kind: 'suspended', reason: REASON };
  const pageList = (await seller.rpc('list-pages', {})).body.pages;
  expect(pageList.find(({ id }) => id === pageId)).toMatchObject({ hold: suspension, slug: 'taller' });
  expect((await seller.rpc('get-page', { pageId })).body).toMatchObject({ hold: suspension });
  const config = sellableConfig();
  const republished = await seller.rpc('save-checkout-page', { config, slug: 'taller', pageId });
  expect(republished).toMatchObject(SUSPENDED);
  expect(republished.body.error?.message).toContain(REASON);
  expect(await seller.rpc('save-checkout-page', { config, slug: 'the-same-anew' })).toMatchObject(SUSPENDED);
  expect((await seller.rpc('save-draft', { config, pageId })).status).toBe(200);
  const change = { config: sellableConfig({ price: '30' }), slug: 'another', pageId: otherPage.pageId };
  expect(await seller.rpc('save-checkout-page', change)).toMatchObject(SUSPENDED);
  const coupon = { code: 'NEW', discount: 10, type: 'percentage' as const };
  expect(await seller.rpc('create-coupon', { pageId: otherPage.pageId, coupon })).toMatchObject(SUSPENDED);
  const mails = await app.context.db.select().from(outbox);
  expect(mails.filter(({ kind }) => kind === 'page_suspended')).toMatchObject([
    { recipient: seller.email, props: { name: 'Throwing Taller', reason: REASON } },
  ]);
  await runPages(app, 'restore', 'taller');
  expect((await seller.rpc('save-checkout-page', { config, slug: 'the-same-anew' })).status).toBe(200);
});

test('refuses changes of coupons of a suspended page with the same message as a publication', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const existingCoupon = { code: 'KEPT', discount: 10, type: 'percentage' as const };
  const { pageId } = await seller.publishPage({ enableCoupon: true, validCoupons: [existingCoupon] }, 'taller');
  const program = await createApiClient(app, seller);
  await suspend(app);
  const published = await seller.rpc('save-checkout-page', { config: sellableConfig(), slug: '', pageId });
  const message = published.body.error?.message ?? '';
  expect(message).toContain(REASON);
  const coupon = { ...existingCoupon, code: 'NEW' };
  const couponOfApi = { code: 'NEW', percentOff: 10 };
  const answers = [
    await seller.rpc('create-coupon', { pageId, coupon }),
    await seller.rpc('delete-coupon', { pageId, code: 'KEPT' }),
  ];
  const apiAnswers = [
    await program.send('POST', `/pages/${pageId}/coupons`, { body: couponOfApi }),
    await program.send('DELETE', `/pages/${pageId}/coupons/KEPT`),
  ];
  for (const { status, body } of answers)
    expect([status, body]).toMatchObject([410, { error: { code: 'page_suspended', message: message } }]);
  for (const { status, body } of apiAnswers)
    expect([status, body]).toMatchObject([403, { error: { code: 'page_suspended' } }]);
  expect((await seller.rpc('get-page', { pageId })).body).toMatchObject({ version: 1 });
  expect((await seller.rpc('list-coupons', { pageId })).body.coupons).toEqual([{ ...existingCoupon, live: true }]);
});

test('suspends all pages of a seller by email address or id, and no others', async () => {
  const app = await createTestApp();
  const [seller, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  await seller.publishPage({}, 'first');
  await seller.publishPage({}, 'second');
  await otherSeller.publishPage({}, 'theirs');
  await runPages(app, 'suspend', '--seller', seller.email, '--reason', REASON);
  for (const slug of ['first', 'second']) expect((await findPage(app, slug)).kind).toBe('suspended');
  expect((await findPage(app, 'theirs')).kind).toBe('page');
  expect((await runPages(app, 'list')).text.split('\n')).toHaveLength(2);
  await runPages(app, 'restore', '--seller', seller.email);
  for (const slug of ['first', 'second']) expect((await findPage(app, slug)).kind).toBe('page');
});

test('explains an incomplete command and changes nothing', async () => {
  const app = await createTestApp();
  await (await app.signUpSeller()).publishPage({}, 'taller');
  const cases: [string[], RegExp][] = [
    [['suspend', 'taller'], /--reason/],
    [['suspend', 'taller', '--reason', 'x'.repeat(501)], /500/],
    [['suspend', 'nobody', '--reason', REASON], /no page at \/c\/nobody/],
    [['suspend', '--seller', 'nobody@example.com', '--reason', REASON], /no pages of the seller nobody/],
    [['suspend', 'taller', '--seller', 'a@example.com', '--reason', REASON], /either the slug of one page or --seller/],
    [['restore'], /either the slug of one page or --seller/],
    [['close', 'nonsense'], /no open report/],
    [['show', 'nobody'], /no page/],
    [['explode'], /See npm run pages/],
    [['list', '--colour'], /See npm run pages/],
  ];
  for (const [args, message] of cases)
    expect(await runPages(app, ...args)).toEqual({
      good: false,
      text: expect.stringMatching(message) as string,
    });
  expect((await findPage(app)).kind).toBe('page');
});
