/** Simulates a history of sales on a real app; the history decides when events are delivered. For tests only. */
import { openShop, type TestSeller, type TestShop } from '#server/testing.ts';
import { accountOf } from '#server/testing-refunds.ts';

type Held = { url: string; init: RequestInit };
export type PlayedSeller = { seller: TestSeller; account: string };

export type Play = {
  shop: TestShop;
  sellers: PlayedSeller[];
  /** Captured events in the order in which Stripe sent them. */
  held: Held[];
  /** Purchases in order. Amounts in minor units. */
  bought: { account: string; currency: string; total: number; billing: string | null }[];
  /** Time of the business clock in milliseconds; only the history moves it. */
  now: () => number;
};

/** Pages of each seller: totals in minor units, without and with the HALF coupon. */
export const PAGES = [
  { slug: 'usd', currency: 'USD', price: '29.99', total: 2999, half: 1499, paymentType: 'one-time' },
  { slug: 'eur', currency: 'EUR', price: '10.01', total: 1001, half: 500, paymentType: 'one-time' },
  { slug: 'jpy', currency: 'JPY', price: '777', total: 777, half: 388, paymentType: 'one-time' },
  { slug: 'kwd', currency: 'KWD', price: '4.56', total: 4560, half: 2280, paymentType: 'one-time' },
  { slug: 'club', currency: 'EUR', price: '9.99', total: 999, half: 499, paymentType: 'subscription' },
] as const;

/** Coupons that a buyer may enter. */
const COUPONS = [
  { code: 'HALF', discount: 50, type: 'percentage' as const },
  { code: 'FREE', discount: 100, type: 'percentage' as const },
];
export type CouponCode = 'HALF' | 'FREE' | null;

export const CARDS = {
  good: '4242 4242 4242 4242',
  refundFails: '4000 0000 0000 5126',
  refundWaits: '4000 0000 0000 7726',
  disputed: '4000 0000 0000 0259',
  inquiry: '4000 0000 0000 1976',
} as const;
export type CardName = keyof typeof CARDS;

const NAMES = ['ann', 'bob'];
const BEGUN = new Date('2026-11-21T10:00:00Z').getTime();

/** Creates an app with two sellers, all pages and a stopped business clock. */
export async function openPlay(): Promise<Play> {
  const held: Held[] = [];
  let holding = false;
  const shop = await openShop({
    sandboxTime: () => BEGUN,
    aroundEvents: (next) => async (url, init) => {
      if (!holding) return next(url, init);
      held.push({ url, init });
      return { status: 200 };
    },
  });
  // Reconciling would fetch changes on its own; here the history decides when they arrive.
  await shop.workers.reconcile.close();
  // Deliveries stay queued, so that they can be compared.
  await shop.workers.deliveries.close();
  const sellers: PlayedSeller[] = [];
  for (const name of NAMES) sellers.push(await openSeller(shop, name));
  holding = true;
  return { shop, sellers, held, bought: [], now: () => shop.context.now().getTime() };
}

async function openSeller(shop: TestShop, name: string): Promise<PlayedSeller> {
  const seller = await shop.seller(`${name}@example.com`);
  for (const { slug, currency, price, paymentType } of PAGES) {
    const config = { currency, price, paymentType, enableCoupon: true, validCoupons: COUPONS };
    await seller.publish(config, `${name}-${slug}`);
  }
  // Only the first seller has a webhook endpoint.
  if (name === NAMES[0]) await seller.call('create-webhook-endpoint', { url: 'http://127.0.0.1:9/hooks' });
  return { seller, account: await accountOf(seller) };
}

/** Buys from one of the pages. */
export async function buy(
  play: Play,
  {
    seller: which,
    page: at,
    coupon,
    card,
  }: { seller: number; page: number; coupon: CouponCode; card: CardName },
): Promise<void> {
  const page = PAGES[at % PAGES.length] ?? PAGES[0];
  const { account } = play.sellers[which % 2] ?? { account: '' };
  const slug = `${NAMES[which % 2]}-${page.slug}`;
  const { status, body } = await play.shop.call('create-checkout-session', { slug, appliedCoupon: coupon });
  if (status !== 200) throw new Error(`Paying answered ${status}: ${JSON.stringify(body)}`);
  const email = `buyer-${play.bought.length}@example.com`;
  await play.shop.pay(body.url, { email, number: CARDS[card] });
  const total = { HALF: page.half, FREE: 0, none: page.total }[coupon ?? 'none'];
  const billing = page.paymentType === 'subscription' ? 'monthly' : null;
  play.bought.push({ account, currency: page.currency, total, billing });
}

/** Performs an action on the seller's Stripe dashboard; an action that is impossible now (422) is skipped. */
export async function act(
  { shop }: Play,
  account: string,
  path: string,
  fields: Record<string, string>,
): Promise<void> {
  const { status } = await shop.request(`/sandbox/dashboard/${account}/${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  if (status !== 303 && status !== 422) throw new Error(`${path} answered ${status}`);
}

export async function wait({ shop, now }: Play, hours: number): Promise<void> {
  shop.sandbox?.clock.moveTo(new Date(now() + hours * 3_600_000));
  await shop.sandbox?.settled();
}

/** Delivers captured events shuffled, some of them twice and some only in a second round. */
export async function deliver({ shop, held }: Play, random: () => number, lost: number): Promise<void> {
  await shop.settled();
  const all = held.splice(0);
  const [first, later] = [all.filter(() => random() >= lost), [] as Held[]];
  later.push(...all.filter((one) => !first.includes(one)));
  for (const part of [first, later]) {
    const twice = [...part, ...part.filter(() => random() < 0.4)];
    const shuffled = twice
      .map((one) => [random(), one] as const)
      .toSorted(([one], [other]) => one - other)
      .map(([, one]) => one);
    const answers = await Promise.all(shuffled.map(({ url, init }) => shop.request(url, init)));
    const refused = answers.find(({ status }) => status !== 200);
    if (refused) throw new Error(`An event was answered ${refused.status}`);
    await shop.settled();
  }
}
