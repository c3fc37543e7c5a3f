import { createAddedFields, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { Coupon } from '#domain/coupon.ts';
/** Buyers of a page with limited stock and coupons, and a model of what is left. For tests only. */
import { normalizeBuyerEmail } from '#domain/mask-email.ts';
import type { PageCounts } from '#domain/rpc-contract.ts';
import { DAY_MS } from '#domain/time-units.ts';

import { listBrokenInvariants } from './dropped-events.ts';
import { getStripeAccountId } from './sold-orders.ts';
import { createTestApp, type TestSeller, type TestApp } from './test-app.ts';

/** `quantity`: 1 by default. */
export type Buyer = { code: string | null; email: string; quantity?: number };
type Purchase = Buyer & { sessionId: string; state: 'reserved' | 'sold' | 'waiting' | 'over'; fails: boolean };

export type Limits = { stock: number; coupon: Coupon };

export type LimitedPage = Limits & {
  app: TestApp;
  seller: TestSeller;
  account: string;
  pageId: string;
  /** Units that one buyer can reserve; null if buyers cannot choose a quantity. */
  maximum: number | null;
  /** Accepted checkout requests. */
  purchases: Purchase[];
};

const stockConfig = (stock: number) => ({ ...createAddedFields().availability, stock, showStock: true });

/** Creates a page with limited stock and a limited coupon; the seller also accepts debits. */
export async function createLimitedPage(
  { stock, coupon }: Limits,
  change: Partial<CheckoutPageConfig> = {},
  options: Parameters<typeof createTestApp>[0] = {},
): Promise<LimitedPage> {
  const app = await createTestApp(options);
  const seller = await app.signUpSeller();
  const config = { enableCoupon: true, validCoupons: [coupon], availability: stockConfig(stock), ...change };
  const { pageId } = await seller.publishPage(config, 'scarce');
  const account = await getStripeAccountId(seller);
  await app.request(`/sandbox/dashboard/${account}/settings`, {
    method: 'POST',
    body: new URLSearchParams({ act: 'debits_always' }),
  });
  const maximum = change.quantity?.enabled ? change.quantity.maximum : null;
  return { app, seller, account, pageId, stock, coupon, maximum, purchases: [] };
}

const isReserved = ({ state }: Purchase): boolean => state !== 'over';
const isPaid = ({ state }: Purchase): boolean => state === 'sold' || state === 'waiting';

const sumUnits = (purchases: readonly Buyer[]): number =>
  purchases.reduce((sum, { quantity = 1 }) => sum + quantity, 0);

/** Lists violated invariants, except those that do not apply to a test app without pages and real time. */
export const findBrokenInvariants = async ({ app }: LimitedPage): Promise<string[]> =>
  (await listBrokenInvariants(app))
    .map(({ name }) => name)
    .filter((name) => name !== 'mail-goes-out' && name !== 'plans-are-fresh');

/** Returns the counts that the app should report. */
export function expectedCounts({ purchases, coupon }: LimitedPage): Omit<PageCounts, 'coupons'> & {
  uses: { used: number; reserved: number };
} {
  const paid = purchases.filter(isPaid);
  const reserved = purchases.filter((purchase) => isReserved(purchase) && !isPaid(purchase));
  const countUses = (rows: readonly Purchase[]) => rows.filter(({ code }) => code === coupon.code).length;
  return {
    sold: sumUnits(paid),
    reserved: sumUnits(reserved),
    uses: { used: countUses(paid), reserved: countUses(reserved) },
  };
}

export async function getCounts({ seller, pageId, coupon }: LimitedPage) {
  const { body } = await seller.rpc('get-page-counts', { pageId });
  const { used, reserved } = body.coupons.find(({ code }) => code === coupon.code) ?? { used: 0, reserved: 0 };
  return { sold: body.sold, reserved: body.reserved, uses: { used, reserved } };
}

/** Sends checkout requests concurrently. Returns null for each accepted one, otherwise the error code. */
export async function requestCheckouts(limitedPage: LimitedPage, buyers: readonly Buyer[]): Promise<(string | null)[]> {
  const { app, purchases } = limitedPage;
  const responses = await Promise.all(
    buyers.map(({ code, email, quantity }) =>
      app.rpc('create-checkout-session', {
        slug: 'scarce',
        attempt: crypto.randomUUID(),
        appliedCoupon: code,
        email,
        ...(quantity === undefined ? {} : { quantity: String(quantity) }),
      }),
    ),
  );
  return responses.map(({ body }, index) => {
    const buyer = buyers[index];
    if (!body.url || !buyer) return body.error?.code ?? 'nothing';
    const sessionId = new URL(body.url).pathname.split('/').at(-1) ?? '';
    purchases.push({ ...buyer, sessionId, state: 'reserved', fails: false });
    return null;
  });
}

/** Returns true if a rejection is correct: what it names is exhausted. */
export function isRejectionCorrect(
  { stock, coupon, maximum, purchases }: LimitedPage,
  { email, quantity = 1 }: Buyer,
  errorCode: string,
): boolean {
  const reserved = purchases.filter(isReserved);
  const ofCode = reserved.filter(({ code }) => code === coupon.code);
  switch (errorCode) {
    case 'sold_out':
      return sumUnits(purchases.filter(isPaid)) >= stock;
    case 'all_held':
      return sumUnits(reserved) >= stock;
    case 'not_enough_left':
      return sumUnits(reserved) + quantity > stock;
    case 'units_reserved':
      return sumUnits(listOpenOf(reserved, email)) + quantity > (maximum ?? Infinity);
    case 'coupon_used_up':
      return ofCode.length >= (coupon.limit ?? Infinity);
    case 'coupon_used_by_buyer': {
      const ofBuyer = ofCode.filter((purchase) => normalizeBuyerEmail(purchase.email) === normalizeBuyerEmail(email));
      return ofBuyer.length >= (coupon.perBuyer ?? Infinity);
    }
    default:
      return false;
  }
}

/** The running checkouts of a buyer. */
const listOpenOf = (reserved: readonly Purchase[], email: string): Purchase[] =>
  reserved.filter(
    (purchase) => !isPaid(purchase) && normalizeBuyerEmail(purchase.email) === normalizeBuyerEmail(email),
  );

/** Returns true if the model's limits hold. */
export function isWithinLimits({ stock, coupon, maximum, purchases }: LimitedPage): boolean {
  const reserved = purchases.filter(isReserved);
  const ofCode = reserved.filter(({ code }) => code === coupon.code);
  const buyers = Map.groupBy(ofCode, ({ email }) => normalizeBuyerEmail(email));
  return (
    sumUnits(reserved) <= stock &&
    reserved.every(({ email }) => sumUnits(listOpenOf(reserved, email)) <= (maximum ?? Infinity)) &&
    ofCode.length <= (coupon.limit ?? Infinity) &&
    [...buyers.values()].every(({ length }) => length <= (coupon.perBuyer ?? Infinity))
  );
}

const pickReserved = ({ purchases }: LimitedPage, index: number): Purchase | undefined => {
  const reserved = purchases.filter(({ state }) => state === 'reserved');
  return reserved[index % Math.max(1, reserved.length)];
};

export async function payPurchase(limitedPage: LimitedPage, index: number): Promise<void> {
  const purchase = pickReserved(limitedPage, index);
  if (!purchase) return;
  await limitedPage.app.payAtStripe(`http://localhost:3000/sandbox/pay/${purchase.sessionId}`, {
    email: purchase.email,
  });
  purchase.state = 'sold';
}

/** Pays by a delayed method that may fail after days. */
export async function payByDebit(limitedPage: LimitedPage, index: number, fails: boolean): Promise<void> {
  const purchase = pickReserved(limitedPage, index);
  if (!purchase) return;
  const bank = fails ? 'debit_insufficient_funds' : 'debit_succeeds';
  await limitedPage.app.request(`/sandbox/pay/${purchase.sessionId}/debit`, {
    method: 'POST',
    body: new URLSearchParams({ email: purchase.email, name: 'Bo Buyer', bank }),
  });
  await limitedPage.app.waitUntilIdle();
  Object.assign(purchase, { state: 'waiting', fails });
}

export async function expirePurchase(limitedPage: LimitedPage, index: number): Promise<void> {
  const { app, account } = limitedPage;
  const purchase = pickReserved(limitedPage, index);
  if (!purchase) return;
  await app.context.sellerStripe(account).sessions.expire(purchase.sessionId);
  await app.waitUntilIdle();
  purchase.state = 'over';
}

/** Advances the clock: sessions expire and debits succeed or fail. */
export async function advanceDays({ app, purchases }: LimitedPage, days: number): Promise<void> {
  app.sandbox?.clock.moveTo(new Date(app.context.now().getTime() + days * DAY_MS));
  await app.waitUntilIdle();
  for (const purchase of purchases) {
    if (purchase.state === 'reserved') purchase.state = 'over';
    if (purchase.state === 'waiting' && days >= 3) purchase.state = purchase.fails ? 'over' : 'sold';
  }
}
