import { SITE } from '#content/site.ts';
import { ShopError } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import type { BuyerSubscriptionRow } from '#server/db/sold-subscriptions.ts';
import { idOf } from '#server/ledger/truth.ts';
import { createWithSharedKey } from '#server/stripe/idempotency-keys.ts';
import { askProvider } from '#server/stripe/provider-errors.ts';
import type { SellerStripe } from '#server/stripe/seller-stripe.ts';

/** Metadata that marks our portal configuration among those that the seller has created. */
const PURPOSE = 'buyers-cards';

/**
 * Creates a short-lived Stripe portal session in which this buyer can change a subscription's card. The portal offers
 * nothing else: everything else is on our own page.
 */
export async function cardPortalUrl(
  context: Context,
  { id, accountId, customerId }: BuyerSubscriptionRow,
): Promise<string> {
  const { appUrl } = context.config;
  const stripe = context.sellerStripe(accountId);
  const kept = `${appUrl}/purchases/subscriptions/${id}/card?kept`;
  const done = { type: 'redirect' as const, redirect: { return_url: kept } };
  const { url } = await askProvider(async () =>
    stripe.portal.open({
      customer: customerId,
      configuration: await configurationOf(stripe, appUrl),
      return_url: `${appUrl}/purchases`,
      flow_data: { type: 'payment_method_update', after_completion: done },
    }),
  );
  if (!URL.canParse(url)) throw new ShopError('provider_refused');
  return url;
}

/**
 * Charges the subscription to the card that the buyer saved at Stripe, as it may still use its original card. Does
 * nothing if it already uses that card. Idempotent.
 */
export async function keepCard(
  context: Context,
  { accountId, customerId, subscriptionId }: BuyerSubscriptionRow,
): Promise<void> {
  const { customers, subscriptions } = context.sellerStripe(accountId);
  await askProvider(async () => {
    const customer = await customers.retrieve(customerId);
    const card = customer.deleted ? null : idOf(customer.invoice_settings.default_payment_method);
    const { default_payment_method: charged, status } = await subscriptions.retrieve(subscriptionId);
    if (!card || charged === null || idOf(charged) === card || status === 'canceled') return;
    await subscriptions.update(subscriptionId, { default_payment_method: card });
  });
}

/** Returns the account's portal configuration, created on first use. */
async function configurationOf({ portal }: SellerStripe, appUrl: string): Promise<string> {
  const { data } = await portal.configurations({ active: true, limit: 100 });
  const ours = data.find(({ metadata }) => metadata?.purpose === PURPOSE);
  if (ours) return ours.id;
  const made = await createWithSharedKey(`${PURPOSE}:${appUrl}`, ({ idempotencyKey }) =>
    portal.configure(
      {
        business_profile: { headline: `Your card, by ${SITE.name}` },
        default_return_url: `${appUrl}/purchases`,
        features: { payment_method_update: { enabled: true }, invoice_history: { enabled: false } },
        metadata: { purpose: PURPOSE },
      },
      idempotencyKey,
    ),
  );
  return made.id;
}
