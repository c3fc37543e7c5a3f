import type Stripe from 'stripe';

import { isShopError, ShopError } from '#domain/errors.ts';
import { planOf, type PlanId } from '#domain/plans.ts';
import type { PlanChange } from '#domain/subscription.ts';

import type { Context } from '#server/context.ts';
import { CHARGE_TIMEOUT_MS } from '#server/stripe/client.ts';
import { askProvider, isFinalRefusal } from '#server/stripe/provider-errors.ts';
import type { FetchedPlan } from './fetch-plan.ts';
import { planCatalogue } from './plan-catalogue.ts';
import type { HeldPlan } from './plan-change-claim.ts';

/** Returns the subscription's single item with the price of another plan. */
async function itemsFor(context: Context, { subscription }: FetchedPlan, to: PlanId) {
  const item = subscription.items.data[0];
  if (!item) throw new ShopError('provider_refused');
  const { priceOf } = await planCatalogue(context);
  return [{ id: item.id, price: priceOf(to), quantity: 1 }];
}

/** Retries of one change share this idempotency key, so that Stripe applies it once. */
const keyOf = ({ row, fetched }: HeldPlan, to: PlanId) => ({
  idempotencyKey: `plan-change:${fetched.subscription.id}:${row.changes}:${to}`,
});

/** Changes the plan at once without a charge; a trial continues. */
export async function switchPlan(context: Context, held: HeldPlan, to: PlanId): Promise<void> {
  const items = await itemsFor(context, held.fetched, to);
  await askProvider(() =>
    context.stripe.plans.subscriptions.update(
      held.fetched.subscription.id,
      { items, proration_behavior: 'none' },
      keyOf(held, to),
    ),
  );
}

/** Upgrades: charges the difference for the rest of the period now; the plan changes when it is paid. */
export async function upgradePlan(context: Context, held: HeldPlan, to: PlanId): Promise<PlanChange> {
  const { fetched } = held;
  const items = await itemsFor(context, fetched, to);
  const updated = await askProvider(() =>
    context.stripe.plans.subscriptions.update(
      fetched.subscription.id,
      {
        items,
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
        expand: ['latest_invoice'],
      },
      { ...keyOf(held, to), timeout: CHARGE_TIMEOUT_MS },
    ),
  );
  const invoice = invoiceOf(updated);
  if (updated.pending_update) return paymentNeeded(context, to, invoice);
  const isNew = invoice !== null && invoice.id !== fetched.latestInvoice?.id;
  return planChange('upgraded', to, { charged: isNew ? invoice.amount_paid : 0 });
}

/** Pays the invoice of a pending upgrade again, because the card may have changed. */
export async function payWaiting(context: Context, held: HeldPlan, to: PlanId): Promise<PlanChange> {
  const { openInvoice } = held.fetched;
  if (!openInvoice) return paymentNeeded(context, to, null);
  try {
    const paid = await payInvoice(context, held.row, openInvoice.id);
    return planChange('upgraded', to, { charged: paid.amount_paid });
  } catch (error) {
    if (!isShopError(error) || error.code !== 'payment_declined') throw error;
    return paymentNeeded(context, to, openInvoice);
  }
}

/** Pays an open invoice. Succeeds if it was paid meanwhile, by an earlier request or on Stripe's page. */
export async function payInvoice(
  { stripe }: Context,
  { changes }: HeldPlan['row'],
  id: string,
): Promise<Stripe.Invoice> {
  const { invoices } = stripe.plans;
  const options = { idempotencyKey: `plan-pay:${id}:${changes}`, timeout: CHARGE_TIMEOUT_MS };
  try {
    return await askProvider(() => invoices.pay(id, undefined, options));
  } catch (error) {
    if (!isShopError(error) || !isFinalRefusal(error.cause)) throw error;
    const current = await askProvider(() => invoices.retrieve(id));
    if (current.status !== 'paid') throw error;
    return current;
  }
}

/** Builds the result of a plan change with defaults. */
export const planChange = (
  change: PlanChange['change'],
  plan: PlanId,
  more: Partial<PlanChange> = {},
): PlanChange => ({ change, plan, at: null, url: null, charged: 0, message: null, ...more });

/** The plan changes when this invoice is paid. */
export async function paymentNeeded(
  context: Context,
  to: PlanId,
  invoice: Stripe.Invoice | null,
): Promise<PlanChange> {
  const message = (await isConfirmationAwaited(context, invoice))
    ? `Your bank wants you to confirm the payment. ${planOf(to).name} begins as soon as you have.`
    : `Your card was declined. ${planOf(to).name} begins as soon as the difference is paid.`;
  return planChange('payment_needed', to, { url: invoice?.hosted_invoice_url ?? null, message });
}

/** Returns true if the bank requires confirmation. A failed lookup only affects the message, so it returns false. */
export async function isConfirmationAwaited(
  context: Context,
  invoice: Stripe.Invoice | null,
): Promise<boolean> {
  if (!invoice) return false;
  try {
    const { data } = await askProvider(() =>
      context.stripe.plans.invoicePayments.list({
        invoice: invoice.id,
        expand: ['data.payment.payment_intent'],
      }),
    );
    return data.some(({ payment: { payment_intent: intent } }) =>
      typeof intent === 'object' ? intent.status === 'requires_action' : false,
    );
  } catch (error) {
    context.log.warn({ err: error, invoice: invoice.id }, 'why a bill is open could not be read');
    return false;
  }
}

const invoiceOf = ({ latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice | null =>
  typeof invoice === 'object' ? invoice : null;

/** Returns the amount that the latest plan change has charged. */
export const chargedFor = ({ latestInvoice }: FetchedPlan): number =>
  latestInvoice?.billing_reason === 'subscription_update' ? latestInvoice.amount_paid : 0;

/** Cancels a pending upgrade by voiding its invoice. */
export async function dropPendingUpdate(
  context: Context,
  { subscription, openInvoice }: FetchedPlan,
): Promise<void> {
  if (!subscription.pending_update || !openInvoice) return;
  await askProvider(() => context.stripe.plans.invoices.voidInvoice(openInvoice.id));
}
