import { createHash } from 'node:crypto';

import type Stripe from 'stripe';

import { SITE } from '#content/site.ts';
import { PLANS, type PlanId } from '#domain/plans.ts';

import type { Context } from '#server/context.ts';
import { createWithSharedKey } from '#server/stripe/idempotency-keys.ts';
import { productIdOf } from './plan-prices.ts';

/** Together with the return URL it identifies this installation's configuration on a shared Stripe account. */
const PURPOSE = 'seller-plans';

type PortalContent = Stripe.BillingPortal.ConfigurationCreateParams;

/** Creates the portal configuration or updates it when its content changed. Returns its id. */
export async function ensurePortalConfiguration(context: Context, priceOf: (plan: PlanId) => string): Promise<string> {
  const { configurations } = context.stripe.plans.billingPortal;
  const content = portalContent(context.config.appUrl, priceOf);
  const version = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
  const metadata = { purpose: PURPOSE, version };
  const { data } = await configurations.list({ active: true, limit: 100 });
  const existing = data.find(
    (configuration) =>
      configuration.metadata?.purpose === PURPOSE && configuration.default_return_url === content.default_return_url,
  );
  if (!existing) {
    const created = await createWithSharedKey(`plan-portal:${context.config.appUrl}:${version}`, (options) =>
      configurations.create({ ...content, metadata }, options),
    );
    return created.id;
  }
  if (existing.metadata?.version !== version) await configurations.update(existing.id, { ...content, metadata });
  return existing.id;
}

const portalContent = (appUrl: string, priceOf: (plan: PlanId) => string): PortalContent => ({
  business_profile: {
    headline: `Your plan at ${SITE.name}`,
    // Stripe does not document whether http URLs are accepted here.
    ...(appUrl.startsWith('https:') && {
      privacy_policy_url: `${appUrl}/privacy`,
      terms_of_service_url: `${appUrl}/terms`,
    }),
  },
  default_return_url: `${appUrl}/subscription`,
  features: {
    customer_update: { enabled: true, allowed_updates: ['email', 'address', 'tax_id'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price'],
      proration_behavior: 'always_invoice',
      schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
      trial_update_behavior: 'continue_trial',
      products: PLANS.map(({ id }) => ({ product: productIdOf(id), prices: [priceOf(id)] })),
    },
  },
});
