import { findScheduledEnd } from '../billing/schedules.ts';
import { findPaymentMethod } from '../billing/subscription-payment-method.ts';
import { formatAmount } from '../core/amounts.ts';
import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';

type PriceFields = Pick<Objects['price'], 'unit_amount' | 'currency' | 'recurring'> & { product: unknown };

/** Formats the billing interval: "per month", "every 3 months"; empty for a one-time price. */
export const intervalText = ({ recurring }: Pick<PriceFields, 'recurring'>): string => {
  if (!recurring) return '';
  return recurring.interval_count === 1
    ? `per ${recurring.interval}`
    : `every ${recurring.interval_count} ${recurring.interval}s`;
};

/** Formats a price: "$29.00 per month". */
export const priceText = (price: PriceFields, quantity = 1): string =>
  `${formatAmount((price.unit_amount ?? 0) * quantity, price.currency)} ${intervalText(price)}`;

export const findProductName = (call: CallContext, price: Pick<PriceFields, 'product'>): string =>
  call.repository.find('product', String(price.product))?.name ?? 'Subscription';

/** Formats a date from seconds: "Nov 27, 2026". */
export const shortDateText = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats an invoice line's amount, with a typographic minus sign for a credit. */
export const formatLineAmount = (amount: number, currency: string): string =>
  formatAmount(amount, currency).replace('-', '−');

type Subscription = Objects['subscription'];
type Method = Objects['payment_method'];

const BRAND_NAMES: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
};

/** Formats a card: "Visa ending in 4242". */
export const cardText = (method: Method): string =>
  `${BRAND_NAMES[method.card?.brand ?? ''] ?? 'Card'} ending in ${method.card?.last4}`;

export const findPlanName = (call: CallContext, subscription: Subscription): string => {
  const [item] = subscription.items.data;
  return item ? findProductName(call, item.price) : 'Subscription';
};

const formatTotal = (subscription: Subscription): string => {
  const total = subscription.items.data.reduce(
    (sum, item) => sum + (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    0,
  );
  return formatAmount(total, subscription.currency);
};

const trialText = (call: CallContext, subscription: Subscription): string => {
  const end = shortDateText(subscription.trial_end ?? call.now);
  const method = findPaymentMethod(call, subscription);
  if (method)
    return `Free trial until ${end}. After that, ${formatTotal(subscription)} is charged to ${cardText(method)}.`;
  const missingMethodBehavior = subscription.trial_settings?.end_behavior.missing_payment_method;
  if (missingMethodBehavior === 'pause')
    return `Free trial until ${end}. Your plan pauses then unless you add a payment method.`;
  if (missingMethodBehavior === 'cancel')
    return `Free trial until ${end}. Your plan ends then unless you add a payment method.`;
  return `Free trial until ${end}. After that, an invoice for ${formatTotal(subscription)} is due.`;
};

type ScheduledChange = { price: Objects['price']; time: number };

/** Returns the plan change scheduled for the end of the period, if any. */
export const findScheduledChange = (call: CallContext, subscription: Subscription): ScheduledChange | undefined => {
  const schedule = call.repository.find('subscription_schedule', String(subscription.schedule));
  const phase = schedule?.phases.find(({ start_date }) => start_date > call.now);
  const price = call.repository.find('price', (phase?.items[0]?.price ?? '') as string);
  return phase && price && { price, time: phase.start_date };
};

export const describeScheduledChange = (call: CallContext, subscription: Subscription): string | undefined => {
  const scheduledChange = findScheduledChange(call, subscription);
  if (!scheduledChange) return undefined;
  const { price, time } = scheduledChange;
  return `Changes to ${findProductName(call, price)} (${priceText(price)}) on ${shortDateText(time)}.`;
};

const OWING_STATUSES = new Set(['past_due', 'unpaid', 'incomplete']);
/** Returns whether money is owed, which blocks plan changes. */
export const owesPayment = ({ status }: Subscription): boolean => OWING_STATUSES.has(status);

/** Describes the state of a plan and its next step, in one or two sentences. */
export const describeState = (call: CallContext, subscription: Subscription): string => {
  const end = subscription.items.data[0]?.current_period_end ?? call.now;
  if (subscription.ended_at !== null) return `Ended on ${shortDateText(subscription.ended_at)}.`;
  if (subscription.status === 'paused')
    return 'Paused because the trial ended without a payment method. You aren’t charged while it’s paused.';
  if (subscription.status === 'past_due')
    return 'The last payment failed. Your plan stays active while the payment is retried.';
  if (subscription.status === 'unpaid') return 'Several payments failed, so your plan is no longer active.';
  if (subscription.status === 'incomplete') return 'The first payment hasn’t gone through yet.';
  const endsAt = subscription.cancel_at ?? (findScheduledEnd(call, subscription) === end ? end : null);
  if (endsAt !== null) return `Ends on ${shortDateText(endsAt)}. Nothing changes until then.`;
  if (subscription.status === 'trialing') return trialText(call, subscription);
  return (
    describeScheduledChange(call, subscription) ?? `Renews on ${shortDateText(end)} for ${formatTotal(subscription)}.`
  );
};

/** Returns the open invoice of the latest change, renewal or resumption of a plan, if any. */
export const findOpenInvoice = (call: CallContext, subscription: Subscription): Objects['invoice'] | undefined => {
  const latestInvoice = call.repository.find('invoice', String(subscription.latest_invoice));
  return latestInvoice?.status === 'open' ? latestInvoice : undefined;
};
