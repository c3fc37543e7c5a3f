import { setTimeout as wait } from 'node:timers/promises';

import Stripe from 'stripe';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { createConnectedSeller, publishPage, createPageConfig, type Seller } from '../../e2e/support/seller.ts';
import { createRandom } from '../lib/harness.ts';
import { sendRequest } from '../lib/load.ts';
import { createStripeClient, payOnPage } from '../lib/sandbox-stripe.ts';

/** The app and the mock Stripe of the activity. */
type AppUrls = { url: string; sandboxUrl: string };

type StormSeller = { seller: Seller; account: string; slugs: readonly string[] };

const OFFERS: readonly Partial<CheckoutPageConfig>[] = [
  { price: '40', currency: 'USD' },
  { price: '9.99', currency: 'EUR', paymentType: 'subscription', billingFrequency: 'monthly' },
  { price: '3500', currency: 'JPY', enableCoupon: false, validCoupons: [] },
  { price: '12.34', currency: 'GBP', paymentType: 'subscription', billingFrequency: 'yearly' },
  { price: '4.560', currency: 'KWD', enableCoupon: false, validCoupons: [] },
];

/** Sellers with a page of each kind. */
export async function createSellers(appUrls: AppUrls, count: number): Promise<StormSeller[]> {
  const sellers: StormSeller[] = [];
  for (let index = 0; index < count; index++) {
    const seller = await createConnectedSeller(appUrls);
    const slugs: string[] = [];
    for (const offer of OFFERS) slugs.push((await publishPage(seller, createPageConfig(offer))).slug);
    const { stripe_account_id: account } = await seller.call('get-connection', {});
    sellers.push({ seller, account: account ?? '', slugs });
  }
  return sellers;
}

const RETRY_MS = 100;
const TIMEOUT_MS = 120_000;

/**
 * Repeats a checkout request until the app responds, with the same token, as a browser does while the app is
 * unavailable.
 */
async function startCheckout({ url }: AppUrls, slug: string, attempt: string): Promise<string> {
  const body = { slug, attempt, termsAccepted: true };
  for (const late = Date.now() + TIMEOUT_MS; ; await wait(RETRY_MS)) {
    const answer = await sendRequest(`${url}/functions/v1/create-checkout-session`, { body });
    if (answer.status === 200) return (JSON.parse(answer.body) as { url: string }).url;
    const isRefused = answer.status >= 400 && answer.status < 500;
    if (isRefused || Date.now() > late) throw new Error(`pay answered ${answer.status}: ${answer.body}`);
  }
}

type ActivityCounts = { paid: number; abandoned: number; refunds: number; disputes: number };

type Plan = { sessions: number; seed: number; atOnce: number; onPaid: (paid: number) => void };

/** Creates this many paid sessions, some unpaid ones, and some refunds and disputes. */
export async function runActivity(
  appUrls: AppUrls,
  sellers: readonly StormSeller[],
  plan: Plan,
): Promise<ActivityCounts> {
  const stripe = createStripeClient(appUrls.sandboxUrl);
  const counts: ActivityCounts = { paid: 0, abandoned: 0, refunds: 0, disputes: 0 };
  let begun = 0;
  const buyer = async (): Promise<void> => {
    while (begun++ < plan.sessions) {
      const chance = createRandom(plan.seed * 100_003 + begun);
      const stormSeller = pick(sellers, chance());
      const slug = pick(stormSeller.slugs, chance());
      if (chance() < 0.05) {
        await startCheckout(appUrls, slug, crypto.randomUUID());
        counts.abandoned += 1;
      }
      await payOnPage(await startCheckout(appUrls, slug, crypto.randomUUID()));
      counts.paid += 1;
      plan.onPaid(counts.paid);
      if (chance() < 0.15) await refundOrDispute(appUrls, stripe, stormSeller, chance, counts);
    }
  };
  await Promise.all(Array.from({ length: plan.atOnce }, buyer));
  return counts;
}

const pick = <T>(of: readonly T[], chance: number): T => {
  const one = of[Math.floor(chance * of.length)];
  if (one === undefined) throw new Error('There is nothing to pick from');
  return one;
};

/** Refunds or disputes one of a seller's newest payments at Stripe. */
async function refundOrDispute(
  { sandboxUrl }: AppUrls,
  stripe: Stripe,
  { account }: StormSeller,
  chance: () => number,
  counts: ActivityCounts,
): Promise<void> {
  const onAccount = { stripeAccount: account };
  const { data } = await stripe.charges.list({ limit: 10 }, onAccount);
  const charge = pick(data, chance());
  const rest = charge.amount - charge.amount_refunded;
  if (!charge.paid || charge.disputed || rest === 0) return;
  if (chance() < 0.7) {
    const amount = chance() < 0.5 ? rest : Math.max(1, Math.floor(rest * chance()));
    await stripe.refunds.create({ charge: charge.id, amount }, onAccount).catch(unlessRefused);
    counts.refunds += 1;
    return;
  }
  const dashboardUrl = `${sandboxUrl}/sandbox/dashboard/${account}`;
  const post = (path: string, form: Record<string, string>) =>
    fetch(`${dashboardUrl}/${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  await post(`charges/${charge.id}/dispute`, { reason: 'fraudulent' });
  counts.disputes += 1;
  const [dispute] = (await stripe.disputes.list({ charge: charge.id }, onAccount)).data;
  const act = pick(['', 'lose', 'win'], chance());
  if (dispute && act) await post(`disputes/${dispute.id}`, { act });
}

/** Another action was faster: the payment is refunded or disputed already. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
}
