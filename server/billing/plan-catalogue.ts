import type Stripe from 'stripe';

import { planOf, PLANS, type Plan, type PlanId } from '#domain/plans.ts';

import type { Context } from '#server/context.ts';
import { createWithSharedKey } from '#server/stripe/idempotency-keys.ts';
import { askProvider } from '#server/stripe/provider-errors.ts';
import { lookupKeyOf, planOfPrice, productOf } from './plan-prices.ts';
import { ensurePortalConfiguration } from './portal-configuration.ts';

/** Stripe objects that the plans need. */
export type PlanCatalogue = {
  /** Returns the id of the price at which a plan is sold now. */
  priceOf: (plan: PlanId) => string;
  portalConfiguration: string;
};

const catalogues = new WeakMap<Context, Promise<PlanCatalogue>>();

/** Creates the catalog at first use, once for all concurrent callers. A failure is retried by the next call. */
export function planCatalogue(context: Context): Promise<PlanCatalogue> {
  const known = catalogues.get(context);
  if (known) return known;
  const made = askProvider(() => ensureCatalogue(context));
  catalogues.set(context, made);
  made.catch(() => catalogues.delete(context));
  return made;
}

async function ensureCatalogue(context: Context): Promise<PlanCatalogue> {
  const priceIds = new Map<PlanId, string>();
  for (const plan of PLANS) {
    const listed = await listPrices(context, plan);
    const price = listed.find((one) => one.active && isPriceOf(one, plan.id, plan.priceUsd * 100));
    priceIds.set(plan.id, price?.id ?? (await makePrice(context, plan, listed[0])));
  }
  const priceOf = (plan: PlanId): string => {
    const id = priceIds.get(plan);
    if (!id) throw new RangeError(`No price of plan ${plan}`);
    return id;
  };
  return { priceOf, portalConfiguration: await ensurePortalConfiguration(context, priceOf) };
}

/**
 * Lists the prices of a plan's product, newest first. They are found by product and amount, not by lookup key, because
 * another installation on the same account may sell the plan at another price.
 */
async function listPrices({ stripe }: Context, { id }: Plan): Promise<Stripe.Price[]> {
  try {
    return (await stripe.plans.prices.list({ product: productOf(id), limit: 100 })).data;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'resource_missing') return [];
    throw error;
  }
}

/** Finds the active Stripe price of a plan at this monthly amount in US cents, current or former. */
export async function findActivePrice(
  context: Context,
  plan: PlanId,
  amount: number,
): Promise<string | null> {
  const { priceOf } = await planCatalogue(context);
  if (amount === planOf(plan).priceUsd * 100) return priceOf(plan);
  const listed = await askProvider(() => listPrices(context, planOf(plan)));
  return listed.find((price) => price.active && isPriceOf(price, plan, amount))?.id ?? null;
}

const isPriceOf = (price: Stripe.Price, plan: PlanId, amount: number): boolean =>
  price.unit_amount === amount &&
  price.currency === 'usd' &&
  price.recurring?.interval === 'month' &&
  price.recurring.interval_count === 1 &&
  planOfPrice(price) === plan;

/** The amount of a Stripe price is immutable: the new price takes the lookup key and the old one stays active. */
async function makePrice(context: Context, plan: Plan, newest?: Stripe.Price): Promise<string> {
  await ensureProduct(context, plan);
  const { prices } = context.stripe.plans;
  const product = productOf(plan.id);
  const amount = plan.priceUsd * 100;
  // The newest price is part of the key, so that Stripe does not return a price that was archived today.
  const { id } = await createWithSharedKey(
    `plan-price:${plan.id}:${amount}:${newest?.id ?? 'first'}`,
    (options) =>
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
    await context.stripe.plans.products.create({
      id: productOf(id),
      name,
      description,
      metadata: { plan: id },
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'resource_already_exists')) throw error;
  }
}
