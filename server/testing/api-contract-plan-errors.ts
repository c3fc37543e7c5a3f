/** Triggers of errors about the plan that a seller pays for. For tests only. */
import { HOUR_MS } from '#domain/time-units.ts';
import { getMonth } from '#domain/usage.ts';
import { addToMonthlySales } from '#server/billing/queries/monthly-sales.ts';
import { claimPlanChange } from '#server/sellers/seller-plans.ts';

import { createApiClient, type TestApiClient } from './api-client.ts';
import type { ErrorTrigger } from './api-contract-common-errors.ts';
import { cachePerTestEnv } from './api-contract.ts';
import { getPlanRow, sellerIdOf, createTrialSeller, type CardToken } from './seller-plans.ts';
import type { TestSeller, TestApp } from './test-app.ts';

type PlanSeller = { apiClient: TestApiClient; seller: TestSeller };

/** Calls with this body as a seller in the given state. */
const asSeller =
  (getSeller: ReturnType<typeof cachePerTestEnv<PlanSeller>>, body?: object): ErrorTrigger =>
  async (testEnv) => ({ apiClient: (await getSeller(testEnv)).apiClient, body });

const withoutPlan = cachePerTestEnv(async ({ app }): Promise<PlanSeller> => {
  const seller = await app.signUpSeller();
  return { apiClient: await createApiClient(app, seller), seller };
});

/** Creates a seller whose plan is being changed by another process that does not finish. */
const withPendingChange = cachePerTestEnv(async ({ app }): Promise<PlanSeller> => {
  const seller = await createTrialSeller(app);
  const { db, mode, realNow } = app.context;
  const until = new Date(realNow().getTime() + HOUR_MS);
  await claimPlanChange(db, await sellerIdOf(app, seller), mode, realNow(), until);
  return { apiClient: await createApiClient(app, seller), seller };
});

/** Creates a seller with more sales this month than the smallest plan allows. */
const withHighSales = cachePerTestEnv(async ({ app }): Promise<PlanSeller> => {
  const seller = await createTrialSeller(app, 'growth');
  const { db, mode, now } = app.context;
  const sum = { usdCents: 500_000, transactions: 1, month: getMonth(now()) };
  await addToMonthlySales(db, mode, [{ ...sum, sellerId: await sellerIdOf(app, seller) }]);
  return { apiClient: await createApiClient(app, seller), seller };
});

/** Creates a seller with a canceled plan and this card. */
async function cancelPlan(app: TestApp, card: CardToken | null): Promise<PlanSeller> {
  const seller = await createTrialSeller(app);
  const { subscriptionId, customerId } = await getPlanRow(app, seller);
  const { subscriptions, paymentMethods, customers } = app.context.stripe.plans;
  await subscriptions.cancel(subscriptionId ?? '');
  if (card) {
    const { id } = await paymentMethods.attach(card, { customer: customerId ?? '' });
    await customers.update(customerId ?? '', { invoice_settings: { default_payment_method: id } });
  }
  await app.waitUntilIdle();
  return { apiClient: await createApiClient(app, seller), seller };
}

const withCanceledPlan = cachePerTestEnv(({ app }) => cancelPlan(app, null));
const withDeclinedCard = cachePerTestEnv(({ app }) => cancelPlan(app, 'pm_card_chargeCustomerFail'));

/** Creates a seller who restarted the plan and whose first invoice requires card authentication. */
const withUnpaidInvoice = cachePerTestEnv(async ({ app }) => {
  const planSeller = await cancelPlan(app, 'pm_card_authenticationRequired');
  await planSeller.apiClient.send('POST', '/plan/reactivate');
  return planSeller;
});

/** Creates a seller with a paid plan whose card was removed. */
const withoutCard = cachePerTestEnv(async ({ app }) => {
  const planSeller = await cancelPlan(app, 'pm_card_visa');
  await planSeller.apiClient.send('POST', '/plan/reactivate');
  const { customerId } = await getPlanRow(app, planSeller.seller);
  const { paymentMethods } = app.context.stripe.plans;
  const { data } = await paymentMethods.list({ customer: customerId ?? '' });
  for (const { id } of data) await paymentMethods.detach(id);
  await app.waitUntilIdle();
  return planSeller;
});

const STARTER = { plan: 'starter' };
const GROWTH = { plan: 'growth' };

export const PLAN_ERROR_TRIGGERS: Readonly<Record<string, ErrorTrigger>> = {
  'POST /stripe-connection/dashboard-links stripe_not_connected': ({ stranger }) => ({ apiClient: stranger }),
  'POST /stripe-connection/onboarding-links stripe_already_connected': () => ({}),
  'POST /plan plan_exists': () => ({ body: GROWTH }),
  'POST /plan plan_change_in_progress': asSeller(withPendingChange, GROWTH),
  'POST /plan plan_too_small': asSeller(withHighSales, STARTER),
  'PATCH /plan plan_unchanged': ({ trialClient }) => ({ apiClient: trialClient, body: STARTER }),
  'PATCH /plan plan_missing': asSeller(withoutPlan, GROWTH),
  'PATCH /plan plan_canceled': asSeller(withCanceledPlan, GROWTH),
  'PATCH /plan plan_change_in_progress': asSeller(withPendingChange, GROWTH),
  'PATCH /plan plan_too_small': asSeller(withHighSales, STARTER),
  'PATCH /plan payment_overdue': asSeller(withUnpaidInvoice, GROWTH),
  'PATCH /plan payment_method_required': asSeller(withoutCard, GROWTH),
  'POST /plan/cancel plan_missing': asSeller(withoutPlan),
  'POST /plan/cancel plan_canceled': asSeller(withCanceledPlan),
  'POST /plan/cancel plan_change_in_progress': asSeller(withPendingChange),
  'POST /plan/reactivate plan_missing': asSeller(withoutPlan),
  'POST /plan/reactivate plan_change_in_progress': asSeller(withPendingChange),
  'POST /plan/reactivate payment_method_required': asSeller(withCanceledPlan),
  'POST /plan/reactivate payment_declined': asSeller(withDeclinedCard),
  'POST /plan/reactivate payment_overdue': asSeller(withUnpaidInvoice),
  'POST /plan/portal-links plan_missing': asSeller(withoutPlan, {}),
};
