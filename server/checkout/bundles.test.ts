import { expect, test } from 'vitest';

import { createAddedFields, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { withBundle } from '#domain/testing/bundle-items.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';
import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { createPublicServices } from '#server/routes/public-services.ts';
import { createBookShop, type BookShop } from '#server/testing/bundles.ts';
import { FILE, listAccess, publishDelivery } from '#server/testing/delivering-page.ts';
import { listBrokenLedgerInvariants } from '#server/testing/dropped-events.ts';

const withStock = (stock: number): Partial<CheckoutPageConfig> => ({
  availability: { ...createAddedFields().availability, stock, showStock: true },
});

const checkOut = async ({ app }: BookShop, slug: string, body: object = {}) =>
  (await app.rpc('create-checkout-session', { slug, ...body })).body;

const buy = async (shop: BookShop, slug = 'books', body: object = {}) => {
  await shop.app.payAtStripe((await checkOut(shop, slug, body)).url);
  await shop.app.waitUntilIdle();
};

const loadNewestOrder = async ({ seller }: BookShop) => {
  const orderId = (await seller.rpc('list-orders', {})).body.orders[0]?.id ?? '';
  return (await seller.rpc('get-order', { orderId })).body;
};

const findPage = async ({ app }: BookShop, slug = 'books') => {
  const result = await createPublicServices(app.context).findPage(slug);
  if (result.kind !== 'page') throw new Error('The page is gone');
  return result.page;
};

test('sells its products as lines that share its price, also with an extra and a coupon', async () => {
  const shop = await createBookShop();
  await shop.publishBundle({
    enableCoupon: true,
    validCoupons: [{ code: 'SAVE', discount: 10, type: 'percentage' }],
    ...withBumps(createBump('poster', '9', { title: 'Poster' })),
  });
  await buy(shop, 'books', { appliedCoupon: 'SAVE', bumps: ['poster'] });
  const order = await loadNewestOrder(shop);
  expect(order).toMatchObject({ productName: 'All three books', original: 3900, discount: 300, total: 3600 });
  const item = (index: number) => ({ pageId: shop.books[index], optionId: 'base' });
  expect(order.lines).toMatchObject([
    { key: 'item:1', name: 'Book one', subtotal: 1000, discount: 100, item: item(0) },
    { key: 'item:2', name: 'Book two', subtotal: 1000, discount: 100, item: item(1) },
    { key: 'item:3', name: 'Book three', subtotal: 1000, discount: 100, item: item(2) },
    { key: 'bump:poster', name: 'Poster', subtotal: 900, discount: 0 },
  ]);
  expect(await listBrokenLedgerInvariants(shop.app)).toEqual([]);
});

test('gives Stripe a product of its own for each, named after the bundle', async () => {
  const shop = await createBookShop();
  await shop.publishBundle();
  await checkOut(shop, 'books');
  const [attempt] = await shop.app.context.db.select().from(checkoutAttempts);
  const { sessions } = shop.app.context.sellerStripe(attempt?.accountId ?? '');
  const session = await sessions.retrieve(attempt?.sessionId ?? '');
  const items = session.line_items?.data ?? [];
  expect(new Set(items.map(({ price }) => price?.product)).size).toBe(3);
  expect(items.map(({ description, metadata }) => [description, metadata?.item_page])).toEqual([
    ['All three books: Book one', shop.books[0]],
    ['All three books: Book two', shop.books[1]],
    ['All three books: Book three', shop.books[2]],
  ]);
});

test('delivers what its products deliver, refunds one product and ends access to that one only', async () => {
  const shop = await createBookShop();
  for (const name of ['one', 'two', 'three'])
    await publishDelivery(shop.app, shop.seller, [{ settings: FILE, name }], `book-${name}`);
  await shop.publishBundle();
  await buy(shop);
  const bought = await loadNewestOrder(shop);
  expect(listAccess(bought)).toEqual({ one: 'active', two: 'active', three: 'active' });
  const { id: orderId, payments } = bought;
  const refund = await shop.seller.rpc('refund-order', {
    orderId,
    paymentId: payments[0]?.id ?? '',
    lines: [{ key: 'item:2' }],
    reason: 'requested_by_customer',
    request: crypto.randomUUID(),
  });
  expect(refund.status).toBe(200);
  await shop.app.waitUntilIdle();
  const order = await loadNewestOrder(shop);
  expect(order).toMatchObject({ state: 'partly_refunded', refunded: 1000 });
  expect(order.lines.map(({ refunded }) => refunded)).toEqual([0, 1000, 0]);
  expect(listAccess(order)).toEqual({ one: 'active', two: 'ended: refunded', three: 'active' });
  expect(await listBrokenLedgerInvariants(shop.app)).toEqual([]);
});

test.each<[string, (shop: BookShop) => Partial<CheckoutPageConfig>, object[]]>([
  [
    'an unpublished product',
    ({ books }) => withBundle(books[0] ?? '', crypto.randomUUID()),
    [{ field: 'bundle.1', message: 'This product isn’t published. Publish its page, or remove it from the bundle.' }],
  ],
  [
    'another currency',
    () => ({ currency: 'EUR' }),
    ['one', 'two', 'three'].map((name, index) => ({
      field: `bundle.${index}`,
      message: `“Book ${name}” sells in USD, this page in EUR`,
    })),
  ],
  [
    'an unknown price',
    ({ books }) => ({ bundle: { items: books.map((pageId) => ({ pageId, optionId: 'print' })) } }),
    ['one', 'two', 'three'].map((name, index) => ({
      field: `bundle.${index}`,
      message: `Choose a one-time price of “Book ${name}”`,
    })),
  ],
])('is not published with %s', async (_, createChanges, problems) => {
  const shop = await createBookShop();
  const answer = await shop.publishBundle(createChanges(shop));
  expect(answer.error).toMatchObject({ code: 'page_invalid', problems });
});

test('contains neither itself nor another bundle, nor does one of its products become a bundle', async () => {
  const shop = await createBookShop();
  const { pageId } = await shop.publishBundle();
  const [one = '', two = ''] = shop.books;
  const problemsOf = async (changes: Partial<CheckoutPageConfig>, slug: string) =>
    (await shop.publishBundle(changes, slug)).error?.problems;
  expect(await problemsOf(withBundle(one, pageId), 'books')).toMatchObject([
    { field: 'bundle.1', message: 'A bundle can’t contain itself. Remove it from the bundle.' },
  ]);
  expect(await problemsOf(withBundle(one, pageId), 'more-books')).toMatchObject([
    { field: 'bundle.1', message: '“All three books” is a bundle. A bundle can’t contain another one.' },
  ]);
  expect(await problemsOf(withBundle(two, shop.books[2] ?? ''), 'book-one')).toMatchObject([
    { field: 'bundle', message: 'This page is part of “All three books”, so it can’t be a bundle itself' },
  ]);
});

test('keeps its products from being deleted until it no longer contains them', async () => {
  const shop = await createBookShop();
  await shop.publishBundle();
  const [pageId = '', ...others] = shop.books;
  const deletePage = () => shop.seller.rpc('delete-page', { pageId });
  expect((await deletePage()).body.error).toMatchObject({
    code: 'page_in_bundle',
    message: 'This page is part of “All three books”. Remove it from that bundle first, then delete it.',
  });
  await shop.publishBundle(withBundle(...others));
  expect((await deletePage()).status).toBe(200);
});

test('is sold out, and charges nothing, while a product is unpublished', async () => {
  const shop = await createBookShop();
  await shop.publishBundle();
  expect(await findPage(shop)).toMatchObject({ availability: 'open', bundleItems: [{}, {}, {}] });
  await shop.seller.rpc('unpublish-page', { pageId: shop.books[1] ?? '' });
  expect((await findPage(shop)).availability).toBe('sold_out');
  expect((await checkOut(shop, 'books')).error).toMatchObject({
    code: 'bundle_broken',
    message: 'Something in this bundle is no longer on sale.',
  });
  await shop.publishBook(1);
  expect((await checkOut(shop, 'books')).url).toMatch(/^http/);
});

test('shows the price, name and picture that its products have now', async () => {
  const shop = await createBookShop();
  await shop.publishBundle();
  await shop.publishBook(0, { productName: 'Book one, second edition', price: '20' });
  expect((await findPage(shop)).bundleItems[0]).toMatchObject({ name: 'Book one, second edition', price: 2000 });
  await buy(shop);
  const [line] = (await loadNewestOrder(shop)).lines;
  expect(line).toMatchObject({ name: 'Book one, second edition', total: 1200 });
});

test('two bundles and the page itself sell the last unit of a product once', async () => {
  const shop = await createBookShop();
  await shop.publishBook(0, withStock(1));
  await shop.publishBundle();
  await shop.publishBundle(withBundle(...shop.books.slice(0, 2)), 'two-books');
  const slugs = ['books', 'two-books', 'book-one', 'books', 'two-books', 'book-one'];
  const answers = await Promise.all(slugs.map((slug) => checkOut(shop, slug)));
  const [winner] = answers.filter(({ url }) => url);
  expect(answers.flatMap(({ error }) => error?.code ?? [])).toEqual(Array.from({ length: 5 }, () => 'all_held'));
  expect((await findPage(shop)).availability).toBe('reserved');
  expect(await findPage(shop, 'book-one')).toMatchObject({ availability: 'reserved', stockLeft: 0 });
  await shop.app.payAtStripe(winner?.url ?? '');
  await shop.app.waitUntilIdle();
  for (const slug of ['books', 'two-books', 'book-one'])
    expect((await checkOut(shop, slug)).error).toMatchObject({ code: 'sold_out' });
  expect((await shop.seller.rpc('get-page-counts', { pageId: shop.books[0] ?? '' })).body).toMatchObject({ sold: 1 });
  expect(await listBrokenLedgerInvariants(shop.app)).toEqual([]);
});

test('sells no more than its own stock, however many of its products are left', async () => {
  const shop = await createBookShop();
  await shop.publishBook(0, withStock(2));
  await shop.publishBundle(withStock(1));
  expect((await findPage(shop)).stockLeft).toBe(1);
  expect((await checkOut(shop, 'books')).url).toMatch(/^http/);
  expect((await checkOut(shop, 'books')).error).toMatchObject({ code: 'all_held' });
  expect(await findPage(shop, 'book-one')).toMatchObject({ availability: 'open', stockLeft: 1 });
});

test('counts for the page of the bundle, and is noted on the pages of its products', async () => {
  const shop = await createBookShop();
  const { pageId } = await shop.publishBundle();
  await buy(shop);
  const metricsOf = async (id: string) =>
    (await shop.seller.rpc('get-analytics', { period: 'all', pageId: id })).body.figures;
  expect(await metricsOf(pageId)).toMatchObject({ paid: 1, inBundles: null });
  expect(await metricsOf(shop.books[0] ?? '')).toMatchObject({
    paid: 0,
    money: [],
    inBundles: { orders: 1, money: [{ currency: 'USD', net: 1000 }] },
  });
});

test('is a page file that names its products by slug, and an import says which are missing', async () => {
  const shop = await createBookShop();
  const { pageId } = await shop.publishBundle();
  const file = (await shop.seller.rpc('export-page', { pageId })).body;
  expect(file).toMatchObject({
    config: { bundle: { items: [] } },
    bundleItems: [{ slug: 'book-one', name: 'Book one', optionId: 'base' }, {}, {}],
  });
  const own = (await shop.seller.rpc('import-page', { file })).body;
  expect(own.missing).toEqual([]);
  expect((await shop.seller.rpc('get-page', { pageId: own.pageId })).body.config.bundle).toEqual(
    withBundle(...shop.books).bundle,
  );
  const stranger = await shop.app.signUpSeller();
  expect((await stranger.rpc('import-page', { file })).body.missing).toEqual(['Book one', 'Book two', 'Book three']);
});

test('is one line with its products on receipts, and one row for each in the export of line items', async () => {
  const shop = await createBookShop();
  await shop.publishBundle();
  await buy(shop);
  const [attempt] = await shop.app.context.db.select().from(checkoutAttempts);
  const paid = await createPublicServices(shop.app.context).findPaidOrder(attempt?.id ?? '');
  const products = ['one', 'two', 'three'].map((name) => ({ name: `Book ${name}`, isOwned: false }));
  expect(paid?.order?.items).toEqual([{ name: 'All three books', quantity: 1, amount: 3000, products }]);
  const { lines } = (await shop.seller.rpc('export-orders', { rows: 'line_items' })).body;
  for (const pageId of shop.books) expect(lines).toContain(pageId);
});
