import type Stripe from 'stripe';

import type { PlanInvoice } from '#domain/subscription.ts';

import type { Context } from '#server/context.ts';
import { findPlanRow } from '#server/db/plan-subscriptions.ts';
import { callStripe } from '#server/stripe/provider-errors.ts';

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
