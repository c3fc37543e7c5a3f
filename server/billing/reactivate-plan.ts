import type Stripe from 'stripe';

import { isShopError, ShopError } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import { updateGeneration } from '#server/db/plan-subscriptions.ts';
import { CHARGE_TIMEOUT_MS } from '#server/stripe/client.ts';
import { askProvider, BANK_ASKS } from '#server/stripe/provider-errors.ts';
import { createPaid } from './begin-subscription.ts';
import { changingPlan, type HeldPlan } from './plan-change-claim.ts';
import { isConfirmationAwaited, payInvoice } from './plan-items.ts';
import { planPortalUrl } from './plan-portal.ts';
import { isRunning } from './plan-truth.ts';

/** `url`: where the seller adds a payment method first; the portal returns and requests the reactivation again. */
export type Reactivated = { reactivated: true } | { reactivated: false; url: string };

const BACK = '/subscription?reactivate=true';

/**
 * Restores a plan: undoes a cancellation, resumes a paused trial, or creates a new subscription without a trial. Throws
 * AppError 'payment_declined' and 'payment_overdue', with the `url` of the invoice if there is one.
 */
export async function reactivatePlan(context: Context, sellerId: string): Promise<Reactivated> {
  try {
    return await changingPlan(context, sellerId, (held) => bringBack(context, held));
  } catch (error) {
    if (!isShopError(error)) throw error;
    if (error.code === 'payment_method_needed')
      return { reactivated: false, url: await cardUrl(context, sellerId) };
    if (error.code === 'payment_declined' && !error.facts.url) {
      const url = await cardUrl(context, sellerId);
      throw new ShopError('payment_declined', { facts: { ...error.facts, url }, cause: error });
    }
    throw error;
  }
}

const cardUrl = (context: Context, sellerId: string): Promise<string> =>
  planPortalUrl(context, sellerId, 'payment_method_update', BACK);

async function bringBack(context: Context, held: HeldPlan): Promise<Reactivated> {
  const { row, fetched } = held;
  if (isRunning(row.status)) {
    if (row.cancelAt) await takeBackWish(context, fetched.subscription);
    else if (row.due && !row.due.plan) throw overdue(row.due.url);
    return { reactivated: true };
  }
  if (row.status === 'incomplete') throw overdue(row.due?.url ?? null);
  if (!fetched.card) throw new ShopError('payment_method_needed');
  await (row.status === 'paused' ? resume(context, held) : beginAnew(context, held));
  return { reactivated: true };
}

const overdue = (url: string | null): ShopError =>
  new ShopError('payment_overdue', url ? { facts: { url } } : {});

/** Clears the flag or the date, whichever was set. */
async function takeBackWish(context: Context, subscription: Stripe.Subscription): Promise<void> {
  const change = subscription.cancel_at_period_end
    ? { cancel_at_period_end: false }
    : ({ cancel_at: '' } as const);
  await askProvider(() => context.stripe.plans.subscriptions.update(subscription.id, change));
}

async function resume(context: Context, { row, fetched }: HeldPlan): Promise<void> {
  const { subscription, openInvoice } = fetched;
  const { plans } = context.stripe;
  if (openInvoice) {
    // An earlier attempt was declined and left its invoice open.
    await declinedWith(openInvoice.hosted_invoice_url, () => payInvoice(context, row, openInvoice.id));
    return;
  }
  const resumed = await askProvider(() =>
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
  const invoice = typeof resumed.latest_invoice === 'object' ? resumed.latest_invoice : null;
  const message = (await isConfirmationAwaited(context, invoice)) ? BANK_ASKS : null;
  throw declined(invoice?.hosted_invoice_url, message);
}

const declined = (url: string | null | undefined, message: string | null): ShopError =>
  new ShopError('payment_declined', { ...(message ? { message } : {}), ...(url ? { facts: { url } } : {}) });

async function declinedWith(url: string | null | undefined, pay: () => Promise<unknown>): Promise<void> {
  try {
    await pay();
  } catch (error) {
    throw isShopError(error) && error.code === 'payment_declined' ? declined(url, error.message) : error;
  }
}

/** A canceled subscription cannot be resumed at Stripe: creates a new one and charges it now. */
async function beginAnew(context: Context, { row, fetched }: HeldPlan): Promise<void> {
  const { customerId, sellerId, mode } = row;
  if (!customerId) throw new ShopError('subscription_missing');
  // A generation that was never confirmed is retried under its own key, because it may exist.
  const generation = fetched.generation === row.generation ? row.generation + 1 : row.generation;
  await updateGeneration(context.db, sellerId, mode, generation);
  const next = { ...row, customerId, generation };
  const method = methodFor(fetched.subscription);
  try {
    await createPaid(context, next, method, 'error_if_incomplete');
  } catch (error) {
    if (!isShopError(error) || !error.facts.confirm) throw error;
    // The buyer's bank confirms on the invoice page, so the invoice must exist.
    const { status, due } = await createPaid(context, next, method, 'allow_incomplete');
    if (status === 'incomplete') throw declined(due?.url, error.message);
  }
}

/** Returns the former subscription's payment method if the customer has no default one. */
function methodFor({ customer, default_payment_method: own }: Stripe.Subscription): string | null {
  const holder = typeof customer === 'object' && !customer.deleted ? customer : null;
  if (holder?.invoice_settings.default_payment_method) return null;
  return typeof own === 'object' ? (own?.id ?? null) : own;
}
