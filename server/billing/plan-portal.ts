import { ShopError } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import { findPlanRow } from '#server/db/plan-subscriptions.ts';
import { askProvider } from '#server/stripe/provider-errors.ts';
import { planCatalogue } from './plan-catalogue.ts';

export type PortalFlow = 'payment_method_update';

const PLAN = '/subscription';

/**
 * Creates a short-lived URL of Stripe's customer portal for a seller. A flow opens one portal page and returns to
 * `returnPath` when it is completed; without completion the seller returns to the plan page.
 */
export async function planPortalUrl(
  context: Context,
  sellerId: string,
  flow: PortalFlow | null = null,
  doneAt = PLAN,
): Promise<string> {
  const row = await findPlanRow(context.db, sellerId, context.mode);
  if (!row?.customerId) throw new ShopError('subscription_missing');
  const customer = row.customerId;
  const { appUrl } = context.config;
  const { portalConfiguration: configuration } = await planCatalogue(context);
  const flowData = flow && {
    type: flow,
    after_completion: { type: 'redirect' as const, redirect: { return_url: `${appUrl}${doneAt}` } },
  };
  const { url } = await askProvider(() =>
    context.stripe.plans.billingPortal.sessions.create({
      customer,
      configuration,
      return_url: `${appUrl}${PLAN}`,
      ...(flowData ? { flow_data: flowData } : {}),
    }),
  );
  return url;
}
