import type Stripe from 'stripe';

import { PLANS, type PlanId } from '#domain/plans.ts';
import type { Context } from '#server/core/context.ts';
import type { PlanRow } from '#server/sellers/seller-plans.ts';
import { dateOf, expandedObject } from '#server/stripe/stripe-values.ts';

import { getPlanCatalog, planOfPrice } from './plan-catalog.ts';

/** A seller's subscription as Stripe has it, with the related objects. */
export type FetchedPlan = {
  subscription: Stripe.Subscription;
  /** Counts the seller's subscriptions; 0 if the metadata has none. */
  generation: number;
  card: Stripe.PaymentMethod | null;
  /** The invoice that waits for payment. */
  openInvoice: Stripe.Invoice | null;
  latestInvoice: Stripe.Invoice | null;
  /** The plan that the subscription schedule switches to. */
  next: { plan: PlanId | null; at: Date } | null;
};

const EXPAND = [
  'latest_invoice',
  'default_payment_method',
  'customer.invoice_settings.default_payment_method',
  'schedule',
];

/**
 * Fetches the newest subscription of a seller, or null. If the row has no id, the customer's subscriptions are searched,
 * so that one whose creation was not confirmed is found.
 */
export async function fetchPlan(context: Context, row: PlanRow): Promise<FetchedPlan | null> {
  if (!row.customerId) return null;
  const { subscriptions } = context.stripe.plans;
  const id = row.subscriptionId ?? (await findNewestSubscription(context, row, row.customerId))?.id;
  if (!id) return null;
  const subscription = await subscriptions.retrieve(id, { expand: EXPAND });
  const latestInvoice = expandedObject(subscription.latest_invoice);
  return {
    subscription,
    generation: generationOf(subscription),
    card: paymentMethodOf(subscription),
    latestInvoice,
    openInvoice: await findOpenInvoice(context, subscription, latestInvoice),
    next: await findNextPhase(context, subscription),
  };
}

/** Finds the newest of the customer's subscriptions that we created. */
async function findNewestSubscription(
  context: Context,
  { sellerId }: PlanRow,
  customer: string,
): Promise<Stripe.Subscription | null> {
  const { data } = await context.stripe.plans.subscriptions.list({ customer, status: 'all', limit: 100 });
  const { own = [], foreign = [] } = Object.groupBy(data, ({ metadata }) =>
    metadata.seller_id === sellerId ? 'own' : 'foreign',
  );
  if (foreign.length > 0)
    context.log.warn({ sellerId, ids: foreign.map(({ id }) => id) }, 'foreign_subscriptions_found');
  return own.toSorted((a, b) => generationOf(b) - generationOf(a) || b.created - a.created)[0] ?? null;
}

const generationOf = ({ metadata }: Stripe.Subscription): number => Number(metadata.generation ?? 0) || 0;

/** Returns the payment method that Stripe would charge. */
function paymentMethodOf({
  default_payment_method: subscriptionMethod,
  customer,
}: Stripe.Subscription): Stripe.PaymentMethod | null {
  const customerObject = expandedObject(customer);
  const customerMethod =
    customerObject && !customerObject.deleted ? customerObject.invoice_settings.default_payment_method : null;
  return expandedObject(subscriptionMethod) ?? expandedObject(customerMethod);
}

async function findOpenInvoice(
  context: Context,
  { id, status, pending_update: pendingUpdate }: Stripe.Subscription,
  latestInvoice: Stripe.Invoice | null,
): Promise<Stripe.Invoice | null> {
  if (latestInvoice?.status === 'open') return latestInvoice;
  if (!pendingUpdate && status !== 'past_due' && status !== 'unpaid') return null;
  const { data } = await context.stripe.plans.invoices.list({ subscription: id, status: 'open', limit: 1 });
  return data[0] ?? null;
}

async function findNextPhase(context: Context, { schedule }: Stripe.Subscription): Promise<FetchedPlan['next']> {
  const scheduleObject = expandedObject(schedule);
  const phaseEnd = scheduleObject?.current_phase?.end_date;
  const phase = scheduleObject?.phases.find(({ start_date: start }) => phaseEnd !== undefined && start >= phaseEnd);
  const price = phase?.items[0]?.price;
  return phase && price ? { plan: await findPlanOfPrice(context, price), at: dateOf(phase.start_date) } : null;
}

async function findPlanOfPrice(
  context: Context,
  price: string | Stripe.Price | Stripe.DeletedPrice,
): Promise<PlanId | null> {
  if (typeof price === 'object') return price.deleted ? null : planOfPrice(price);
  const { priceIdOf } = await getPlanCatalog(context);
  const currentPlan = PLANS.find(({ id }) => priceIdOf(id) === price)?.id;
  return currentPlan ?? planOfPrice(await context.stripe.plans.prices.retrieve(price));
}
