import type Stripe from 'stripe';
import type { Call } from '../call.ts';
import { newId } from '../ids.ts';
import type { Objects } from '../objects.ts';
import { badParam, noSuch, refusal } from '../problem.ts';
import { priced } from './subscription-shape.ts';

type Subscription = Objects['subscription'];
type Price = Objects['price'];
type Item = Stripe.SubscriptionItem;
export type GivenItem = {
  id?: string | undefined;
  price?: string | undefined;
  quantity?: number | undefined;
  deleted?: boolean | undefined;
  metadata?: Record<string, string> | undefined;
};

const intervalOf = (price: { recurring: Price['recurring'] }): string =>
  `${price.recurring?.interval_count} ${price.recurring?.interval}`;

/** Returns a price to which the subscription can change, or throws Stripe's error. */
export const planPrice = (call: Call, subscription: Subscription, id: string, param: string): Price => {
  const price = call.books.get('price', id, param);
  const present = subscription.items.data[0]?.price;
  if (!price.active)
    throw refusal('The price specified is inactive. This field only accepts active prices.', { param });
  if (!price.recurring)
    throw refusal(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      { param },
    );
  if (price.currency !== subscription.currency)
    throw refusal(
      `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${subscription.currency}\`.`,
      { param },
    );
  if (present && intervalOf(present) !== intervalOf(price))
    throw refusal('The sandbox only changes between prices of the same billing interval.', { param });
  return price;
};

/** Returns the item with another price or quantity; its billing period stays. */
export const itemAt = (item: Item, price: Price, quantity: number): Item => ({
  ...item,
  ...priced(price),
  quantity,
});

const changed = (
  call: Call,
  subscription: Subscription,
  item: Item,
  given: GivenItem,
  param: string,
): Item => {
  const { price: wanted, quantity = item.quantity ?? 1, metadata = item.metadata } = given;
  const price =
    wanted === undefined || wanted === item.price.id
      ? (item.price as Price)
      : planPrice(call, subscription, wanted, `${param}[price]`);
  return { ...itemAt(item, price, quantity), metadata };
};

const added = (call: Call, subscription: Subscription, given: GivenItem, param: string): Item => {
  const [first] = subscription.items.data;
  if (!first || given.price === undefined)
    throw badParam(`Missing required param: ${param}[price].`, `${param}[price]`, 'parameter_missing');
  const price = planPrice(call, subscription, given.price, `${param}[price]`);
  const fresh = { ...first, id: newId('si_', 14), created: call.now, metadata: given.metadata ?? {} };
  return itemAt(fresh, price, given.quantity ?? 1);
};

/** Returns the items after an update; an entry without an id adds an item, as at Stripe. */
export const itemsAfter = (call: Call, subscription: Subscription, given: GivenItem[]): Item[] => {
  let items = subscription.items.data;
  given.forEach((one, index) => {
    const param = `items[${index}]`;
    const present = items.find((item) => item.id === one.id);
    if (one.id !== undefined && !present) throw noSuch('subscription_item', one.id, `${param}[id]`);
    if (!present) items = [...items, added(call, subscription, one, param)];
    else if (one.deleted) items = items.filter((item) => item.id !== present.id);
    else {
      const next = changed(call, subscription, present, one, param);
      items = items.map((item) => (item.id === present.id ? next : item));
    }
  });
  if (items.length === 0)
    throw refusal('A subscription must have at least one active plan. Cancel it instead.', {
      param: 'items',
    });
  if (new Set(items.map((item) => item.price.id)).size < items.length)
    throw refusal('Cannot add multiple subscription items with the same price.', { param: 'items' });
  return items;
};
