/** Buyers of a page with limited stock and coupons, and a model of what is left. For tests only. */
import { buyerKeyOf } from '#domain/buyer-key.ts';
import type { PageCounts } from '#domain/calls.ts';
import { addedKeys, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { Coupon } from '#domain/coupon.ts';
import { openShop, type TestSeller, type TestShop } from '#server/testing.ts';
import { brokenIn } from '#server/testing-deaf.ts';
import { accountOf } from '#server/testing-refunds.ts';

export type Buyer = { code: string | null; email: string };
type Bought = Buyer & { sessionId: string; state: 'held' | 'sold' | 'waiting' | 'over'; fails: boolean };

export type Limits = { stock: number; coupon: Coupon };

export type Scarce = Limits & {
  shop: TestShop;
  seller: TestSeller;
  account: string;
  pageId: string;
  /** Accepted checkout requests. */
  bought: Bought[];
};

const stockOf = (stock: number) => ({ ...addedKeys().availability, stock, showStock: true });

/** Creates a page with limited stock and a limited coupon; the seller also accepts debits. */
export async function openScarce(
  { stock, coupon }: Limits,
  change: Partial<CheckoutPageConfig> = {},
  parts: Parameters<typeof openShop>[0] = {},
): Promise<Scarce> {
  const shop = await openShop(parts);
  const seller = await shop.seller();
  const config = { enableCoupon: true, validCoupons: [coupon], availability: stockOf(stock), ...change };
  const { pageId } = await seller.publish(config, 'scarce');
  const account = await accountOf(seller);
  await shop.request(`/sandbox/dashboard/${account}/settings`, {
    method: 'POST',
    body: new URLSearchParams({ act: 'debits_always' }),
  });
  return { shop, seller, account, pageId, stock, coupon, bought: [] };
}

const holds = ({ state }: Bought): boolean => state !== 'over';
const isPaid = ({ state }: Bought): boolean => state === 'sold' || state === 'waiting';

/** Lists violated invariants, except those that do not apply to a test app without pages and real time. */
export const brokenBy = async ({ shop }: Scarce): Promise<string[]> =>
  (await brokenIn(shop))
    .map(({ name }) => name)
    .filter((name) => name !== 'mail-goes-out' && name !== 'plans-are-fresh');

/** Returns the counts that the app should report. */
export function expectedCounts({ bought, coupon }: Scarce): Omit<PageCounts, 'coupons'> & {
  uses: { used: number; held: number };
} {
  const count = (rows: readonly Bought[]) => ({
    paid: rows.filter(isPaid).length,
    held: rows.filter((one) => holds(one) && !isPaid(one)).length,
  });
  const [all, ofCode] = [count(bought), count(bought.filter(({ code }) => code === coupon.code))];
  return { sold: all.paid, held: all.held, uses: { used: ofCode.paid, held: ofCode.held } };
}

export async function countsOf({ seller, pageId, coupon }: Scarce) {
  const { body } = await seller.call('get-page-counts', { pageId });
  const { used, held } = body.coupons.find(({ code }) => code === coupon.code) ?? { used: 0, held: 0 };
  return { sold: body.sold, held: body.held, uses: { used, held } };
}

/** Sends checkout requests concurrently. Returns null for each accepted one, otherwise the error code. */
export async function pressAll(scarce: Scarce, buyers: readonly Buyer[]): Promise<(string | null)[]> {
  const { shop, bought } = scarce;
  const answers = await Promise.all(
    buyers.map(({ code, email }) =>
      shop.call('create-checkout-session', {
        slug: 'scarce',
        attempt: crypto.randomUUID(),
        appliedCoupon: code,
        email,
      }),
    ),
  );
  return answers.map(({ body }, index) => {
    const buyer = buyers[index];
    if (!body.url || !buyer) return body.error?.code ?? 'nothing';
    const sessionId = new URL(body.url).pathname.split('/').at(-1) ?? '';
    bought.push({ ...buyer, sessionId, state: 'held', fails: false });
    return null;
  });
}

/** Returns true if a rejection is correct: what it names is exhausted. */
export function isJust({ stock, coupon, bought }: Scarce, { email }: Buyer, refusal: string): boolean {
  const held = bought.filter(holds);
  const ofCode = held.filter(({ code }) => code === coupon.code);
  switch (refusal) {
    case 'sold_out':
      return bought.filter(isPaid).length >= stock;
    case 'all_held':
      return held.length >= stock;
    case 'coupon_used_up':
      return ofCode.length >= (coupon.limit ?? Infinity);
    case 'coupon_used_by_buyer': {
      const own = ofCode.filter((one) => buyerKeyOf(one.email) === buyerKeyOf(email));
      return own.length >= (coupon.perBuyer ?? Infinity);
    }
    default:
      return false;
  }
}

/** Returns true if the model's limits hold. */
export function isWithinLimits({ stock, coupon, bought }: Scarce): boolean {
  const held = bought.filter(holds);
  const ofCode = held.filter(({ code }) => code === coupon.code);
  const buyers = Map.groupBy(ofCode, ({ email }) => buyerKeyOf(email));
  return (
    held.length <= stock &&
    ofCode.length <= (coupon.limit ?? Infinity) &&
    [...buyers.values()].every(({ length }) => length <= (coupon.perBuyer ?? Infinity))
  );
}

const heldBy = ({ bought }: Scarce, which: number): Bought | undefined => {
  const held = bought.filter(({ state }) => state === 'held');
  return held[which % Math.max(1, held.length)];
};

export async function payOne(scarce: Scarce, which: number): Promise<void> {
  const one = heldBy(scarce, which);
  if (!one) return;
  await scarce.shop.pay(`http://localhost:3000/sandbox/pay/${one.sessionId}`, { email: one.email });
  one.state = 'sold';
}

/** Pays by a delayed method that may fail after days. */
export async function debitOne(scarce: Scarce, which: number, fails: boolean): Promise<void> {
  const one = heldBy(scarce, which);
  if (!one) return;
  const bank = fails ? 'debit_insufficient_funds' : 'debit_succeeds';
  await scarce.shop.request(`/sandbox/pay/${one.sessionId}/debit`, {
    method: 'POST',
    body: new URLSearchParams({ email: one.email, name: 'Bo Buyer', bank }),
  });
  await scarce.shop.settled();
  Object.assign(one, { state: 'waiting', fails });
}

export async function expireOne(scarce: Scarce, which: number): Promise<void> {
  const { shop, account } = scarce;
  const one = heldBy(scarce, which);
  if (!one) return;
  await shop.context.sellerStripe(account).sessions.expire(one.sessionId);
  await shop.settled();
  one.state = 'over';
}

const DAY_MS = 86_400_000;

/** Advances the clock: sessions expire and debits succeed or fail. */
export async function waitForDays({ shop, bought }: Scarce, days: number): Promise<void> {
  shop.sandbox?.clock.moveTo(new Date(shop.context.now().getTime() + days * DAY_MS));
  await shop.settled();
  for (const one of bought) {
    if (one.state === 'held') one.state = 'over';
    if (one.state === 'waiting' && days >= 3) one.state = one.fails ? 'over' : 'sold';
  }
}
