import { SITE } from '#content/site.ts';
import { ShopError } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import type { BuyerSubscriptionRow } from '#server/db/sold-subscriptions.ts';
import { idOf } from '#server/ledger/truth.ts';
import { createWithSharedKey } from '#server/stripe/idempotency-keys.ts';
import { askProvider } from '#server/stripe/provider-errors.ts';
import type { SellerStripe } from '#server/stripe/seller-stripe.ts';

/** Tells ours from those that a seller has made on their account. */
const PURPOSE = 'buyers-cards';

/**
 * The provider's page on which a buyer changes the card of a subscription; short-lived, for this buyer alone. Nothing
 * else can be done there: all the rest is on our own page.
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
 * Makes the card that a buyer has left at the provider the one that the subscription is charged to: of its own it may go
 * on with the card that it was begun with. Nothing when it does not; the same however often it is asked for.
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

/** One for each account, made when it is first asked for. */
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
