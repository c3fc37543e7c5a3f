import { SITE } from '#content/site.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import type { BuyerSubscriptionRow } from '#server/ledger/queries/buyer-subscriptions.ts';
import { createWithSharedKey } from '#server/stripe/idempotency-keys.ts';
import type { SellerStripe } from '#server/stripe/seller-stripe.ts';
import { callStripe } from '#server/stripe/stripe-errors.ts';
import { idOfReference } from '#server/stripe/stripe-values.ts';

/** Metadata that marks our portal configuration among those that the seller has created. */
const PURPOSE = 'buyers-cards';

/**
 * Creates a short-lived Stripe portal session in which this buyer can change a subscription's card. The portal offers
 * nothing else: everything else is on our own page.
 */
export async function createCardPortalUrl(
  context: Context,
  { id, accountId, customerId }: BuyerSubscriptionRow,
): Promise<string> {
  const { appUrl } = context.config;
  const stripe = context.sellerStripe(accountId);
  const returnUrl = `${appUrl}/purchases/subscriptions/${id}/card?saved`;
  const afterCompletion = { type: 'redirect' as const, redirect: { return_url: returnUrl } };
  const { url } = await callStripe(async () =>
    stripe.portal.open({
      customer: customerId,
      configuration: await findOrCreateConfiguration(stripe, appUrl),
      return_url: `${appUrl}/purchases`,
      flow_data: { type: 'payment_method_update', after_completion: afterCompletion },
    }),
  );
  if (!URL.canParse(url)) throw new AppError('provider_refused');
  return url;
}

/**
 * Charges the subscription to the card that the buyer saved at Stripe, as it may still use its original card. Does
 * nothing if it already uses that card. Idempotent.
 */
export async function applySavedCard(
  context: Context,
  { accountId, customerId, subscriptionId }: BuyerSubscriptionRow,
): Promise<void> {
  const { customers, subscriptions } = context.sellerStripe(accountId);
  await callStripe(async () => {
    const customer = await customers.retrieve(customerId);
    const card = customer.deleted ? null : idOfReference(customer.invoice_settings.default_payment_method);
    const { default_payment_method: currentCard, status } = await subscriptions.retrieve(subscriptionId);
    if (!card || currentCard === null || idOfReference(currentCard) === card || status === 'canceled') return;
    await subscriptions.update(subscriptionId, { default_payment_method: card });
  });
}

/** Returns the account's portal configuration, created on first use. */
async function findOrCreateConfiguration({ portal }: SellerStripe, appUrl: string): Promise<string> {
  const { data } = await portal.configurations({ active: true, limit: 100 });
  const existing = data.find(({ metadata }) => metadata?.purpose === PURPOSE);
  if (existing) return existing.id;
  const created = await createWithSharedKey(`${PURPOSE}:${appUrl}`, ({ idempotencyKey }) =>
    portal.configure(
      {
        business_profile: { headline: `Update your card on ${SITE.name}` },
        default_return_url: `${appUrl}/purchases`,
        features: { payment_method_update: { enabled: true }, invoice_history: { enabled: false } },
        metadata: { purpose: PURPOSE },
      },
      idempotencyKey,
    ),
  );
  return created.id;
}
