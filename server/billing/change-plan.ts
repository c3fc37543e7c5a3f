import { ShopError } from '#domain/errors.ts';
import type { PlanId } from '#domain/plans.ts';
import type { PlanChange } from '#domain/subscription.ts';
import type { Context } from '#server/context.ts';

/** Who wants another plan: the seller by a click, or a month's sales that have passed a limit. */
export type Why = 'seller' | 'limit';

/**
 * Moves a seller to another plan, up or down. Throws ShopError; codes that mean that nothing has changed:
 * `plan_change_under_way` (try again soon), `provider_unavailable` (perhaps changed: asked again, nothing is charged
 * twice), `payment_method_needed`, `payment_overdue`, `subscription_missing`, `subscription_canceled`, `plan_held`,
 * `downgrade_below_sales`.
 *
 * For `limit`, which has nobody to ask: a plan that is going to end by its seller's wish, and one that is large enough
 * already, answer `kept`; a move of an earlier call whose answer was lost answers `upgraded` with what it charged;
 * an open invoice for that very plan answers `payment_needed` and makes no second one.
 */
export function changePlan(
  _context: Context,
  _sellerId: string,
  _to: PlanId,
  _options: { why: Why },
): Promise<PlanChange> {
  throw new ShopError('unavailable');
}
