import type Stripe from 'stripe';

import { AppError } from '#domain/errors.ts';
import type { PlanInvoice } from '#domain/subscription.ts';
import type { Context } from '#server/core/context.ts';
import { findPlanRow } from '#server/sellers/seller-plans.ts';
import { callStripe } from '#server/stripe/stripe-errors.ts';

import { getPlanCatalog } from './plan-catalog.ts';

/** Two years of monthly invoices. */
const MAX_INVOICES = 24;

/** Lists a seller's plan invoices, newest first. */
export async function listPlanInvoices(context: Context, sellerId: string): Promise<PlanInvoice[]> {
  const row = await findPlanRow(context.db, sellerId, context.mode);
  if (!row?.customerId) return [];
  const customer = row.customerId;
  const { data } = await callStripe(() => context.stripe.plans.invoices.list({ customer, limit: MAX_INVOICES }));
  return data.map(toPlanInvoice);
}

const toPlanInvoice = (invoice: Stripe.Invoice): PlanInvoice => ({
  id: invoice.id,
  number: invoice.number,
  createdAt: new Date(invoice.created * 1000).toISOString(),
  total: invoice.total,
  status: (invoice.status ?? 'draft') as PlanInvoice['status'],
  url: invoice.hosted_invoice_url ?? null,
});

type PortalFlow = 'payment_method_update';

const PLAN_PATH = '/subscription';

/**
 * Creates a short-lived URL of Stripe's customer portal for a seller. A flow opens one portal page and returns to
 * `returnPath` when it is completed; without completion the seller returns to the plan page.
 */
export async function createPortalUrl(
  context: Context,
  sellerId: string,
  flow: PortalFlow | null = null,
  returnPath = PLAN_PATH,
): Promise<string> {
  const row = await findPlanRow(context.db, sellerId, context.mode);
  if (!row?.customerId) throw new AppError('subscription_missing');
  const customer = row.customerId;
  const { appUrl } = context.config;
  const { portalConfiguration: configuration } = await getPlanCatalog(context);
  const flowData = flow && {
    type: flow,
    after_completion: { type: 'redirect' as const, redirect: { return_url: `${appUrl}${returnPath}` } },
  };
  const { url } = await callStripe(() =>
    context.stripe.plans.billingPortal.sessions.create({
      customer,
      configuration,
      return_url: `${appUrl}${PLAN_PATH}`,
      ...(flowData ? { flow_data: flowData } : {}),
    }),
  );
  return url;
}
