import { createHash } from 'node:crypto';

import type Stripe from 'stripe';

import { SITE } from '#content/site.ts';
import { getPlan, PLANS, type Plan, type PlanId, isPlanId } from '#domain/plans.ts';
import type { Context } from '#server/core/context.ts';
import { createWithSharedKey } from '#server/stripe/idempotency-keys.ts';
import { callStripe, hasStripeCode } from '#server/stripe/stripe-errors.ts';
import { idOfReference } from '#server/stripe/stripe-values.ts';

const lookupKeyOf = (plan: PlanId): string => `${plan}_monthly`;
const productIdOf = (plan: PlanId): string => `plan_${plan}`;

/** Returns the plan of a Stripe price, current or former, or null if it is not one of ours. */
export function planOfPrice(price: Stripe.Price): PlanId | null {
  const product = idOfReference(price.product) ?? '';
  const plan = product.startsWith('plan_') ? product.slice('plan_'.length) : price.metadata.plan;
  return isPlanId(plan) ? plan : null;
}

/** Together with the return URL it identifies this installation's configuration on a shared Stripe account. */
const PURPOSE = 'seller-plans';

type PortalContent = Stripe.BillingPortal.ConfigurationCreateParams;

/** Creates the portal configuration or updates it when its content changed. Returns its id. */
async function ensurePortalConfiguration(context: Context, priceOf: (plan: PlanId) => string): Promise<string> {
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

export type PlanCatalog = {
  /** Returns the id of the price at which a plan is sold now. */
  priceIdOf: (plan: PlanId) => string;
  portalConfiguration: string;
};

/** Creates the catalog at first use, once for all concurrent callers. A failure is retried by the next call. */
export function getPlanCatalog(context: Context): Promise<PlanCatalog> {
  const { planCatalog } = context.caches;
  if (planCatalog.current) return planCatalog.current;
  const created = callStripe(() => createPlanCatalog(context));
  planCatalog.current = created;
  created.catch(() => {
    planCatalog.current = null;
  });
  return created;
}

async function createPlanCatalog(context: Context): Promise<PlanCatalog> {
  const priceIds = new Map<PlanId, string>();
  for (const plan of PLANS) {
    const existingPrices = await listPrices(context, plan);
    const price = existingPrices.find(
      (candidate) => candidate.active && isMonthlyPriceOf(candidate, plan.id, plan.priceUsd * 100),
    );
    priceIds.set(plan.id, price?.id ?? (await createPrice(context, plan, existingPrices[0])));
  }
  const priceIdOf = (plan: PlanId): string => {
    const id = priceIds.get(plan);
    if (!id) throw new RangeError(`No price of plan ${plan}`);
    return id;
  };
  return { priceIdOf, portalConfiguration: await ensurePortalConfiguration(context, priceIdOf) };
}

/**
 * Lists the prices of a plan's product, newest first. They are found by product and amount, not by lookup key, because
 * another installation on the same account may sell the plan at another price.
 */
async function listPrices({ stripe }: Context, { id }: Plan): Promise<Stripe.Price[]> {
  try {
    return (await stripe.plans.prices.list({ product: productIdOf(id), limit: 100 })).data;
  } catch (error) {
    if (hasStripeCode(error, 'resource_missing')) return [];
    throw error;
  }
}

/** Finds the active Stripe price of a plan at this monthly amount in US cents, current or former. */
export async function findActivePrice(context: Context, plan: PlanId, amount: number): Promise<string | null> {
  const { priceIdOf } = await getPlanCatalog(context);
  if (amount === getPlan(plan).priceUsd * 100) return priceIdOf(plan);
  const existingPrices = await callStripe(() => listPrices(context, getPlan(plan)));
  return existingPrices.find((price) => price.active && isMonthlyPriceOf(price, plan, amount))?.id ?? null;
}

const isMonthlyPriceOf = (price: Stripe.Price, plan: PlanId, amount: number): boolean =>
  price.unit_amount === amount &&
  price.currency === 'usd' &&
  price.recurring?.interval === 'month' &&
  price.recurring.interval_count === 1 &&
  planOfPrice(price) === plan;

/** The amount of a Stripe price is immutable: the new price takes the lookup key and the old one stays active. */
async function createPrice(context: Context, plan: Plan, newestPrice?: Stripe.Price): Promise<string> {
  await ensureProduct(context, plan);
  const { prices } = context.stripe.plans;
  const product = productIdOf(plan.id);
  const amount = plan.priceUsd * 100;
  // The newest price is part of the key, so that Stripe does not return a price that was archived today.
  const { id } = await createWithSharedKey(`plan-price:${plan.id}:${amount}:${newestPrice?.id ?? 'first'}`, (options) =>
    prices.create(
      {
        product,
        currency: 'usd',
        unit_amount: amount,
        recurring: { interval: 'month' },
        lookup_key: lookupKeyOf(plan.id),
        transfer_lookup_key: true,
        metadata: { plan: plan.id },
      },
      options,
    ),
  );
  return id;
}

async function ensureProduct(context: Context, { id, name, description }: Plan): Promise<void> {
  try {
    await context.stripe.plans.products.create({ id: productIdOf(id), name, description, metadata: { plan: id } });
  } catch (error) {
    if (!hasStripeCode(error, 'resource_already_exists')) throw error;
  }
}
