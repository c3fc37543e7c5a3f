/** Races for a seller's plan: the trial, a manual plan change, and an automatic upgrade at the sales limit. */
import type { SubscriptionStatus } from '#domain/subscription.ts';

import { createSeller, publishPage, createPageConfig, type Seller } from '../../e2e/support/seller.ts';
import { callRpcAt, listErrorCodes, callFourTimes } from '../lib/rpc-calls.ts';
import { requestStripe, attachCard, moveClock, payOnPage, waitUntil, type StripeList } from '../lib/sandbox-stripe.ts';
import { mapConcurrently, listFaults, type Fault, type Racer, type RaceTestEnv } from './race-test-env.ts';

const TRIAL_S = 7 * 86_400;
/** Stripe charges an invoice an hour after its creation. */
const UNTIL_CHARGED_S = 2 * 3600;
/** Each of the two payments alone exceeds the sales limit of Growth. */
const SALE = { price: '10500', cents: 1_050_000 };

/** A seller's first visit in four tabs at once, which starts the trial automatically. */
export async function raceForTrial(testEnv: RaceTestEnv): Promise<{ racer: Racer; faults: Fault[] }> {
  const { urls, sandboxUrl } = testEnv;
  const seller = await createSeller({ url: urls[0] });
  const answers = await callFourTimes(urls, seller, 'create-subscription', { planId: 'starter' });
  const email = encodeURIComponent(seller.email);
  const customers = await requestStripe<StripeList>(sandboxUrl, `customers?email=${email}`);
  const customer = customers.data[0]?.id ?? '';
  const made = await requestStripe<StripeList>(sandboxUrl, `subscriptions?status=all&customer=${customer}`);
  const faults = listFaults('trial', seller.email, {
    'every request succeeds': answers.every(({ status }) => status === 200),
    'one tab shows the welcome': answers.filter(({ body }) => body.created).length === 1,
    'one customer': customers.data.length === 1,
    'one subscription': made.data.length === 1,
  });
  return { racer: { seller, customer }, faults };
}

const statusOf = async (url: string, seller: Seller): Promise<SubscriptionStatus> =>
  (await callRpcAt(url, seller, 'check-subscription-status', {})).body;

/** Every trial becomes a paid plan: a card exists, and the clock is advanced beyond the first charge. */
export async function makeActive(testEnv: RaceTestEnv, racers: readonly Racer[], atOnce: number): Promise<void> {
  const { sandboxUrl, urls } = testEnv;
  await mapConcurrently(racers, atOnce, ({ customer }) => attachCard(sandboxUrl, customer));
  await moveClock(sandboxUrl, TRIAL_S);
  await moveClock(sandboxUrl, UNTIL_CHARGED_S);
  await untilClocksFollow(testEnv);
  await mapConcurrently(racers, atOnce, ({ seller, customer }) =>
    waitUntil(`${seller.email} is active`, async () => {
      const invoices = await paidInvoices(testEnv, customer);
      const statuses = await Promise.all(urls.map((url) => statusOf(url, seller)));
      return invoices.length === 2 && statuses.every(({ status, access }) => status === 'active' && access);
    }),
  );
}

/** Each process reads the Stripe clock once per second; sales with an older clock are rejected there. */
const untilClocksFollow = ({ sandboxUrl, urls }: RaceTestEnv): Promise<void> =>
  waitUntil('both processes use the advanced clock', async () => {
    const stripeClock = (await (await fetch(`${sandboxUrl}/sandbox/clock.json`)).json()) as { now: string };
    const clocks = await Promise.all(urls.map(async (url) => Number(await (await fetch(`${url}/c/any/now`)).text())));
    return clocks.every((clock) => Math.abs(clock - Date.parse(stripeClock.now)) < 60_000);
  });

type Invoice = { id: string; status: string; billing_reason: string; amount_paid: number };

async function paidInvoices({ sandboxUrl }: RaceTestEnv, customer: string): Promise<Invoice[]> {
  const path = `invoices?limit=100&customer=${customer}`;
  const { data } = await requestStripe<{ data: Invoice[] }>(sandboxUrl, path);
  return data.filter(({ status }) => status === 'paid');
}

const countChanges = async (testEnv: RaceTestEnv, customer: string): Promise<number> =>
  (await paidInvoices(testEnv, customer)).filter((one) => one.billing_reason === 'subscription_update').length;

const TOO_LATE = ['plan_change_under_way', 'plan_held'];

/** Sends four concurrent "Move to Growth" requests. */
export async function raceForUpgrade(testEnv: RaceTestEnv, { seller, customer }: Racer): Promise<Fault[]> {
  const { urls } = testEnv;
  const userId = seller.session.user.id;
  const answers = await callFourTimes(urls, seller, 'upgrade-subscription', { targetPlan: 'growth', userId });
  const winners = answers.filter(({ status }) => status === 200);
  return listFaults('upgrade', seller.email, {
    'one winner': winners.length === 1 && winners[0]?.body.change === 'upgraded',
    'the others get the reason': listErrorCodes(answers).every((code) => TOO_LATE.includes(code)),
    'one charge': (await countChanges(testEnv, customer)) === 1,
    'the plan is active': (await statusOf(urls[1], seller)).currentPlan === 'growth',
  });
}

/** The states of a seller's automatic upgrades. */
async function upgradesOf({ db }: RaceTestEnv, { session }: Seller): Promise<string[]> {
  const { rows } = await db.query<{ state: string }>(
    'select u.state from plan_upgrades u join sellers s on s.id = u.seller_id where s.user_id = $1',
    [session.user.id],
  );
  return rows.map(({ state }) => state);
}

/** Two concurrent payments, each of them above the limit; both processes receive the events at the same time. */
export async function raceForLimit(testEnv: RaceTestEnv, { seller, customer }: Racer): Promise<Fault[]> {
  const { urls } = testEnv;
  const { slug } = await publishPage(seller, createPageConfig({ price: SALE.price, requireTerms: false }));
  const begin = (url: string) =>
    callRpcAt(url, seller, 'create-checkout-session', { slug, attempt: crypto.randomUUID() });
  const sessions = await Promise.all(urls.map(begin));
  const refused = listErrorCodes(sessions);
  if (refused.length > 0) throw new Error(`No payment succeeded at ${slug}: ${refused.join()}`);
  const ends = await Promise.all(sessions.map(({ body }) => payOnPage(body.url)));
  await Promise.all(ends.map((end, index) => fetch(end.replace(urls[0], urls[index === 0 ? 0 : 1]))));
  // The plan's event arrives before the upgrade is recorded as complete.
  await waitUntil(`${seller.email} is on Pro`, async () => {
    const { currentPlan } = await statusOf(urls[0], seller);
    return currentPlan === 'pro' && !(await upgradesOf(testEnv, seller)).includes('waiting');
  });
  const { monthlySales } = await statusOf(urls[1], seller);
  return listFaults('limit', seller.email, {
    'both sales are counted once': monthlySales.amount * 100 === 2 * SALE.cents && monthlySales.transactions === 2,
    'one upgrade': (await upgradesOf(testEnv, seller)).join() === 'done',
    'one more charge': (await countChanges(testEnv, customer)) === 2,
  });
}
