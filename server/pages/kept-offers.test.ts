import { expect, test } from 'vitest';

import type { PagesEntry } from '#server/app.ts';
import { addedKeys, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { openTestDatabase } from '#server/testing-database.ts';
import { openShop, type TestShop } from '#server/testing.ts';
import { moveClock } from '#server/testing-orders.ts';

/** Renders the sale state of a page and records each rendering. */
function openPages() {
  const drawn: string[] = [];
  const pagesEntry: PagesEntry = {
    render: async (request, shop) => {
      const found = await shop.findPage(new URL(request.url).pathname.slice(3));
      if (found.kind !== 'page') return new Response('Nothing', { status: 404 });
      const { availability, left, countdownOver, config } = found.page;
      const words = [availability, left ?? '-', countdownOver ? 'over' : 'counting', config.price].join(' ');
      drawn.push(words);
      return new Response(words, { headers: { 'content-type': 'text/html' } });
    },
  };
  return { drawn, pagesEntry };
}

const look = async (shop: TestShop) => {
  await shop.context.caughtUp();
  return (await shop.request('/c/taller')).text();
};

const stockOf = (stock: number): Partial<CheckoutPageConfig> => ({
  availability: { ...addedKeys().availability, stock, showStock: true },
});

test('shows the remaining stock immediately, whichever process sold', async () => {
  const database = await openTestDatabase();
  const { pagesEntry, drawn } = openPages();
  const shop = await openShop({ pagesEntry, database });
  await (await shop.seller()).publish(stockOf(2), 'taller');
  const provider = shop.sandbox?.api;
  if (!provider) throw new Error('The provider is elsewhere');
  const other = await openShop({
    pagesEntry,
    database: { ...database, close: () => Promise.resolve() },
    aroundProvider: () => provider,
  });
  const told = [await look(shop), await look(other)];
  const { body } = await other.call('create-checkout-session', { slug: 'taller' });
  told.push(await look(shop));
  await shop.call('create-checkout-session', { slug: 'taller' });
  told.push(await look(shop));
  await shop.pay(body.url);
  told.push(await look(shop));
  expect(told).toEqual([
    'open 2 counting 29',
    'open 2 counting 29',
    'open 1 counting 29',
    'held 0 counting 29',
    'held 0 counting 29',
  ]);
  const before = drawn.length;
  expect(await look(shop)).toBe('held 0 counting 29');
  expect(drawn).toHaveLength(before);
});

test('does not render a page without stock again after a purchase', async () => {
  const { pagesEntry, drawn } = openPages();
  const shop = await openShop({ pagesEntry });
  await (await shop.seller()).publish({}, 'taller');
  await look(shop);
  const { body } = await shop.call('create-checkout-session', { slug: 'taller' });
  await shop.pay(body.url);
  expect(await look(shop)).toBe('open - counting 29');
  expect(drawn).toHaveLength(1);
});

test('shows the end of a countdown and of a sale by the business clock', async () => {
  const { pagesEntry } = openPages();
  const shop = await openShop({ pagesEntry });
  const soon = (hours: number) => new Date(shop.context.now().getTime() + hours * 3_600_000).toISOString();
  const countdown = {
    ...addedKeys().countdown,
    enabled: true,
    endsAt: soon(2),
    atEnd: 'price' as const,
    priceAfter: '49',
  };
  const availability = { ...addedKeys().availability, opensAt: soon(1), closesAt: soon(3) };
  await (await shop.seller()).publish({ countdown, availability }, 'taller');
  const told = [await look(shop)];
  for (let hour = 0; hour < 3; hour++) {
    await moveClock(shop, 1);
    told.push(await look(shop));
  }
  expect(told).toEqual(['early - counting 29', 'open - counting 29', 'open - over 49', 'closed - over 49']);
});
