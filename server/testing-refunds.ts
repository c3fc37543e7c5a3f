/** Refunds that sellers make in their Stripe dashboards. Used by tests only. */
import type { TestSeller, TestApp } from './testing.ts';

export const getStripeAccountId = async (seller: TestSeller): Promise<string> =>
  (await seller.rpc('get-connection', {})).body.stripe_account_id ?? '';

/** Refundable charges of an account, newest first. */
export async function listRefundableCharges(app: TestApp, account: string): Promise<string[]> {
  const page = await (await app.request(`/sandbox/dashboard/${account}`)).text();
  return [...page.matchAll(/\/charges\/(ch_\w+)\/refund/g)].map(([, id = '']) => id);
}

/** Refunds an amount of a charge, as typed; the whole remainder when the amount is empty. */
export async function refundCharge(app: TestApp, account: string, charge: string, amount = ''): Promise<void> {
  const { status } = await app.request(`/sandbox/dashboard/${account}/charges/${charge}/refund`, {
    method: 'POST',
    body: new URLSearchParams({ amount }),
  });
  if (status !== 303) throw new Error(`The refund answered ${status}`);
  await app.waitUntilIdle();
}

/** Refunds an amount of the newest payment. */
export async function refundNewest(app: TestApp, seller: TestSeller, amount: string): Promise<void> {
  const account = await getStripeAccountId(seller);
  const [charge = ''] = await listRefundableCharges(app, account);
  await refundCharge(app, account, charge, amount);
}
