import type Stripe from 'stripe';

import { planErrorMessages } from '#content/messages/plan-errors.ts';
import { isAppError, AppError } from '#domain/errors.ts';
import { getPlan, type PlanId } from '#domain/plans.ts';
import type { PlanChange } from '#domain/subscription.ts';
import type { Context } from '#server/core/context.ts';
import { CHARGE_TIMEOUT_MS } from '#server/stripe/client.ts';
import { callStripe, isFinalRejection } from '#server/stripe/stripe-errors.ts';
import { expandedObject } from '#server/stripe/stripe-values.ts';

import type { FetchedPlan } from './fetch-plan.ts';
import { getPlanCatalog } from './plan-catalog.ts';
import type { LockedPlan } from './plan-change-lock.ts';

/** Returns the subscription's single item with the price of another plan. */
async function subscriptionItems(context: Context, { subscription }: FetchedPlan, to: PlanId) {
  const item = subscription.items.data[0];
  if (!item) throw new AppError('provider_refused');
  const { priceIdOf } = await getPlanCatalog(context);
  return [{ id: item.id, price: priceIdOf(to), quantity: 1 }];
}

/** Retries of one change share this idempotency key, so that Stripe applies it once. */
const planChangeKey = ({ row, fetched }: LockedPlan, to: PlanId) => ({
  idempotencyKey: `plan-change:${fetched.subscription.id}:${row.changes}:${to}`,
});

/** Changes the plan at once without a charge; a trial continues. */
export async function switchPlan(context: Context, lockedPlan: LockedPlan, to: PlanId): Promise<void> {
  const items = await subscriptionItems(context, lockedPlan.fetched, to);
  await callStripe(() =>
    context.stripe.plans.subscriptions.update(
      lockedPlan.fetched.subscription.id,
      { items, proration_behavior: 'none' },
      planChangeKey(lockedPlan, to),
    ),
  );
}

/** Upgrades: charges the difference for the rest of the period now; the plan changes when it is paid. */
export async function upgradePlan(context: Context, lockedPlan: LockedPlan, to: PlanId): Promise<PlanChange> {
  const { fetched } = lockedPlan;
  const items = await subscriptionItems(context, fetched, to);
  const updated = await callStripe(() =>
    context.stripe.plans.subscriptions.update(
      fetched.subscription.id,
      {
        items,
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
        expand: ['latest_invoice'],
      },
      { ...planChangeKey(lockedPlan, to), timeout: CHARGE_TIMEOUT_MS },
    ),
  );
  const invoice = expandedObject(updated.latest_invoice);
  if (updated.pending_update) return toPaymentNeeded(context, to, invoice);
  const isNew = invoice !== null && invoice.id !== fetched.latestInvoice?.id;
  return toPlanChange('upgraded', to, { charged: isNew ? invoice.amount_paid : 0 });
}

/** Pays the invoice of a pending upgrade again, because the card may have changed. */
export async function payOpenInvoice(context: Context, lockedPlan: LockedPlan, to: PlanId): Promise<PlanChange> {
  const { openInvoice } = lockedPlan.fetched;
  if (!openInvoice) return toPaymentNeeded(context, to, null);
  try {
    const paidInvoice = await payInvoice(context, lockedPlan.row, openInvoice.id);
    return toPlanChange('upgraded', to, { charged: paidInvoice.amount_paid });
  } catch (error) {
    if (!isAppError(error) || error.code !== 'payment_declined') throw error;
    return toPaymentNeeded(context, to, openInvoice);
  }
}

/** Pays an open invoice. Succeeds if it was paid meanwhile, by an earlier request or on Stripe's page. */
export async function payInvoice(
  { stripe }: Context,
  { changes }: LockedPlan['row'],
  id: string,
): Promise<Stripe.Invoice> {
  const { invoices } = stripe.plans;
  const options = { idempotencyKey: `plan-pay:${id}:${changes}`, timeout: CHARGE_TIMEOUT_MS };
  try {
    return await callStripe(() => invoices.pay(id, undefined, options));
  } catch (error) {
    if (!isAppError(error) || !isFinalRejection(error.cause)) throw error;
    const current = await callStripe(() => invoices.retrieve(id));
    if (current.status !== 'paid') throw error;
    return current;
  }
}

export const toPlanChange = (
  change: PlanChange['change'],
  plan: PlanId,
  overrides: Partial<PlanChange> = {},
): PlanChange => ({ change, plan, at: null, url: null, charged: 0, message: null, ...overrides });

/** The plan changes when this invoice is paid. */
export async function toPaymentNeeded(
  context: Context,
  to: PlanId,
  invoice: Stripe.Invoice | null,
): Promise<PlanChange> {
  const plan = getPlan(to).name;
  const message = (await isConfirmationNeeded(context, invoice))
    ? planErrorMessages.confirmWithBank({ plan })
    : planErrorMessages.declined({ plan });
  return toPlanChange('payment_needed', to, { url: invoice?.hosted_invoice_url ?? null, message });
}

/** Returns true if the bank requires confirmation. A failed lookup only affects the message, so it returns false. */
export async function isConfirmationNeeded(context: Context, invoice: Stripe.Invoice | null): Promise<boolean> {
  if (!invoice) return false;
  try {
    const { data } = await callStripe(() =>
      context.stripe.plans.invoicePayments.list({
        invoice: invoice.id,
        expand: ['data.payment.payment_intent'],
      }),
    );
    return data.some(({ payment }) => expandedObject(payment.payment_intent)?.status === 'requires_action');
  } catch (error) {
    context.log.warn({ err: error, invoice: invoice.id }, 'open_invoice_lookup_failed');
    return false;
  }
}

export const chargeOfLastUpdate = ({ latestInvoice }: FetchedPlan): number =>
  latestInvoice?.billing_reason === 'subscription_update' ? latestInvoice.amount_paid : 0;

/** Cancels a pending upgrade by voiding its invoice. */
export async function cancelPendingUpdate(context: Context, { subscription, openInvoice }: FetchedPlan): Promise<void> {
  if (!subscription.pending_update || !openInvoice) return;
  await callStripe(() => context.stripe.plans.invoices.voidInvoice(openInvoice.id));
}
