import { getPlan, type PlanId } from '#domain/plans.ts';

export const TRIAL_USED_TITLE = 'Free trial already used';

/** Message for a seller without a plan. */
export const TRIAL_USED_MESSAGE =
  'Your free trial was used before, so a plan starts when you pay for it. Building pages needs no plan.';

/** Message for a seller whose plan waits for its first payment. */
export const getFirstPaymentMessage = (plan: PlanId): string =>
  `Your free trial was used before: pay the invoice to start ${getPlan(plan).name}.`;
