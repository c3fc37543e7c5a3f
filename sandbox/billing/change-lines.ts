import type Stripe from 'stripe';
import type { Call } from '../call.ts';
import { where } from '../listing.ts';
import type { Objects } from '../objects.ts';
import type { BilledLine } from './invoice-shape.ts';
import { prorate, type LastBilled } from './prorations.ts';

type Subscription = Objects['subscription'];
type Price = Objects['price'];
type Item = Stripe.SubscriptionItem;
type Asked = {
  item: string;
  price: string;
  quantity: number;
  start: number;
  end: number;
  billed: number;
  off: number;
};

const askedByInvoice = (line: Stripe.InvoiceLineItem): Asked => ({
  item: line.parent?.subscription_item_details?.subscription_item ?? '',
  price: line.pricing?.price_details?.price as string,
  quantity: line.quantity ?? 1,
  ...line.period,
  billed: line.amount,
  off: (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0),
});

const askedByLine = (line: BilledLine): Asked => ({
  item: line.subscriptionItem,
  price: line.price.id,
  quantity: line.quantity,
  ...line.period,
  billed: line.amount,
  off: 0,
});

/** Returns the lines billed for the subscription, newest first; a change that waits for its payment is excluded. */
const asked = (call: Call, subscription: Subscription): Asked[] => {
  const waiting = subscription.hidden?.pendingInvoice;
  const { data } = call.books.page('invoice', {
    limit: 100,
    where: where('parent.subscription_details.subscription', subscription.id),
  });
  const invoiced = data
    .filter((invoice) => invoice.status !== 'void' && invoice.id !== waiting)
    .flatMap((invoice) => invoice.lines.data.map(askedByInvoice).toReversed());
  return [...(subscription.hidden?.pendingLines ?? []).map(askedByLine).toReversed(), ...invoiced];
};

type Found = { last: LastBilled; price: Price; quantity: number };

/** Returns the last positive line that billed the item for the time `at`; null when there is none. */
const lastBilled = (call: Call, lines: Asked[], item: string, at: number): Found | null => {
  const line = lines.find((one) => one.item === item && one.billed >= 0 && one.start <= at && at < one.end);
  if (!line) return null;
  const price = call.books.get('price', line.price);
  const whole = (price.unit_amount ?? 0) * line.quantity - line.off;
  return { last: { whole, billed: line.billed - line.off }, price, quantity: line.quantity };
};

const dated = (at: number): string =>
  new Date(at * 1000).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });

const named = (call: Call, price: Price, quantity: number): string => {
  const name = call.books.find('product', String(price.product))?.name ?? price.id;
  return quantity === 1 ? name : `${quantity} × ${name}`;
};

const costOf = (item: Item): number => (item.price.unit_amount ?? 0) * (item.quantity ?? 1);

const isSame = (one: Item | undefined, other: Item | undefined): boolean =>
  one?.price.id === other?.price.id && one?.quantity === other?.quantity;

/** Returns the proration lines of a change to `after`, credits and debits per item; without items only credits. */
export const prorationLines = (
  call: Call,
  subscription: Subscription,
  after: Item[],
  at: number,
): BilledLine[] => {
  const before = subscription.items.data;
  const lines = asked(call, subscription);
  const ids = new Set([...before, ...after].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const [old, next] = [before, after].map((items) => items.find((item) => item.id === id));
    const item = old ?? next;
    if (isSame(old, next) || !item) return [];
    const period = { start: item.current_period_start, end: item.current_period_end };
    const found = old ? lastBilled(call, lines, id, at) : null;
    const { credit, debit } = prorate(found?.last ?? null, next ? costOf(next) : 0, period, at);
    const rest = { period: { start: at, end: period.end }, proration: true, subscriptionItem: id };
    const made: BilledLine[] = [];
    if (found && credit !== 0) {
      const { price, quantity } = found;
      const description = `Unused time on ${named(call, price, quantity)} after ${dated(at)}`;
      made.push({ ...rest, amount: credit, description, price, quantity });
    }
    if (next) {
      const [price, quantity] = [next.price as Price, next.quantity ?? 1];
      const description = `Remaining time on ${named(call, price, quantity)} after ${dated(at)}`;
      made.push({ ...rest, amount: debit, description, price, quantity });
    }
    return made;
  });
};
