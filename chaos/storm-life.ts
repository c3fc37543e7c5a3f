import Stripe from 'stripe';

import type { CheckoutPageConfig } from '../domain/checkout-page.ts';
import { connectedSeller, publish, samplePage, type Seller } from '../e2e/seller.ts';
import { payOnPage } from './provider.ts';

/** Numbers from 0 to under 1 that only the seed decides. */
export function chanceFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** Where the life takes place. */
export type StormWorld = { url: string; sandboxUrl: string };

export type StormShop = { seller: Seller; account: string; slugs: readonly string[] };

const OFFERS: readonly Partial<CheckoutPageConfig>[] = [
  { price: '40', currency: 'USD' },
  { price: '9.99', currency: 'EUR', paymentType: 'subscription', billingFrequency: 'monthly' },
  { price: '3500', currency: 'JPY', enableCoupon: false, validCoupons: [] },
  { price: '12.34', currency: 'GBP', paymentType: 'subscription', billingFrequency: 'yearly' },
  { price: '4.560', currency: 'KWD', enableCoupon: false, validCoupons: [] },
];

/** Sellers with a page of each kind. */
export async function openShops(world: StormWorld, count: number): Promise<StormShop[]> {
  const shops: StormShop[] = [];
  for (let index = 0; index < count; index++) {
    const seller = await connectedSeller(world);
    const slugs: string[] = [];
    for (const offer of OFFERS) slugs.push((await publish(seller, samplePage(offer))).slug);
    const { stripe_account_id: account } = await seller.call('get-connection', {});
    shops.push({ seller, account: account ?? '', slugs });
  }
  return shops;
}

export const stripeOf = ({ sandboxUrl }: Pick<StormWorld, 'sandboxUrl'>): Stripe => {
  const { hostname: host, port } = new URL(sandboxUrl);
  return new Stripe('sk_test_storm', {
    host,
    port,
    protocol: 'http',
    maxNetworkRetries: 2,
    telemetry: false,
  });
};

const RETRY_MS = 100;
const PATIENCE_MS = 120_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Presses pay until the shop answers, with the same token, as a browser does while the shop is away. */
async function pressPay({ url }: StormWorld, slug: string, attempt: string): Promise<string> {
  const late = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      const answer = await fetch(`${url}/functions/v1/create-checkout-session`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ slug, attempt, termsAccepted: true }),
      });
      const said = (await answer.json()) as { url?: string };
      if (answer.ok && said.url) return said.url;
      if (answer.status < 500) throw new TypeError(`pay answered ${answer.status}: ${JSON.stringify(said)}`);
    } catch (error) {
      if (Date.now() > late || (error instanceof TypeError && error.message.startsWith('pay'))) throw error;
    }
    await pause(RETRY_MS);
  }
}

export type Life = { paid: number; abandoned: number; refunds: number; disputes: number };

type Plan = { sessions: number; seed: number; atOnce: number; onPaid: (paid: number) => void };

/** So many paid sessions, some that nobody pays, some payments given back or called into question. */
export async function live(world: StormWorld, shops: readonly StormShop[], plan: Plan): Promise<Life> {
  const stripe = stripeOf(world);
  const life: Life = { paid: 0, abandoned: 0, refunds: 0, disputes: 0 };
  let begun = 0;
  const buyer = async (): Promise<void> => {
    while (begun++ < plan.sessions) {
      const chance = chanceFrom(plan.seed * 100_003 + begun);
      const shop = pick(shops, chance());
      const slug = pick(shop.slugs, chance());
      if (chance() < 0.05) {
        await pressPay(world, slug, crypto.randomUUID());
        life.abandoned += 1;
      }
      await payOnPage(await pressPay(world, slug, crypto.randomUUID()));
      life.paid += 1;
      plan.onPaid(life.paid);
      if (chance() < 0.15) await meddle(world, stripe, shop, chance, life);
    }
  };
  await Promise.all(Array.from({ length: plan.atOnce }, buyer));
  return life;
}

const pick = <T>(of: readonly T[], chance: number): T => {
  const one = of[Math.floor(chance * of.length)];
  if (one === undefined) throw new Error('There is nothing to pick from');
  return one;
};

/** Something happens to one of the newest payments of a seller, at the provider. */
async function meddle(
  { sandboxUrl }: StormWorld,
  stripe: Stripe,
  { account }: StormShop,
  chance: () => number,
  life: Life,
): Promise<void> {
  const onAccount = { stripeAccount: account };
  const { data } = await stripe.charges.list({ limit: 10 }, onAccount);
  const charge = pick(data, chance());
  const rest = charge.amount - charge.amount_refunded;
  if (!charge.paid || charge.disputed || rest === 0) return;
  if (chance() < 0.7) {
    const amount = chance() < 0.5 ? rest : Math.max(1, Math.floor(rest * chance()));
    await stripe.refunds.create({ charge: charge.id, amount }, onAccount).catch(unlessRefused);
    life.refunds += 1;
    return;
  }
  const desk = `${sandboxUrl}/sandbox/dashboard/${account}`;
  const post = (path: string, form: Record<string, string>) =>
    fetch(`${desk}/${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  await post(`charges/${charge.id}/dispute`, { reason: 'fraudulent' });
  life.disputes += 1;
  const [dispute] = (await stripe.disputes.list({ charge: charge.id }, onAccount)).data;
  const act = pick(['', 'lose', 'win'], chance());
  if (dispute && act) await post(`disputes/${dispute.id}`, { act });
}

/** Somebody else was quicker: given back or disputed meanwhile. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
}
