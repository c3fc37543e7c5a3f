import { createHash } from 'node:crypto';

import type Stripe from 'stripe';

import { accentShades } from '#domain/accent.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import type { Attempt } from '#server/db/attempts.ts';

type Params = Stripe.Checkout.SessionCreateParams;

const INTERVALS = { weekly: 'week', monthly: 'month', yearly: 'year' } as const;

/** Everything that the provider needs to take exactly this attempt's money. The same attempt gives the same parameters. */
export function sessionParams(
  attempt: Attempt,
  config: CheckoutPageConfig,
  appUrl: string,
  sellerName: string | null,
): Params {
  const recurring = config.paymentType === 'subscription';
  const metadata = { attempt_id: attempt.id, page_id: attempt.pageId, slug: attempt.slug };
  return {
    mode: recurring ? 'subscription' : 'payment',
    line_items: [{ quantity: 1, price_data: priceData(attempt, config, appUrl) }],
    ...(attempt.couponCode ? { discounts: [{ coupon: couponParams(attempt, recurring).id }] } : {}),
    allowed_payment_method_types: ['card'],
    adaptive_pricing: { enabled: false },
    automatic_tax: { enabled: false },
    client_reference_id: attempt.id,
    ...(attempt.email ? { customer_email: attempt.email } : {}),
    metadata,
    ...(recurring ? recurringParams(attempt, metadata) : oneTimeParams(metadata)),
    branding_settings: {
      ...(sellerName ? { display_name: sellerName } : {}),
      button_color: accentShades(config.accentColor).fill,
    },
    expires_at: Math.floor(attempt.expiresAt.getTime() / 1000),
    success_url: `${successUrl(appUrl, attempt)}&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${appUrl}/c/${attempt.slug}?canceled=true${attempt.couponCode ? `&coupon=${encodeURIComponent(attempt.couponCode)}` : ''}`,
  };
}

/** Where the buyer of an attempt reads what they paid. */
export const successUrl = (appUrl: string, { id }: Attempt): string => `${appUrl}/success?t=${id}`;

const oneTimeParams = (metadata: Record<string, string>): Params => ({
  payment_intent_data: { metadata },
  customer_creation: 'always',
  submit_type: 'pay',
});

const recurringParams = (attempt: Attempt, metadata: Record<string, string>): Params => ({
  subscription_data: { metadata },
  ...(attempt.total === 0 ? { payment_method_collection: 'if_required' } : {}),
});

function priceData(
  attempt: Attempt,
  config: CheckoutPageConfig,
  appUrl: string,
): Stripe.Checkout.SessionCreateParams.LineItem.PriceData {
  const picture =
    config.productImage && appUrl.startsWith('https:') ? [`${appUrl}${config.productImage}`] : null;
  return {
    currency: attempt.currency.toLowerCase(),
    unit_amount: attempt.original,
    ...(config.paymentType === 'subscription'
      ? { recurring: { interval: INTERVALS[config.billingFrequency] } }
      : {}),
    product_data: {
      name: config.productName,
      ...(config.description ? { description: config.description.slice(0, 500) } : {}),
      ...(picture ? { images: picture } : {}),
    },
  };
}

/** The coupon on the seller's account that takes off exactly this attempt's discount. Its id is made from its content. */
export function couponParams(
  attempt: Attempt,
  recurring: boolean,
): Stripe.CouponCreateParams & { id: string } {
  const currency = attempt.currency.toLowerCase();
  const duration = recurring ? 'forever' : 'once';
  const all = attempt.total === 0;
  const content = JSON.stringify([attempt.couponCode, all ? 'all' : attempt.discount, currency, duration]);
  return {
    id: `co_${createHash('sha256').update(content).digest('hex').slice(0, 24)}`,
    name: (attempt.couponCode ?? '').slice(0, 40),
    duration,
    ...(all ? { percent_off: 100 } : { amount_off: attempt.discount, currency }),
  };
}
