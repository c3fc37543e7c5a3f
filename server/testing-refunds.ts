/** Refunds as sellers make them, on their own dashboards at the provider. Seen by tests only. */
import type { TestSeller, TestShop } from './testing.ts';

export const accountOf = async (seller: TestSeller): Promise<string> =>
  (await seller.call('get-connection', {})).body.stripe_account_id ?? '';

/** The charges of an account that something of can be given back, newest first. */
export async function chargesOf(shop: TestShop, account: string): Promise<string[]> {
  const page = await (await shop.request(`/sandbox/dashboard/${account}`)).text();
  return [...page.matchAll(/\/charges\/(ch_\w+)\/refund/g)].map(([, id = '']) => id);
}

/** Gives so much of a charge back, as typed; all that is left of it when nothing is. */
export async function refund(shop: TestShop, account: string, charge: string, amount = ''): Promise<void> {
  const { status } = await shop.request(`/sandbox/dashboard/${account}/charges/${charge}/refund`, {
    method: 'POST',
    body: new URLSearchParams({ amount }),
  });
  if (status !== 303) throw new Error(`The refund answered ${status}`);
  await shop.settled();
}

/** Gives so much of the newest payment back. */
export async function refundNewest(shop: TestShop, seller: TestSeller, amount: string): Promise<void> {
  const account = await accountOf(seller);
  const [charge = ''] = await chargesOf(shop, account);
  await refund(shop, account, charge, amount);
}
