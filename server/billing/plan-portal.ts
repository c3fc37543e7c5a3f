import { ShopError } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import { findPlanRow } from '#server/db/plan-subscriptions.ts';
import { askProvider } from '#server/stripe/provider-errors.ts';
import { planCatalogue } from './plan-catalogue.ts';

export type PortalFlow = 'payment_method_update';

const PLAN = '/subscription';

/**
 * A fresh address of the provider's pages for a seller's plan; short-lived, for this seller alone. A flow leads to one
 * of them and comes back to `doneAt` when it is done; whoever gives up comes back to the plan.
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
