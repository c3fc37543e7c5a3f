import type { Context } from '#server/context.ts';

type Named = { accountId: string; paymentIntentId?: string | null; subscriptionId?: string | null };

/** Where a payment, or the subscription that it belongs to, is in the seller's dashboard at the provider. */
export function providerAddress(
  { mode, dashboardUrl }: Pick<Context, 'mode' | 'dashboardUrl'>,
  { accountId, paymentIntentId, subscriptionId }: Named,
): string {
  const dashboard = dashboardUrl(accountId);
  const id = paymentIntentId ?? subscriptionId;
  if (!id) return dashboard;
  // The sandbox has all of an account on one page.
  if (mode === 'sandbox') return `${dashboard}#${id}`;
  return `${dashboard}/${paymentIntentId ? 'payments' : 'subscriptions'}/${id}`;
}
