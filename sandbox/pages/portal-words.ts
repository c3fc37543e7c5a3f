import { methodFor } from '../billing/cards-of.ts';
import type { Call } from '../call.ts';
import { formatAmount } from '../currency-rules.ts';
import type { Objects } from '../objects.ts';
import { dayText, priceText, productName } from './plan-words.ts';

type Subscription = Objects['subscription'];
type Method = Objects['payment_method'];

const brands: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' };

/** Formats a card: "Visa ending in 4242". */
export const cardText = (method: Method): string =>
  `${brands[method.card?.brand ?? ''] ?? 'Card'} ending in ${method.card?.last4}`;

export const planText = (call: Call, subscription: Subscription): string => {
  const [item] = subscription.items.data;
  return item ? productName(call, item.price) : 'Subscription';
};

const amountOf = (subscription: Subscription): string => {
  const cost = subscription.items.data.reduce(
    (sum, item) => sum + (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    0,
  );
  return formatAmount(cost, subscription.currency);
};

const trialText = (call: Call, subscription: Subscription): string => {
  const end = dayText(subscription.trial_end ?? call.now);
  const method = methodFor(call, subscription);
  if (method) return `Free trial until ${end}. Then ${amountOf(subscription)} to ${cardText(method)}.`;
  const without = subscription.trial_settings?.end_behavior.missing_payment_method;
  if (without === 'pause') return `Free trial until ${end}. Without a card the plan pauses then.`;
  if (without === 'cancel') return `Free trial until ${end}. Without a card the plan ends then.`;
  return `Free trial until ${end}. Then an invoice of ${amountOf(subscription)} is due.`;
};

type Planned = { price: Objects['price']; at: number };

/** Returns the plan change scheduled for the end of the period, if any. */
export const plannedChange = (call: Call, subscription: Subscription): Planned | undefined => {
  const schedule = call.books.find('subscription_schedule', String(subscription.schedule));
  const phase = schedule?.phases.find(({ start_date }) => start_date > call.now);
  const price = call.books.find('price', (phase?.items[0]?.price ?? '') as string);
  return phase && price && { price, at: phase.start_date };
};

export const plannedText = (call: Call, subscription: Subscription): string | undefined => {
  const planned = plannedChange(call, subscription);
  if (!planned) return undefined;
  const { price, at } = planned;
  return `Changes to ${productName(call, price)} (${priceText(price)}) on ${dayText(at)}.`;
};

const owing = new Set(['past_due', 'unpaid', 'incomplete']);
/** Returns whether money is owed, which blocks plan changes. */
export const isOwing = ({ status }: Subscription): boolean => owing.has(status);

/** Describes the state of a plan and its next step, in one or two sentences. */
export const stateText = (call: Call, subscription: Subscription): string => {
  const end = subscription.items.data[0]?.current_period_end ?? call.now;
  if (subscription.ended_at !== null) return `Ended on ${dayText(subscription.ended_at)}.`;
  if (subscription.status === 'paused') return 'Paused: the trial ended without a card. Nothing is charged.';
  if (subscription.status === 'past_due')
    return 'The last payment failed. The plan goes on while it is tried again.';
  if (subscription.status === 'unpaid') return 'The last payments failed and the plan has stopped.';
  if (subscription.status === 'incomplete') return 'The first payment has not gone through yet.';
  if (subscription.cancel_at !== null)
    return `Ends on ${dayText(subscription.cancel_at)}. Until then everything stays as it is.`;
  if (subscription.status === 'trialing') return trialText(call, subscription);
  return plannedText(call, subscription) ?? `Renews on ${dayText(end)} for ${amountOf(subscription)}.`;
};

/** Returns the open invoice of the latest change, renewal or resumption of a plan, if any. */
export const owedInvoice = (call: Call, subscription: Subscription): Objects['invoice'] | undefined => {
  const latest = call.books.find('invoice', String(subscription.latest_invoice));
  return latest?.status === 'open' ? latest : undefined;
};
