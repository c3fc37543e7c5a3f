import { FOREVER } from '#domain/subscription.ts';

import type { Context } from './context.ts';
import { planSubscriptions } from './db/schema-plans.ts';
import { upsertSeller } from './db/sellers.ts';

/**
 * A plan without limit or end for a seller who has none, as its row alone: what it takes to subscribe is the business of
 * the tests of plans, and would take as long as all that the other tests do.
 */
export async function giveEndlessPlan({ db, mode, now }: Context, userId: string): Promise<void> {
  await db
    .insert(planSubscriptions)
    .values({
      sellerId: await upsertSeller(db, userId, now()),
      mode,
      generation: 1,
      chosenPlan: 'pro',
      plan: 'pro',
      status: 'active',
      accessUntil: FOREVER,
      accessTold: true,
      dueAt: FOREVER,
      createdAt: now(),
    })
    .onConflictDoNothing();
}
