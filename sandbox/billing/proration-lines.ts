import type Stripe from 'stripe';

import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';
import { prorate, type LastBilled } from './billing-period.ts';
import { listInvoices, type BilledLine } from './invoice-object.ts';

type Subscription = Objects['subscription'];
type Price = Objects['price'];
type Item = Stripe.SubscriptionItem;
type BilledItem = {
  item: string;
  price: string;
  quantity: number;
  start: number;
  end: number;
  billedAmount: number;
  discount: number;
};

const fromInvoiceLine = (line: Stripe.InvoiceLineItem): BilledItem => ({
  item: line.parent?.subscription_item_details?.subscription_item ?? '',
  price: line.pricing?.price_details?.price as string,
  quantity: line.quantity ?? 1,
  ...line.period,
  billedAmount: line.amount,
  discount: (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0),
});

const fromPendingLine = (line: BilledLine): BilledItem => ({
  item: line.subscriptionItem,
  price: line.price.id,
  quantity: line.quantity,
  ...line.period,
  billedAmount: line.amount,
  discount: 0,
});

/** Returns the lines billed for the subscription, newest first; a change that waits for its payment is excluded. */
const listBilledItems = (call: CallContext, subscription: Subscription): BilledItem[] => {
  const { pendingInvoice, pendingLines } = subscription.hidden;
  const invoiced = listInvoices(call, subscription.id)
    .filter((invoice) => invoice.status !== 'void' && invoice.id !== pendingInvoice)
    .flatMap((invoice) => invoice.lines.data.map(fromInvoiceLine).toReversed());
  return [...pendingLines.map(fromPendingLine).toReversed(), ...invoiced];
};

type LastBilledLine = { last: LastBilled; price: Price; quantity: number };

/** Returns the last positive line that billed the item for the time `at`; null when there is none. */
const findLastBilled = (call: CallContext, lines: BilledItem[], item: string, at: number): LastBilledLine | null => {
  const line = lines.find((one) => one.item === item && one.billedAmount >= 0 && one.start <= at && at < one.end);
  if (!line) return null;
  const price = call.repository.get('price', line.price);
  const fullPrice = (price.unit_amount ?? 0) * line.quantity - line.discount;
  return { last: { fullPrice, billed: line.billedAmount - line.discount }, price, quantity: line.quantity };
};

const formatDate = (at: number): string =>
  new Date(at * 1000).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });

const describeItem = (call: CallContext, price: Price, quantity: number): string => {
  const name = call.repository.find('product', String(price.product))?.name ?? price.id;
  return quantity === 1 ? name : `${quantity} × ${name}`;
};

const itemPrice = (item: Item): number => (item.price.unit_amount ?? 0) * (item.quantity ?? 1);

const isUnchanged = (one: Item | undefined, other: Item | undefined): boolean =>
  one?.price.id === other?.price.id && one?.quantity === other?.quantity;

/** Returns the proration lines of a change to `after`, credits and debits per item; without items only credits. */
export const prorationLines = (
  call: CallContext,
  subscription: Subscription,
  after: Item[],
  at: number,
): BilledLine[] => {
  const before = subscription.items.data;
  const lines = listBilledItems(call, subscription);
  const ids = new Set([...before, ...after].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const [oldItem, newItem] = [before, after].map((items) => items.find((item) => item.id === id));
    const item = oldItem ?? newItem;
    if (isUnchanged(oldItem, newItem) || !item) return [];
    const period = { start: item.current_period_start, end: item.current_period_end };
    const lastLine = oldItem ? findLastBilled(call, lines, id, at) : null;
    const { credit, debit } = prorate(lastLine?.last ?? null, newItem ? itemPrice(newItem) : 0, period, at);
    const restOfPeriod = { period: { start: at, end: period.end }, proration: true, subscriptionItem: id };
    const result: BilledLine[] = [];
    if (lastLine && credit !== 0) {
      const { price, quantity } = lastLine;
      const description = `Unused time on ${describeItem(call, price, quantity)} after ${formatDate(at)}`;
      result.push({ ...restOfPeriod, amount: credit, description, price, quantity });
    }
    if (newItem) {
      const [price, quantity] = [newItem.price as Price, newItem.quantity ?? 1];
      const description = `Remaining time on ${describeItem(call, price, quantity)} after ${formatDate(at)}`;
      result.push({ ...restOfPeriod, amount: debit, description, price, quantity });
    }
    return result;
  });
};
