import type Stripe from 'stripe';

import { isAppError, AppError } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import { startPlanGeneration } from '#server/sellers/seller-plans.ts';
import { CHARGE_TIMEOUT_MS } from '#server/stripe/client.ts';
import { callStripe, BANK_CONFIRMATION_MESSAGE } from '#server/stripe/stripe-errors.ts';
import { expandedObject, idOfReference } from '#server/stripe/stripe-values.ts';

import { createPaidSubscription } from './create-plan-subscription.ts';
import { withPlanChangeLock, type LockedPlan } from './plan-change-lock.ts';
import { isConfirmationNeeded, payInvoice } from './plan-items.ts';
import { createPortalUrl } from './plan-portal.ts';
import { isRunning } from './plan-snapshot.ts';

/** `url`: where the seller adds a payment method first; the portal returns and requests the reactivation again. */
type ReactivationResult = { reactivated: true } | { reactivated: false; url: string };

const RETURN_PATH = '/subscription?reactivate=true';

/**
 * Restores a plan: undoes a cancellation, resumes a paused trial, or creates a new subscription without a trial. Throws
 * AppError 'payment_declined' and 'payment_overdue', with the `url` of the invoice if there is one.
 */
export async function reactivatePlan(context: Context, sellerId: string): Promise<ReactivationResult> {
  try {
    return await withPlanChangeLock(context, sellerId, (lockedPlan) => restorePlan(context, lockedPlan));
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.code === 'payment_method_needed')
      return { reactivated: false, url: await createCardUrl(context, sellerId) };
    if (error.code === 'payment_declined' && !error.facts.url) {
      const url = await createCardUrl(context, sellerId);
      throw new AppError('payment_declined', { facts: { ...error.facts, url }, cause: error });
    }
    throw error;
  }
}

const createCardUrl = (context: Context, sellerId: string): Promise<string> =>
  createPortalUrl(context, sellerId, 'payment_method_update', RETURN_PATH);

async function restorePlan(context: Context, lockedPlan: LockedPlan): Promise<ReactivationResult> {
  const { row, fetched } = lockedPlan;
  if (isRunning(row.status)) {
    if (row.cancelAt) await undoCancellation(context, fetched.subscription);
    else if (row.due && !row.due.plan) throw paymentOverdue(row.due.url);
    return { reactivated: true };
  }
  if (row.status === 'incomplete') throw paymentOverdue(row.due?.url ?? null);
  if (!fetched.card) throw new AppError('payment_method_needed');
  await (row.status === 'paused' ? resumePaused(context, lockedPlan) : createNewSubscription(context, lockedPlan));
  return { reactivated: true };
}

const paymentOverdue = (url: string | null): AppError => new AppError('payment_overdue', url ? { facts: { url } } : {});

/** Clears the flag or the date, whichever was set. */
async function undoCancellation(context: Context, subscription: Stripe.Subscription): Promise<void> {
  const change = subscription.cancel_at_period_end ? { cancel_at_period_end: false } : ({ cancel_at: '' } as const);
  await callStripe(() => context.stripe.plans.subscriptions.update(subscription.id, change));
}

async function resumePaused(context: Context, { row, fetched }: LockedPlan): Promise<void> {
  const { subscription, openInvoice } = fetched;
  const { plans } = context.stripe;
  if (openInvoice) {
    // An earlier attempt was declined and left its invoice open.
    await payInvoice(context, row, openInvoice.id).catch((error: unknown) => {
      const isDeclined = isAppError(error) && error.code === 'payment_declined';
      throw isDeclined ? paymentDeclined(openInvoice.hosted_invoice_url, error.message) : error;
    });
    return;
  }
  const resumed = await callStripe(() =>
    plans.subscriptions.resume(
      subscription.id,
      {
        billing_cycle_anchor: { type: 'now' },
        payment_behavior: 'resume_on_payment_success',
        proration_behavior: 'none',
        expand: ['latest_invoice'],
      },
      {
        idempotencyKey: `plan-resume:${subscription.id}:${row.changes}`,
        timeout: CHARGE_TIMEOUT_MS,
      },
    ),
  );
  if (resumed.status !== 'paused') return;
  const invoice = expandedObject(resumed.latest_invoice);
  const message = (await isConfirmationNeeded(context, invoice)) ? BANK_CONFIRMATION_MESSAGE : null;
  throw paymentDeclined(invoice?.hosted_invoice_url, message);
}

const paymentDeclined = (url: string | null | undefined, message: string | null): AppError =>
  new AppError('payment_declined', { ...(message ? { message } : {}), ...(url ? { facts: { url } } : {}) });

/** A canceled subscription cannot be resumed at Stripe: creates a new one and charges it now. */
async function createNewSubscription(context: Context, { row, fetched }: LockedPlan): Promise<void> {
  const { customerId, sellerId, mode } = row;
  if (!customerId) throw new AppError('subscription_missing');
  // A generation that was never confirmed is retried under its own key, because it may exist.
  const generation = fetched.generation === row.generation ? row.generation + 1 : row.generation;
  await startPlanGeneration(context.db, sellerId, mode, generation);
  const nextRow = { ...row, customerId, generation };
  const paymentMethodId = paymentMethodOf(fetched.subscription);
  try {
    await createPaidSubscription(context, nextRow, paymentMethodId, 'error_if_incomplete');
  } catch (error) {
    if (!isAppError(error) || !error.facts.confirm) throw error;
    // The buyer's bank confirms on the invoice page, so the invoice must exist.
    const { status, due } = await createPaidSubscription(context, nextRow, paymentMethodId, 'allow_incomplete');
    if (status === 'incomplete') throw paymentDeclined(due?.url, error.message);
  }
}

/** Returns the former subscription's payment method if the customer has no default one. */
function paymentMethodOf({ customer, default_payment_method: subscriptionMethod }: Stripe.Subscription): string | null {
  const customerObject = expandedObject(customer);
  const hasDefault = !customerObject?.deleted && customerObject?.invoice_settings.default_payment_method;
  return hasDefault ? null : idOfReference(subscriptionMethod);
}
