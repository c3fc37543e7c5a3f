import type { ReceiptItem } from '#domain/order.ts';
import type { QuoteLine } from '#domain/quote.ts';

/** Returns the lines as a receipt shows them; the product alone for an order that was placed before orders had lines. */
export const toReceiptItems = (
  { productName, original }: { productName: string; original: number },
  lines: readonly Pick<QuoteLine, 'name' | 'quantity' | 'subtotal'>[],
): ReceiptItem[] =>
  lines.length > 0
    ? lines.map(({ name, quantity, subtotal }) => ({ name, quantity, amount: subtotal }))
    : [{ name: productName, quantity: 1, amount: original }];
