import type { TestApp } from './test-app.ts';

type CheckoutInput = { bumps?: string[]; plan?: string; quantity?: string; appliedCoupon?: string };

/** Buys a page with some of its extras, or several units of it. */
export async function buyWithBumps(app: TestApp, slug: string, input: CheckoutInput = {}): Promise<void> {
  const { status, body } = await app.rpc('create-checkout-session', { slug, ...input });
  if (status !== 200) throw new Error(`The checkout answered ${status}`);
  await app.payAtStripe(body.url);
  await app.waitUntilIdle();
}
