import fc from 'fast-check';
import { expect, test } from 'vitest';

import { normalizeSearchText } from '#domain/order-filter.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';
import { orderCounters } from '#server/db/schema-orders.ts';
import { shortOrFull } from '#server/testing/cleanup.ts';
import { createSoldOrder, type SoldOrder, insertOrders } from '#server/testing/sold-orders.ts';

async function listOrders({ seller }: SoldOrder, body: RpcContract['list-orders']['body']) {
  const { status, body: answer } = await seller.rpc('list-orders', body);
  expect([body.search, status]).toEqual([body.search, 200]);
  return { ...answer, numbers: answer.orders.map(({ number }) => number) };
}

test('finds an order by the beginnings of its words and by nothing else', async () => {
  const soldOrder = await createSoldOrder();
  await insertOrders(soldOrder, [
    { buyerName: 'Ångström Éva', email: 'eva@mail.example', productName: 'Kiln Club' },
    { buyerName: 'O’Brien, Pat', email: 'pat+kiln@post.example', productName: 'Ｇｌａｚｅ ﬁne' },
  ]);
  const findNumbers = async (search: string) => (await listOrders(soldOrder, { search })).numbers;
  expect(await findNumbers('kil clu')).toEqual([2]);
  expect(await findNumbers('CLUB EVA@MAIL')).toEqual([2]);
  expect(await findNumbers('ilnclub')).toEqual([]);
  expect(await findNumbers('ångst')).toEqual([2]);
  expect(await findNumbers('glaze fine')).toEqual([3]);
  expect(await findNumbers('brien o')).toEqual([3]);
  expect(await findNumbers('pat+kil')).toEqual([3]);
  expect(await findNumbers('  ')).toHaveLength(3);
  expect(await findNumbers('***')).toEqual([]);
});

test('never treats search text as syntax', async () => {
  const soldOrder = await createSoldOrder();
  const inputs = [
    "'",
    "a'b",
    'a & !b',
    '!throwing',
    'throw:*',
    ':*',
    '\\',
    'a <-> b',
    '(',
    "');drop table orders;--",
    '%',
    '_',
    'throw%',
    '\0',
    '\ud800',
  ];
  for (const search of inputs) {
    const { status } = await soldOrder.seller.rpc('list-orders', { search });
    expect([search, status]).toEqual([search, 200]);
  }
  expect((await listOrders(soldOrder, { search: 'thr%ller' })).count).toBe(0);
  expect((await listOrders(soldOrder, { search: 'throwing | nothing' })).count).toBe(0);
  expect((await listOrders(soldOrder, { search: 'x '.repeat(100) })).count).toBe(0);
});

const SEARCH_WORDS = ['aiko', 'aikido', 'bram', 'b', 'kiln', 'glaze', 'notes', '10', '104', 'zoë'];

test('finds common and rare words by the same rule', async () => {
  const soldOrder = await createSoldOrder();
  const pickWords = (seed: number) =>
    SEARCH_WORDS.filter((_, index) => (seed * 7919 + index * 104_729) % 17 < 3).join(' ');
  const orderData = Array.from({ length: 260 }, (_, index) => ({
    buyerName: pickWords(index),
    // The newest orders share few words with the others.
    productName: index < 200 ? 'kiln club' : 'glaze',
    email: `${index}@example.com`,
    createdAt: new Date(Date.UTC(2026, 0, 1) + index * 1000),
  }));
  await insertOrders(soldOrder, orderData);
  const searchTexts = orderData.map(({ buyerName, productName, email }, index) => ({
    number: index + 2,
    words: normalizeSearchText(index + 2, email, buyerName, productName).split(' '),
  }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...SEARCH_WORDS, 'club', 'com', 'x'), fc.nat(5)), {
        minLength: 1,
        maxLength: 3,
      }),
      async (picked) => {
        const search = picked.map(([word, cut]) => word.slice(0, Math.max(1, cut))).join(' ');
        const expected = searchTexts
          .filter(({ words }) => search.split(' ').every((term) => words.some((word) => word.startsWith(term))))
          .map(({ number }) => number)
          .toReversed();
        const list = await listOrders(soldOrder, { search, to: '2026-01-02' });
        expect([search, list.count]).toEqual([search, expected.length]);
        expect(list.numbers).toEqual(expected.slice(0, 50));
      },
    ),
    { numRuns: shortOrFull(20, 60) },
  );
});

test('lists only the newest thousand matches of common words among very many orders, without totals', async () => {
  const soldOrder = await createSoldOrder();
  const createOrders = (count: number, buyerName: string) =>
    insertOrders(
      soldOrder,
      Array.from({ length: count }, (_, index) => ({
        buyerName,
        createdAt: new Date(Date.UTC(2026, 0, 1) + index * 1000),
      })),
    );
  await createOrders(1, 'Rare Bird');
  await createOrders(1020, 'Common Crane');
  const exact = await listOrders(soldOrder, { search: 'cran' });
  expect(exact).toMatchObject({ count: 1020, pages: 21, hasMore: false, totals: [{ count: 1020 }] });
  await soldOrder.app.context.db.update(orderCounters).set({ lastOrderNumber: 60_000 });
  const limited = await listOrders(soldOrder, { search: 'cran', page: 20 });
  expect(limited).toMatchObject({ count: 1000, pages: 20, hasMore: true, totals: [] });
  expect(limited.numbers).toEqual(Array.from({ length: 50 }, (_, index) => 1022 - 950 - index));
  expect(await listOrders(soldOrder, { search: 'cran', page: 21 })).toMatchObject({ orders: [], count: 1000 });
  expect(await listOrders(soldOrder, { search: 'rare' })).toMatchObject({ numbers: [2], hasMore: false });
});
