import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Calls } from '#domain/calls.ts';
import { searchTextOf } from '#domain/order-filter.ts';

import { shortOrFull } from '#server/testing-scale.ts';
import { openSold, type Sold } from '#server/testing-orders.ts';
import { writeOrders } from '#server/testing-order-book.ts';

async function listed({ seller }: Sold, body: Calls['list-orders']['body']) {
  const { status, body: answer } = await seller.call('list-orders', body);
  expect([body.search, status]).toEqual([body.search, 200]);
  return { ...answer, numbers: answer.orders.map(({ number }) => number) };
}

test('finds an order by the beginnings of its words and by nothing else', async () => {
  const sold = await openSold();
  await writeOrders(sold, [
    { buyerName: 'Ångström Éva', email: 'eva@mail.example', productName: 'Kiln Club' },
    { buyerName: 'O’Brien, Pat', email: 'pat+kiln@post.example', productName: 'Ｇｌａｚｅ ﬁne' },
  ]);
  const found = async (search: string) => (await listed(sold, { search })).numbers;
  expect(await found('kil clu')).toEqual([2]);
  expect(await found('CLUB EVA@MAIL')).toEqual([2]);
  expect(await found('ilnclub')).toEqual([]);
  expect(await found('ångst')).toEqual([2]);
  expect(await found('glaze fine')).toEqual([3]);
  expect(await found('brien o')).toEqual([3]);
  expect(await found('pat+kil')).toEqual([3]);
  expect(await found('  ')).toHaveLength(3);
  expect(await found('***')).toEqual([]);
});

test('never treats search text as syntax', async () => {
  const sold = await openSold();
  const typed = [
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
  for (const search of typed) {
    const { status } = await sold.seller.call('list-orders', { search });
    expect([search, status]).toEqual([search, 200]);
  }
  expect((await listed(sold, { search: 'thr%ller' })).count).toBe(0);
  expect((await listed(sold, { search: 'throwing | nothing' })).count).toBe(0);
  expect((await listed(sold, { search: 'x '.repeat(100) })).count).toBe(0);
});

const WORDS = ['aiko', 'aikido', 'bram', 'b', 'kiln', 'glaze', 'notes', '10', '104', 'zoë'];

test('finds common and rare words by the same rule', async () => {
  const sold = await openSold();
  const some = (seed: number) =>
    WORDS.filter((_, place) => (seed * 7919 + place * 104_729) % 17 < 3).join(' ');
  const written = Array.from({ length: 260 }, (_, place) => ({
    buyerName: some(place),
    // The newest orders share few words with the others.
    productName: place < 200 ? 'kiln club' : 'glaze',
    email: `${place}@example.com`,
    createdAt: new Date(Date.UTC(2026, 0, 1) + place * 1000),
  }));
  await writeOrders(sold, written);
  const texts = written.map(({ buyerName, productName, email }, place) => ({
    number: place + 2,
    words: searchTextOf(place + 2, email, buyerName, productName).split(' '),
  }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...WORDS, 'club', 'com', 'x'), fc.nat(5)), {
        minLength: 1,
        maxLength: 3,
      }),
      async (picked) => {
        const search = picked.map(([word, cut]) => word.slice(0, Math.max(1, cut))).join(' ');
        const expected = texts
          .filter(({ words }) =>
            search.split(' ').every((typed) => words.some((word) => word.startsWith(typed))),
          )
          .map(({ number }) => number)
          .toReversed();
        const list = await listed(sold, { search, to: '2026-01-02' });
        expect([search, list.count]).toEqual([search, expected.length]);
        expect(list.numbers).toEqual(expected.slice(0, 50));
      },
    ),
    { numRuns: shortOrFull(20, 60) },
  );
});
