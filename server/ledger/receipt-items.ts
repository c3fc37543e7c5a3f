import type { ReceiptItem } from '#domain/order.ts';

import type { OrderLineRow } from './order-aggregate.ts';

type ReceiptLine = Pick<OrderLineRow, 'name' | 'quantity' | 'subtotal' | 'itemPageId' | 'alreadyPaid'>;

/**
 * Returns the lines as a receipt shows them: those of a bundle as one item. An order that was placed before orders had lines
 * has the product alone.
 */
export function toReceiptItems(
  { productName, original }: { productName: string; original: number },
  lines: readonly ReceiptLine[],
): ReceiptItem[] {
  if (lines.length === 0) return [{ name: productName, quantity: 1, amount: original }];
  const products = lines.filter(({ itemPageId }) => itemPageId !== null);
  const items = lines
    .filter((line) => !products.includes(line))
    .map(({ name, quantity, subtotal }) => ({ name, quantity, amount: subtotal }));
  return products.length > 0 ? [toBundleItem(productName, products), ...items] : items;
}

const toBundleItem = (name: string, products: readonly ReceiptLine[]): ReceiptItem => ({
  name,
  quantity: 1,
  amount: products.reduce((sum, { subtotal }) => sum + subtotal, 0),
  products: products.map((line) => ({ name: line.name, isOwned: line.alreadyPaid !== null })),
});
