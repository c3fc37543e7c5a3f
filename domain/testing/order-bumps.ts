/** Order bumps for tests. */
import type { CheckoutPageConfig } from '../checkout-page.ts';
import type { OrderBump } from '../order-bump.ts';

export const createBump = (id: string, price: string, changes: Partial<OrderBump> = {}): OrderBump => ({
  id,
  enabled: true,
  title: `Extra ${id}`,
  text: '',
  price,
  image: null,
  regularPrice: '',
  billing: 'one-time',
  offeredWith: null,
  ...changes,
});

export const withBumps = (...items: OrderBump[]): Pick<CheckoutPageConfig, 'bumps'> => ({
  bumps: { items, position: 'above-button' },
});
