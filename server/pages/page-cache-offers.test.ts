import { expect, test } from 'vitest';

import { createAddedFields, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { withBundle } from '#domain/testing/bundle-items.ts';
import type { PagesEntry } from '#server/app.ts';
import { moveClock } from '#server/testing/sold-orders.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

/** Renders the sale state of a page and records each rendering. */
function createPagesEntry() {
  const renderings: string[] = [];
  const pagesEntry: PagesEntry = {
    render: async (request, services) => {
      const pageResult = await services.findPage(new URL(request.url).pathname.slice(3));
      if (pageResult.kind !== 'page') return new Response('Nothing', { status: 404 });
      const { availability, stockLeft: left, countdownOver, config } = pageResult.page;
      const text = [availability, left ?? '-', countdownOver ? 'over' : 'counting', config.price].join(' ');
      renderings.push(text);
      return new Response(text, { headers: { 'content-type': 'text/html' } });
    },
  };
  return { renderings, pagesEntry };
}

const fetchPage = async (app: TestApp) => {
  await app.context.waitForReplication();
  return (await app.request('/c/taller')).text();
};

const withStock = (stock: number): Partial<CheckoutPageConfig> => ({
  availability: { ...createAddedFields().availability, stock, showStock: true },
});

test('shows the remaining stock immediately, whichever process sold', async () => {
  const database = await openTestDatabase();
  const { pagesEntry, renderings } = createPagesEntry();
  const app = await createTestApp({ pagesEntry, database });
  await (await app.signUpSeller()).publishPage(withStock(2), 'taller');
  const provider = app.sandbox?.api;
  if (!provider) throw new Error('The provider is elsewhere');
  const otherApp = await createTestApp({
    pagesEntry,
    database: { ...database, close: () => Promise.resolve() },
    wrapStripe: () => provider,
  });
  const texts = [await fetchPage(app), await fetchPage(otherApp)];
  const { body } = await otherApp.rpc('create-checkout-session', { slug: 'taller' });
  texts.push(await fetchPage(app));
  await app.rpc('create-checkout-session', { slug: 'taller' });
  texts.push(await fetchPage(app));
  await app.payAtStripe(body.url);
  texts.push(await fetchPage(app));
  expect(texts).toEqual([
    'open 2 counting 29',
    'open 2 counting 29',
    'open 1 counting 29',
    'reserved 0 counting 29',
    'reserved 0 counting 29',
  ]);
  const before = renderings.length;
  expect(await fetchPage(app)).toBe('reserved 0 counting 29');
  expect(renderings).toHaveLength(before);
});

test('does not render a page without stock again after a purchase', async () => {
  const { pagesEntry, renderings } = createPagesEntry();
  const app = await createTestApp({ pagesEntry });
  await (await app.signUpSeller()).publishPage({}, 'taller');
  await fetchPage(app);
  const { body } = await app.rpc('create-checkout-session', { slug: 'taller' });
  await app.payAtStripe(body.url);
  expect(await fetchPage(app)).toBe('open - counting 29');
  expect(renderings).toHaveLength(1);
});

test('shows the end of a countdown and of a sale by the business clock', async () => {
  const { pagesEntry } = createPagesEntry();
  const app = await createTestApp({ pagesEntry });
  const inHours = (hours: number) => new Date(app.context.now().getTime() + hours * 3_600_000).toISOString();
  const countdown = {
    ...createAddedFields().countdown,
    enabled: true,
    endsAt: inHours(2),
    atEnd: 'price' as const,
    priceAfter: '49',
  };
  const availability = { ...createAddedFields().availability, opensAt: inHours(1), closesAt: inHours(3) };
  await (await app.signUpSeller()).publishPage({ countdown, availability }, 'taller');
  const texts = [await fetchPage(app)];
  for (let hour = 0; hour < 3; hour++) {
    await moveClock(app, 1);
    texts.push(await fetchPage(app));
  }
  expect(texts).toEqual(['early - counting 29', 'open - counting 29', 'open - over 49', 'closed - over 49']);
});

test('shows a bundle as its products are now', async () => {
  const { pagesEntry, renderings } = createPagesEntry();
  const app = await createTestApp({ pagesEntry });
  const seller = await app.signUpSeller();
  const publishBook = (slug: string, price: string) => seller.publishPage({ productName: slug, price }, slug);
  const ebooks = [await publishBook('book-one', '15'), await publishBook('book-two', '15')];
  await seller.publishPage(withBundle(...ebooks.map(({ pageId }) => pageId)), 'taller');
  expect(await fetchPage(app)).toBe('open - counting 29');
  const before = renderings.length;
  await publishBook('book-two', '20');
  await fetchPage(app);
  expect(renderings).toHaveLength(before + 1);
  await seller.rpc('unpublish-page', { pageId: ebooks[0]?.pageId ?? '' });
  expect(await fetchPage(app)).toBe('sold_out - counting 29');
});
