import type { Context } from '#server/context.ts';

type StripeIds = { accountId: string; paymentIntentId?: string | null; subscriptionId?: string | null };

/** URL of a payment, or of its subscription, in the seller's Stripe dashboard. */
export function getStripeDashboardUrl(
  { mode, dashboardUrl }: Pick<Context, 'mode' | 'dashboardUrl'>,
  { accountId, paymentIntentId, subscriptionId }: StripeIds,
): string {
  const dashboard = dashboardUrl(accountId);
  const id = paymentIntentId ?? subscriptionId;
  if (!id) return dashboard;
  // The sandbox shows all objects of an account on one page.
  if (mode === 'sandbox') return `${dashboard}#${id}`;
  return `${dashboard}/${paymentIntentId ? 'payments' : 'subscriptions'}/${id}`;
}
