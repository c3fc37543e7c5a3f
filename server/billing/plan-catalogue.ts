import type Stripe from 'stripe';

import { planOf, PLANS, type Plan, type PlanId } from '#domain/plans.ts';

import type { Context } from '#server/context.ts';
import { createWithSharedKey } from '#server/stripe/idempotency-keys.ts';
import { askProvider } from '#server/stripe/provider-errors.ts';
import { lookupKeyOf, planOfPrice, productOf } from './plan-prices.ts';
import { ensurePortalConfiguration } from './portal-configuration.ts';

/** What stands at the provider for our plans. */
export type PlanCatalogue = {
  /** The price that a plan is sold at today. */
  priceOf: (plan: PlanId) => string;
  portalConfiguration: string;
};

const catalogues = new WeakMap<Context, Promise<PlanCatalogue>>();

/** Brought about at the first use, once for all who ask meanwhile; after a failure the next one tries again. */
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
 * Prices of a plan's product, newest first. They are found by product and amount, not by lookup key: another installation on
 * the same account may sell the plan at another price.
 */
async function listPrices({ stripe }: Context, { id }: Plan): Promise<Stripe.Price[]> {
  try {
    return (await stripe.plans.prices.list({ product: productOf(id), limit: 100 })).data;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'resource_missing') return [];
    throw error;
  }
}

/** The Stripe price of a plan at this amount of US cents a month, its catalog price or a former one. */
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

/** The amount of a Stripe price never changes: the new price takes the lookup key, and the former one stays active. */
async function makePrice(context: Context, plan: Plan, newest?: Stripe.Price): Promise<string> {
  await ensureProduct(context, plan);
  const { prices } = context.stripe.plans;
  const product = productOf(plan.id);
  const amount = plan.priceUsd * 100;
  // With the newest price in the key, a price that was archived today is not given back.
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
