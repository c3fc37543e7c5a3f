/** Refunds that sellers make in their Stripe dashboards. Used by tests only. */
import type { TestSeller, TestShop } from './testing.ts';

export const accountOf = async (seller: TestSeller): Promise<string> =>
  (await seller.call('get-connection', {})).body.stripe_account_id ?? '';

/** Refundable charges of an account, newest first. */
export async function chargesOf(shop: TestShop, account: string): Promise<string[]> {
  const page = await (await shop.request(`/sandbox/dashboard/${account}`)).text();
  return [...page.matchAll(/\/charges\/(ch_\w+)\/refund/g)].map(([, id = '']) => id);
}

/** Refunds an amount of a charge, as typed; the whole remainder when the amount is empty. */
export async function refund(shop: TestShop, account: string, charge: string, amount = ''): Promise<void> {
  const { status } = await shop.request(`/sandbox/dashboard/${account}/charges/${charge}/refund`, {
    method: 'POST',
    body: new URLSearchParams({ amount }),
  });
  if (status !== 303) throw new Error(`The refund answered ${status}`);
  await shop.settled();
}

/** Refunds an amount of the newest payment. */
export async function refundNewest(shop: TestShop, seller: TestSeller, amount: string): Promise<void> {
  const account = await accountOf(seller);
  const [charge = ''] = await chargesOf(shop, account);
  await refund(shop, account, charge, amount);
}
