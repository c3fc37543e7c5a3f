import type { PlanId } from '#domain/plans.ts';
import { FOREVER } from '#domain/subscription.ts';

import type { Context } from './context.ts';
import { planSubscriptions } from './db/schema-plans.ts';
import { upsertSeller } from './db/sellers.ts';

/** What the sync of a seller's plan would write: access until then, which public documents have been told of. */
export async function writeAccess(
  { db, mode, now }: Context,
  userId: string,
  accessUntil: Date = FOREVER,
  plan: PlanId = 'starter',
): Promise<void> {
  const sellerId = await upsertSeller(db, userId, now());
  const told = { accessUntil, accessTold: accessUntil > now() };
  await db
    .insert(planSubscriptions)
    .values({
      sellerId,
      mode,
      plan,
      chosenPlan: plan,
      generation: 1,
      status: 'active',
      ...told,
      dueAt: FOREVER,
      createdAt: now(),
    })
    .onConflictDoUpdate({ target: [planSubscriptions.sellerId, planSubscriptions.mode], set: told });
}
