import type Stripe from 'stripe';

import { resourceMissing, invalidRequest, missingParam } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import { newId } from '../core/ids.ts';
import type { Objects } from '../core/objects.ts';
import { prorate, type LastBilled } from './billing-period.ts';
import { listInvoices, type BilledLine } from './invoice-object.ts';
import { priceFields, buildPeriodLine, periodFrom, withPeriod } from './subscription-object.ts';
import { periodEndOf, type Change } from './subscription-state.ts';
import type { BillingParams } from './subscription-update-params.ts';

type Subscription = Objects['subscription'];
type Price = Objects['price'];
type Item = Stripe.SubscriptionItem;
type ItemInput = {
  id?: string | undefined;
  price?: string | undefined;
  quantity?: number | undefined;
  deleted?: boolean | undefined;
  metadata?: Record<string, string> | undefined;
};

const intervalText = (price: { recurring: Price['recurring'] }): string =>
  `${price.recurring?.interval_count} ${price.recurring?.interval}`;

/** Returns a price to which the subscription can change, or throws Stripe's error. */
export const getPlanPrice = (call: CallContext, subscription: Subscription, id: string, param: string): Price => {
  const price = call.repository.get('price', id, param);
  const currentPrice = subscription.items.data[0]?.price;
  if (!price.active)
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', param);
  if (!price.recurring)
    throw invalidRequest(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      param,
    );
  if (price.currency !== subscription.currency)
    throw invalidRequest(
      `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${subscription.currency}\`.`,
      param,
    );
  if (currentPrice && intervalText(currentPrice) !== intervalText(price))
    throw invalidRequest('The sandbox only changes between prices of the same billing interval.', param);
  return price;
};

/** Returns the item with another price or quantity; its billing period stays. */
export const withPrice = (item: Item, price: Price, quantity: number): Item => ({
  ...item,
  ...priceFields(price),
  quantity,
});

const changeItem = (
  call: CallContext,
  subscription: Subscription,
  item: Item,
  input: ItemInput,
  param: string,
): Item => {
  const { price: priceId, quantity = item.quantity ?? 1, metadata = item.metadata } = input;
  const price =
    priceId === undefined || priceId === item.price.id
      ? (item.price as Price)
      : getPlanPrice(call, subscription, priceId, `${param}[price]`);
  return { ...withPrice(item, price, quantity), metadata };
};

const addItem = (call: CallContext, subscription: Subscription, input: ItemInput, param: string): Item => {
  const [first] = subscription.items.data;
  if (!first || input.price === undefined) throw missingParam(`${param}[price]`);
  const price = getPlanPrice(call, subscription, input.price, `${param}[price]`);
  const newItem = { ...first, id: newId('si_', 14), created: call.now, metadata: input.metadata ?? {} };
  return withPrice(newItem, price, input.quantity ?? 1);
};

/** Returns the items after an update; an entry without an id adds an item, as at Stripe. */
const applyItemChanges = (call: CallContext, subscription: Subscription, inputs: ItemInput[]): Item[] => {
  let items = subscription.items.data;
  inputs.forEach((input, index) => {
    const param = `items[${index}]`;
    const currentItem = items.find((item) => item.id === input.id);
    if (input.id !== undefined && !currentItem) throw resourceMissing('subscription_item', input.id, `${param}[id]`);
    if (!currentItem) items = [...items, addItem(call, subscription, input, param)];
    else if (input.deleted) items = items.filter((item) => item.id !== currentItem.id);
    else {
      const changedItem = changeItem(call, subscription, currentItem, input, param);
      items = items.map((item) => (item.id === currentItem.id ? changedItem : item));
    }
  });
  if (items.length === 0)
    throw invalidRequest('A subscription must have at least one active plan. Cancel it instead.', 'items');
  if (new Set(items.map((item) => item.price.id)).size < items.length)
    throw invalidRequest('Cannot add multiple subscription items with the same price.', 'items');
  return items;
};

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
const prorationLines = (call: CallContext, subscription: Subscription, after: Item[], at: number): BilledLine[] => {
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

/** The effect of an update on the subscription and on its bill. */
export type PlannedChange = {
  change: Change;
  lines: BilledLine[];
  /** `now`: on a separate invoice. `later`: on the invoice of the next period. */
  billing: 'now' | 'later';
};

const MAX_TRIAL_S = 730 * 24 * 3600;

/** Returns the items with a period that begins now, and the lines of that period. */
export const startNewPeriod = (call: CallContext, items: Item[]): { items: Item[]; lines: BilledLine[] } => {
  const restarted = items.map((item) => withPeriod(item, periodFrom(call.now, item.price, call.now)));
  return { items: restarted, lines: restarted.map((item) => buildPeriodLine(call, item)) };
};

const planRestart = (call: CallContext, before: Subscription, after: Item[], params: BillingParams): PlannedChange => {
  const credits = params.proration_behavior === 'none' ? [] : prorationLines(call, before, [], call.now);
  const { items, lines } = startNewPeriod(call, after);
  const change = { items, anchor: call.now, ...(before.status === 'trialing' && { trialEnd: call.now }) };
  return { change, lines: [...credits, ...lines], billing: 'now' };
};

const planTrialEnd = (call: CallContext, before: Subscription, after: Item[], trialEnd: number): PlannedChange => {
  const param = 'trial_end';
  if (before.status !== 'trialing')
    throw invalidRequest('The sandbox moves the end of a trial only while the trial runs.', param);
  if (trialEnd <= call.now || trialEnd > call.now + MAX_TRIAL_S)
    throw invalidRequest(
      'Invalid timestamp: must be an integer Unix timestamp in the future, at most two years from now.',
      param,
    );
  const items = after.map((item) => ({ ...item, current_period_end: trialEnd }));
  return { change: { items, anchor: trialEnd, trialEnd }, lines: [], billing: 'later' };
};

const prorationTime = (call: CallContext, before: Subscription, date: number | undefined): number => {
  const periodStarts = before.items.data.map((item) => item.current_period_start);
  if (date !== undefined && (date < Math.min(...periodStarts) || date > periodEndOf(before)))
    throw invalidRequest('Invalid proration_date: it has to lie in the current billing period.', 'proration_date');
  return date ?? call.now;
};

/** Plans an update without changing anything. */
export const planChange = (call: CallContext, before: Subscription, params: BillingParams): PlannedChange => {
  const { items: itemChanges = [], proration_behavior: behavior = 'create_prorations', trial_end: trialEnd } = params;
  const after = itemChanges.length > 0 ? applyItemChanges(call, before, itemChanges) : before.items.data;
  const endsTrial = trialEnd === 'now' && before.status === 'trialing';
  if (endsTrial || params.billing_cycle_anchor?.type === 'now') return planRestart(call, before, after, params);
  if (typeof trialEnd === 'number') return planTrialEnd(call, before, after, trialEnd);
  const time = prorationTime(call, before, params.proration_date);
  const isFree = before.status === 'trialing' || before.status === 'paused' || behavior === 'none';
  return {
    change: itemChanges.length > 0 ? { items: after } : {},
    lines: isFree ? [] : prorationLines(call, before, after, time),
    billing: behavior === 'always_invoice' ? 'now' : 'later',
  };
};
