import { expect, test } from 'vitest';

import { toReceiptItems } from './receipt-items.ts';

const line = (name: string, subtotal: number, itemPageId: string | null = null, alreadyPaid: number | null = null) => ({
  name,
  quantity: 1,
  subtotal,
  itemPageId,
  alreadyPaid,
});
const ORDER = { productName: 'All three books', original: 3000 };

test('shows the products of a bundle below its name, and extras after it', () => {
  const lines = [line('Book one', 0, 'one', 1500), line('Book two', 1500, 'two'), line('Workbook', 900)];
  expect(toReceiptItems(ORDER, lines)).toEqual([
    {
      name: 'All three books',
      quantity: 1,
      amount: 1500,
      products: [
        { name: 'Book one', isOwned: true },
        { name: 'Book two', isOwned: false },
      ],
    },
    { name: 'Workbook', quantity: 1, amount: 900 },
  ]);
});

test('shows each line of any other order, and the product of one without lines', () => {
  expect(toReceiptItems(ORDER, [line('Course', 2900), line('Workbook', 900)])).toEqual([
    { name: 'Course', quantity: 1, amount: 2900 },
    { name: 'Workbook', quantity: 1, amount: 900 },
  ]);
  expect(toReceiptItems(ORDER, [])).toEqual([{ name: 'All three books', quantity: 1, amount: 3000 }]);
});
