import { expect, test } from 'vitest';

import { createAddedFields, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { withBundle } from '#domain/testing/bundle-items.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';
import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { createPublicServices } from '#server/routes/public-services.ts';
import { createApiClient } from '#server/testing/api-client.ts';
import { createBundleSetUp, type BundleSetUp } from '#server/testing/bundles.ts';
import { FILE, listAccess, publishDelivery } from '#server/testing/delivering-page.ts';
import { listBrokenLedgerInvariants } from '#server/testing/dropped-events.ts';

const withStock = (stock: number): Partial<CheckoutPageConfig> => ({
  availability: { ...createAddedFields().availability, stock, showStock: true },
});

const checkOut = async ({ app }: BundleSetUp, slug: string, body: object = {}) =>
  (await app.rpc('create-checkout-session', { slug, ...body })).body;

const buy = async (setUp: BundleSetUp, slug = 'books', body: object = {}) => {
  await setUp.app.payAtStripe((await checkOut(setUp, slug, body)).url);
  await setUp.app.waitUntilIdle();
};

const loadNewestOrder = async ({ seller }: BundleSetUp) => {
  const orderId = (await seller.rpc('list-orders', {})).body.orders[0]?.id ?? '';
  return (await seller.rpc('get-order', { orderId })).body;
};

const findPage = async ({ app }: BundleSetUp, slug = 'books') => {
  const result = await createPublicServices(app.context).findPage(slug);
  if (result.kind !== 'page') throw new Error('The page is gone');
  return result.page;
};

test('sells its products as lines that share its price, also with an extra and a coupon', async () => {
  const setUp = await createBundleSetUp();
  await setUp.publishBundle({
    enableCoupon: true,
    validCoupons: [{ code: 'SAVE', discount: 10, type: 'percentage' }],
    ...withBumps(createBump('poster', '9', { title: 'Poster' })),
  });
  await buy(setUp, 'books', { appliedCoupon: 'SAVE', bumps: ['poster'] });
  const order = await loadNewestOrder(setUp);
  expect(order).toMatchObject({ productName: 'All three books', original: 3900, discount: 300, total: 3600 });
  const item = (index: number) => ({ pageId: setUp.ebooks[index], optionId: 'base' });
  expect(order.lines).toMatchObject([
    { key: 'item:1', name: 'Book one', subtotal: 1000, discount: 100, item: item(0) },
    { key: 'item:2', name: 'Book two', subtotal: 1000, discount: 100, item: item(1) },
    { key: 'item:3', name: 'Book three', subtotal: 1000, discount: 100, item: item(2) },
    { key: 'bump:poster', name: 'Poster', subtotal: 900, discount: 0 },
  ]);
  expect(await listBrokenLedgerInvariants(setUp.app)).toEqual([]);
});

test('gives Stripe a product of its own for each, named after the bundle', async () => {
  const setUp = await createBundleSetUp();
  await setUp.publishBundle();
  await checkOut(setUp, 'books');
  const [attempt] = await setUp.app.context.db.select().from(checkoutAttempts);
  const { sessions } = setUp.app.context.sellerStripe(attempt?.accountId ?? '');
  const session = await sessions.retrieve(attempt?.sessionId ?? '');
  const items = session.line_items?.data ?? [];
  expect(new Set(items.map(({ price }) => price?.product)).size).toBe(3);
  expect(items.map(({ description, metadata }) => [description, metadata?.item_page])).toEqual([
    ['All three books: Book one', setUp.ebooks[0]],
    ['All three books: Book two', setUp.ebooks[1]],
    ['All three books: Book three', setUp.ebooks[2]],
  ]);
});

test('delivers what its products deliver, refunds one product and ends access to that one only', async () => {
  const setUp = await createBundleSetUp();
  for (const name of ['one', 'two', 'three'])
    await publishDelivery(setUp.app, setUp.seller, [{ settings: FILE, name }], `book-${name}`);
  await setUp.publishBundle();
  await buy(setUp);
  const bought = await loadNewestOrder(setUp);
  expect(listAccess(bought)).toEqual({ one: 'active', two: 'active', three: 'active' });
  const { id: orderId, payments } = bought;
  const refund = await setUp.seller.rpc('refund-order', {
    orderId,
    paymentId: payments[0]?.id ?? '',
    lines: [{ key: 'item:2' }],
    reason: 'requested_by_customer',
    request: crypto.randomUUID(),
  });
  expect(refund.status).toBe(200);
  await setUp.app.waitUntilIdle();
  const order = await loadNewestOrder(setUp);
  expect(order).toMatchObject({ state: 'partly_refunded', refunded: 1000 });
  expect(order.lines.map(({ refunded }) => refunded)).toEqual([0, 1000, 0]);
  expect(listAccess(order)).toEqual({ one: 'active', two: 'ended: refunded', three: 'active' });
  expect(await listBrokenLedgerInvariants(setUp.app)).toEqual([]);
});

test.each<[string, (setUp: BundleSetUp) => Partial<CheckoutPageConfig>, object[]]>([
  [
    'an unpublished product',
    ({ ebooks }) => withBundle(ebooks[0] ?? '', crypto.randomUUID()),
    [{ field: 'bundle.1', message: 'This product isn’t published. Publish its page, or remove it from the bundle.' }],
  ],
  [
    'another currency',
    () => ({ currency: 'EUR' }),
    ['one', 'two', 'three'].map((name, index) => ({
      field: `bundle.${index}`,
      message: `“Book ${name}” is priced in USD, not EUR`,
    })),
  ],
  [
    'an unknown price',
    ({ ebooks }) => ({ bundle: { items: ebooks.map((pageId) => ({ pageId, optionId: 'print' })) } }),
    ['one', 'two', 'three'].map((name, index) => ({
      field: `bundle.${index}`,
      message: `Choose a one-time price for “Book ${name}”`,
    })),
  ],
])('is not published with %s', async (_, createChanges, problems) => {
  const setUp = await createBundleSetUp();
  const answer = await setUp.publishBundle(createChanges(setUp));
  expect(answer.error).toMatchObject({ code: 'page_invalid', problems });
});

test('contains neither itself nor another bundle, nor does one of its products become a bundle', async () => {
  const setUp = await createBundleSetUp();
  const { pageId } = await setUp.publishBundle();
  const [one = '', two = ''] = setUp.ebooks;
  const problemsOf = async (changes: Partial<CheckoutPageConfig>, slug: string) =>
    (await setUp.publishBundle(changes, slug)).error?.problems;
  expect(await problemsOf(withBundle(one, pageId), 'books')).toMatchObject([
    { field: 'bundle.1', message: 'A bundle can’t contain itself. Remove it from the bundle.' },
  ]);
  expect(await problemsOf(withBundle(one, pageId), 'more-books')).toMatchObject([
    { field: 'bundle.1', message: '“All three books” is a bundle. A bundle can’t contain another one.' },
  ]);
  expect(await problemsOf(withBundle(two, setUp.ebooks[2] ?? ''), 'book-one')).toMatchObject([
    { field: 'bundle', message: 'This page is part of “All three books”, so it can’t be a bundle itself' },
  ]);
});

test('keeps its products from being deleted until it no longer contains them', async () => {
  const setUp = await createBundleSetUp();
  await setUp.publishBundle();
  const [pageId = '', ...others] = setUp.ebooks;
  const deletePage = () => setUp.seller.rpc('delete-page', { pageId });
  expect((await deletePage()).body.error).toMatchObject({
    code: 'page_in_bundle',
    message: 'This page is part of “All three books”. Remove it from that bundle first, then delete it.',
  });
  await setUp.publishBundle(withBundle(...others));
  expect((await deletePage()).status).toBe(200);
});

test('is sold out, and charges nothing, while a product is unpublished', async () => {
  const setUp = await createBundleSetUp();
  await setUp.publishBundle();
  expect(await findPage(setUp)).toMatchObject({ availability: 'open', bundleItems: [{}, {}, {}] });
  await setUp.seller.rpc('unpublish-page', { pageId: setUp.ebooks[1] ?? '' });
  expect((await findPage(setUp)).availability).toBe('sold_out');
  expect((await checkOut(setUp, 'books')).error).toMatchObject({
    code: 'bundle_broken',
    message: 'Something in this bundle is no longer on sale.',
  });
  await setUp.publishBook(1);
  expect((await checkOut(setUp, 'books')).url).toMatch(/^http/);
});

test('shows the price, name and picture that its products have now', async () => {
  const setUp = await createBundleSetUp();
  await setUp.publishBundle();
  await setUp.publishBook(0, { productName: 'Book one, second edition', price: '20' });
  expect((await findPage(setUp)).bundleItems[0]).toMatchObject({ name: 'Book one, second edition', price: 2000 });
  await buy(setUp);
  const [line] = (await loadNewestOrder(setUp)).lines;
  expect(line).toMatchObject({ name: 'Book one, second edition', total: 1200 });
});

test('two bundles and the page itself sell the last unit of a product once', async () => {
  const setUp = await createBundleSetUp();
  await setUp.publishBook(0, withStock(1));
  await setUp.publishBundle();
  await setUp.publishBundle(withBundle(...setUp.ebooks.slice(0, 2)), 'two-books');
  const slugs = ['books', 'two-books', 'book-one', 'books', 'two-books', 'book-one'];
  const answers = await Promise.all(slugs.map((slug) => checkOut(setUp, slug)));
  const [winner] = answers.filter(({ url }) => url);
  expect(answers.flatMap(({ error }) => error?.code ?? [])).toEqual(Array.from({ length: 5 }, () => 'all_held'));
  expect((await findPage(setUp)).availability).toBe('reserved');
  expect(await findPage(setUp, 'book-one')).toMatchObject({ availability: 'reserved', stockLeft: 0 });
  await setUp.app.payAtStripe(winner?.url ?? '');
  await setUp.app.waitUntilIdle();
  for (const slug of ['books', 'two-books', 'book-one'])
    expect((await checkOut(setUp, slug)).error).toMatchObject({ code: 'sold_out' });
  expect((await setUp.seller.rpc('get-page-counts', { pageId: setUp.ebooks[0] ?? '' })).body).toMatchObject({
    sold: 1,
  });
  expect(await listBrokenLedgerInvariants(setUp.app)).toEqual([]);
});

test('sells no more than its own stock, however many of its products are left', async () => {
  const setUp = await createBundleSetUp();
  await setUp.publishBook(0, withStock(2));
  await setUp.publishBundle(withStock(1));
  expect((await findPage(setUp)).stockLeft).toBe(1);
  expect((await checkOut(setUp, 'books')).url).toMatch(/^http/);
  expect((await checkOut(setUp, 'books')).error).toMatchObject({ code: 'all_held' });
  expect(await findPage(setUp, 'book-one')).toMatchObject({ availability: 'open', stockLeft: 1 });
});

test('counts for the page of the bundle, and is noted on the pages of its products', async () => {
  const setUp = await createBundleSetUp();
  const { pageId } = await setUp.publishBundle();
  await buy(setUp);
  const metricsOf = async (id: string) =>
    (await setUp.seller.rpc('get-analytics', { period: 'all', pageId: id })).body.figures;
  expect(await metricsOf(pageId)).toMatchObject({ paid: 1, inBundles: null });
  expect(await metricsOf(setUp.ebooks[0] ?? '')).toMatchObject({
    paid: 0,
    money: [],
    inBundles: { orders: 1, money: [{ currency: 'USD', net: 1000 }] },
  });
});

test('is a page file that names its products by slug, and an import says which are missing', async () => {
  const setUp = await createBundleSetUp();
  const { pageId } = await setUp.publishBundle();
  const file = (await setUp.seller.rpc('export-page', { pageId })).body;
  expect(file).toMatchObject({
    config: { bundle: { items: [] } },
    bundleItems: [{ slug: 'book-one', name: 'Book one', optionId: 'base' }, {}, {}],
  });
  const own = (await setUp.seller.rpc('import-page', { file })).body;
  expect(own.missing).toEqual([]);
  expect((await setUp.seller.rpc('get-page', { pageId: own.pageId })).body.config.bundle).toEqual(
    withBundle(...setUp.ebooks).bundle,
  );
  const stranger = await setUp.app.signUpSeller();
  expect((await stranger.rpc('import-page', { file })).body.missing).toEqual(['Book one', 'Book two', 'Book three']);
  const program = await createApiClient(setUp.app, stranger);
  const answer = await program.send<{ id: string }>('POST', '/pages/import', { body: file });
  expect(answer.body).toMatchObject({ missingProducts: ['Book one', 'Book two', 'Book three'] });
  const replaced = await program.send('PUT', `/pages/${answer.body.id}/file`, { body: { ...file, bundleItems: [] } });
  expect(replaced.body).toMatchObject({ id: answer.body.id, missingProducts: [] });
});

test('is one line with its products on receipts, and one row for each in the export of line items', async () => {
  const setUp = await createBundleSetUp();
  await setUp.publishBundle();
  await buy(setUp);
  const [attempt] = await setUp.app.context.db.select().from(checkoutAttempts);
  const paid = await createPublicServices(setUp.app.context).findPaidOrder(attempt?.id ?? '');
  const products = ['one', 'two', 'three'].map((name) => ({ name: `Book ${name}`, isOwned: false }));
  expect(paid?.order?.items).toEqual([{ name: 'All three books', quantity: 1, amount: 3000, products }]);
  const { lines } = (await setUp.seller.rpc('export-orders', { rows: 'line_items' })).body;
  for (const pageId of setUp.ebooks) expect(lines).toContain(pageId);
});
