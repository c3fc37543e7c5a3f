/** Pages and orders with order bumps. Used by tests only. */
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import type { TestApp } from './test-app.ts';

type Bump = CheckoutPageConfig['bumps']['items'][number];

export const createBump = (id: string, price: string, change: Partial<Bump> = {}): Bump => ({
  id,
  enabled: true,
  title: `Extra ${id}`,
  text: '',
  price,
  image: null,
  regularPrice: '',
  billing: 'one-time',
  offeredWith: null,
  ...change,
});

export const withBumps = (...items: Bump[]): Pick<CheckoutPageConfig, 'bumps'> => ({
  bumps: { items, position: 'above-button' },
});

type CheckoutInput = { bumps?: string[]; plan?: string; appliedCoupon?: string };

/** Buys a page with some of its extras. */
export async function buyWithBumps(app: TestApp, slug: string, input: CheckoutInput = {}): Promise<void> {
  const { status, body } = await app.rpc('create-checkout-session', { slug, ...input });
  if (status !== 200) throw new Error(`The checkout answered ${status}`);
  await app.payAtStripe(body.url);
  await app.waitUntilIdle();
}
