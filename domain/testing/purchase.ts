/** Purchases of a page that delivers a guide, for tests. */
import type { Delivery, Purchase } from '../compute-entitlements.ts';
import { createDeliverableSettings, type DeliverableKind, type DeliveredItem } from '../deliverable.ts';
import { DAY_MS } from '../time-units.ts';

export const PAGE = 'page';
export const START = new Date('2026-03-10T12:00:00Z');
export const afterDays = (days: number, from = START): Date => new Date(from.getTime() + days * DAY_MS);
/** End of the first month that is paid. */
export const MONTH_END = new Date('2026-04-10T12:00:00Z');

type Validity = { validity: 'forever' | 'subscription' | 'days'; validDays?: number };

export const createDelivery = (
  items: readonly DeliveredItem[],
  { kind = 'file', ...validity }: Partial<Validity> & { kind?: DeliverableKind } = {},
): Delivery => ({
  items,
  itemsByPage: new Map(),
  deliverables: new Map(
    items.map(({ id }) => [id, { pageId: PAGE, settings: { ...createDeliverableSettings(kind), ...validity } }]),
  ),
});

export const createLine = (
  key: string,
  change: Partial<Purchase['lines'][number]> = {},
): Purchase['lines'][number] => ({
  id: `line ${key}`,
  key,
  kind: 'one_time',
  quantity: 1,
  subtotal: 1000,
  discount: 0,
  total: 1000,
  itemPageId: null,
  itemOptionId: null,
  ...change,
});

export const createSale = (change: Partial<Purchase['sales'][number]> = {}): Purchase['sales'][number] => ({
  id: 'sale',
  renewal: false,
  amount: 1000,
  refunded: 0,
  paidAt: START,
  ...change,
});

/** A paid order of a page that delivers a guide. */
export const createPurchase = (change: Partial<Purchase> = {}): Purchase => ({
  attempt: { pageId: PAGE, plan: null, installments: null },
  order: { state: 'paid', paidAt: START },
  lines: [createLine('main')],
  sales: [createSale()],
  refunds: [],
  refundLines: [],
  disputes: [],
  subscription: null,
  delivery: createDelivery([{ id: 'guide', offeredWith: null }]),
  entitlements: null,
  ...change,
});

export const createSubscription = (
  change: Partial<NonNullable<Purchase['subscription']>> = {},
): NonNullable<Purchase['subscription']> => ({
  status: 'active',
  billing: 'monthly',
  periodEnd: MONTH_END,
  cancelAt: null,
  endedAt: null,
  trialEndsAt: null,
  ...change,
});
