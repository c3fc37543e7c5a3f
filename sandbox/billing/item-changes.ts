import type Stripe from 'stripe';

import { resourceMissing, invalidRequest, missingParam } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import { newId } from '../core/ids.ts';
import type { Objects } from '../core/objects.ts';
import { priceFields } from './subscription-object.ts';

type Subscription = Objects['subscription'];
type Price = Objects['price'];
type Item = Stripe.SubscriptionItem;
export type ItemInput = {
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
export const applyItemChanges = (call: CallContext, subscription: Subscription, inputs: ItemInput[]): Item[] => {
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
