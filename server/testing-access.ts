import { FOREVER } from '#domain/subscription.ts';

import type { Context } from './context.ts';
import { planSubscriptions } from './db/schema-plans.ts';
import { getOrCreateSellerId } from './db/sellers.ts';

/**
 * Inserts an unlimited plan row for a seller without one. Subscribing for real is covered by the plan tests and takes as
 * long as everything else in most tests.
 */
export async function insertUnlimitedPlan({ db, mode, now }: Context, userId: string): Promise<void> {
  await db
    .insert(planSubscriptions)
    .values({
      sellerId: await getOrCreateSellerId(db, userId, now()),
      mode,
      generation: 1,
      chosenPlan: 'pro',
      plan: 'pro',
      status: 'active',
      accessUntil: FOREVER,
      accessAnnounced: true,
      dueAt: FOREVER,
      createdAt: now(),
    })
    .onConflictDoNothing();
}
