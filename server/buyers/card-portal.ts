import { SITE } from '#content/site.ts';
import { ShopError } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import type { BuyerSubscriptionRow } from '#server/db/sold-subscriptions.ts';
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
  { accountId, customerId }: BuyerSubscriptionRow,
): Promise<string> {
  const { appUrl } = context.config;
  const stripe = context.sellerStripe(accountId);
  const done = { type: 'redirect' as const, redirect: { return_url: `${appUrl}/purchases?said=card` } };
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

/** One for each account, made when it is first asked for. */
async function configurationOf({ portal }: SellerStripe, appUrl: string): Promise<string> {
  const { data } = await portal.configurations({ active: true, limit: 100 });
  const ours = data.find(({ metadata }) => metadata?.purpose === PURPOSE);
  if (ours) return ours.id;
  const made = await portal.configure(
    {
      business_profile: { headline: `Your card, by ${SITE.name}` },
      default_return_url: `${appUrl}/purchases`,
      features: { payment_method_update: { enabled: true }, invoice_history: { enabled: false } },
      metadata: { purpose: PURPOSE },
    },
    `${PURPOSE}:${appUrl}`,
  );
  return made.id;
}
