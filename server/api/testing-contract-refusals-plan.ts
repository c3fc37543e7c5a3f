/** Triggers of errors about the plan that a seller pays for. For tests only. */
import { monthOf } from '#domain/usage.ts';

import { addToMonths } from '#server/db/monthly-sales.ts';
import { claimPlanChange } from '#server/db/plan-subscriptions.ts';
import { openProgram, type TestProgram } from '#server/testing-api.ts';
import { planRowOf, sellerIdOf, sellerOnTrial, type CardToken } from '#server/testing-plans.ts';
import type { TestSeller, TestShop } from '#server/testing.ts';

import type { Provoke } from './testing-contract-everywhere.ts';
import { inEachWorld } from './testing-contract.ts';

const HOUR_MS = 3_600_000;
type Has = { program: TestProgram; seller: TestSeller };

/** Calls with this body as a seller in the given state. */
const by =
  (who: ReturnType<typeof inEachWorld<Has>>, body?: object): Provoke =>
  async (world) => ({ program: (await who(world)).program, body });

const planless = inEachWorld(async ({ shop }): Promise<Has> => {
  const seller = await shop.seller();
  return { program: await openProgram(shop, seller), seller };
});

/** Creates a seller whose plan is being changed by another process that does not finish. */
const busy = inEachWorld(async ({ shop }): Promise<Has> => {
  const seller = await sellerOnTrial(shop);
  const { db, mode, realNow } = shop.context;
  const until = new Date(realNow().getTime() + HOUR_MS);
  await claimPlanChange(db, await sellerIdOf(shop, seller), mode, realNow(), until);
  return { program: await openProgram(shop, seller), seller };
});

/** Creates a seller with more sales this month than the smallest plan allows. */
const selling = inEachWorld(async ({ shop }): Promise<Has> => {
  const seller = await sellerOnTrial(shop, 'growth');
  const { db, mode, now } = shop.context;
  const sum = { usdCents: 500_000, transactions: 1, month: monthOf(now()) };
  await addToMonths(db, mode, [{ ...sum, sellerId: await sellerIdOf(shop, seller) }]);
  return { program: await openProgram(shop, seller), seller };
});

/** Creates a seller with a canceled plan and this card. */
async function ended(shop: TestShop, card: CardToken | null): Promise<Has> {
  const seller = await sellerOnTrial(shop);
  const { subscriptionId, customerId } = await planRowOf(shop, seller);
  const { subscriptions, paymentMethods, customers } = shop.context.stripe.plans;
  await subscriptions.cancel(subscriptionId ?? '');
  if (card) {
    const { id } = await paymentMethods.attach(card, { customer: customerId ?? '' });
    await customers.update(customerId ?? '', { invoice_settings: { default_payment_method: id } });
  }
  await shop.settled();
  return { program: await openProgram(shop, seller), seller };
}

const gone = inEachWorld(({ shop }) => ended(shop, null));
const declined = inEachWorld(({ shop }) => ended(shop, 'pm_card_chargeCustomerFail'));

/** Creates a seller who restarted the plan and whose first invoice requires card authentication. */
const unpaid = inEachWorld(async ({ shop }) => {
  const has = await ended(shop, 'pm_card_authenticationRequired');
  await has.program.ask('POST', '/plan/reactivate');
  return has;
});

/** Creates a seller with a paid plan whose card was removed. */
const cardless = inEachWorld(async ({ shop }) => {
  const has = await ended(shop, 'pm_card_visa');
  await has.program.ask('POST', '/plan/reactivate');
  const { customerId } = await planRowOf(shop, has.seller);
  const { paymentMethods } = shop.context.stripe.plans;
  const { data } = await paymentMethods.list({ customer: customerId ?? '' });
  for (const { id } of data) await paymentMethods.detach(id);
  await shop.settled();
  return has;
});

const STARTER = { plan: 'starter' };
const GROWTH = { plan: 'growth' };

export const PLAN_REFUSALS: Readonly<Record<string, Provoke>> = {
  'POST /connection/dashboard stripe_not_connected': ({ stranger }) => ({ program: stranger }),
  'POST /plan subscription_exists': () => ({ body: GROWTH }),
  'POST /plan plan_change_under_way': by(busy, GROWTH),
  'POST /plan downgrade_below_sales': by(selling, STARTER),
  'POST /plan/change plan_held': ({ onTrial }) => ({ program: onTrial, body: STARTER }),
  'POST /plan/change subscription_missing': by(planless, GROWTH),
  'POST /plan/change subscription_canceled': by(gone, GROWTH),
  'POST /plan/change plan_change_under_way': by(busy, GROWTH),
  'POST /plan/change downgrade_below_sales': by(selling, STARTER),
  'POST /plan/change payment_overdue': by(unpaid, GROWTH),
  'POST /plan/change payment_method_needed': by(cardless, GROWTH),
  'POST /plan/cancel subscription_missing': by(planless),
  'POST /plan/cancel subscription_canceled': by(gone),
  'POST /plan/cancel plan_change_under_way': by(busy),
  'POST /plan/reactivate subscription_missing': by(planless),
  'POST /plan/reactivate plan_change_under_way': by(busy),
  'POST /plan/reactivate payment_declined': by(declined),
  'POST /plan/reactivate payment_overdue': by(unpaid),
  'POST /plan/portal subscription_missing': by(planless, {}),
};
