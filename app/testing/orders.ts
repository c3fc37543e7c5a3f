import { UNKNOWN_ATTRIBUTION } from '#domain/attribution.ts';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';
import type { OrderDetail, OrderPayment } from '#domain/order-detail.ts';
import type { OrderFilter } from '#domain/order-filter.ts';
import type { OrderRow } from '#domain/order.ts';

import type { RpcHandlers } from './fake-rpc.ts';

export const ORDER_ID = '11111111-1111-4111-8111-000000000001';
export const CUSTOMER_ID = '44444444-4444-4444-8444-000000000001';
const PAYMENT_ID = '22222222-2222-4222-8222-000000000001';
const SOLD_PAGE_ID = '33333333-3333-4333-8333-000000000001';
const PAID_AT = '2026-03-02T10:00:00Z';

const getOrderId = (number: number): string => `11111111-1111-4111-8111-${String(number).padStart(12, '0')}`;

/** A paid order of $40, as the list shows it. */
export const createOrderRow = (number: number, overrides: Partial<OrderRow> = {}): OrderRow => ({
  id: getOrderId(number),
  number,
  state: 'paid',
  dispute: null,
  email: `buyer${number}@example.com`,
  buyerName: `Buyer ${number}`,
  productName: 'Linocut for Beginners',
  quantity: 1,
  paymentPlan: null,
  extras: 0,
  billing: null,
  currency: 'USD',
  total: 4000,
  discount: 0,
  received: 4000,
  refunded: 0,
  lost: 0,
  couponCode: null,
  paymentMethod: { type: 'card', brand: 'visa', last4: '4242' },
  anonymized: false,
  createdAt: PAID_AT,
  ...overrides,
});

const AIKO = { buyerName: 'Aiko Lindqvist', email: 'aiko@lindqvist.example' };
const PRINT = { productName: 'Night Heron, print', total: 9500, received: 9500 };

/** Four orders of three buyers, newest first: a course with and without a coupon, and two prints. */
export const FOUR_ORDERS: readonly OrderRow[] = [
  createOrderRow(4, { ...AIKO, ...PRINT }),
  createOrderRow(3, { ...PRINT, buyerName: '=cmd|"/C calc"!A0', email: 'cmd@evil.example' }),
  createOrderRow(2, {
    buyerName: 'Bram de Wit',
    email: 'bram@post.example',
    couponCode: 'QUARTER',
    total: 3000,
    received: 3000,
    discount: 1000,
  }),
  createOrderRow(1, AIKO),
];

const matchesFilter = (order: OrderRow, { search, state, coupon, to }: OrderFilter): boolean => {
  const searchText = `${order.buyerName} ${order.email} ${order.productName}`.toLowerCase();
  const isInState = state === undefined || (state === 'disputed' ? order.dispute !== null : order.state === state);
  return (
    (search ?? '').split(' ').every((searchTerm) => searchText.includes(searchTerm.toLowerCase())) &&
    isInState &&
    (coupon === undefined || order.couponCode === coupon) &&
    (to === undefined || order.createdAt.slice(0, 10) <= to)
  );
};

/** Handler of `list-orders` for these orders, on one page. The server's tests cover the real search. */
export const createListHandler =
  (orders: readonly OrderRow[]): NonNullable<RpcHandlers['list-orders']> =>
  (filter) => {
    const matching = orders.filter((order) => matchesFilter(order, filter));
    const sum = (key: 'received' | 'refunded' | 'lost') => matching.reduce((total, order) => total + order[key], 0);
    const [received, refunded, lost] = [sum('received'), sum('refunded'), sum('lost')];
    const net = received - refunded - lost;
    const totals =
      matching.length > 0 ? [{ currency: 'USD', count: matching.length, received, refunded, lost, net }] : [];
    return { orders: matching, page: 1, pages: 1, count: matching.length, hasMore: false, totals, last: orders.length };
  };

export const createOrderPayment = (overrides: Partial<OrderPayment> = {}): OrderPayment => ({
  id: PAYMENT_ID,
  renewal: false,
  amount: 4000,
  refunded: 0,
  lost: 0,
  refundable: 4000,
  paidAt: PAID_AT,
  paymentMethod: 'card',
  reference: 'pi_test',
  providerUrl: 'https://dashboard.stripe.test/payments/pi_test',
  ...overrides,
});

/** A paid order of $40 with all details. */
export const createOrderDetail = (overrides: Partial<OrderDetail> = {}): OrderDetail => ({
  ...createOrderRow(1, { buyerName: 'Bo Buyer', email: 'bo@example.com' }),
  original: 4000,
  lines: [
    {
      key: 'main',
      name: 'Linocut for Beginners',
      kind: 'one_time',
      quantity: 1,
      unit: 4000,
      subtotal: 4000,
      discount: 0,
      total: 4000,
      refunded: 0,
      refundedQuantity: 0,
    },
  ],
  paidAt: PAID_AT,
  country: 'SE',
  customerId: CUSTOMER_ID,
  plan: null,
  visit: UNKNOWN_ATTRIBUTION,
  sellerName: 'Marlow Prints',
  page: {
    id: SOLD_PAGE_ID,
    name: 'Linocut for Beginners',
    url: 'https://tillwright.test/c/linocut',
    gone: false,
  },
  payments: [createOrderPayment()],
  refunds: [],
  disputes: [],
  subscription: null,
  agreement: {
    required: true,
    accepted: true,
    at: PAID_AT,
    text: 'I accept the terms',
    textHash: 'a1'.repeat(32),
    termsUrl: 'https://www.example.com/terms',
    privacyUrl: 'https://www.example.com/privacy',
    version: 1,
    versionHash: 'b2'.repeat(32),
  },
  answers: [],
  metadata: {},
  externalId: null,
  entitlements: [],
  events: [
    { kind: 'checkout_started', at: PAID_AT, facts: {} },
    { kind: 'paid', at: '2026-03-02T10:01:00Z', facts: { amount: 4000, currency: 'USD' } },
  ],
  receipt: { state: 'sent', at: '2026-03-02T10:02:00Z', reason: null },
  mails: [{ kind: 'receipt', to: 'bo@example.com', state: 'sent', at: '2026-03-02T10:02:00Z', reason: null }],
  others: [],
  providerUrl: 'https://dashboard.stripe.test/payments/pi_test',
  ...overrides,
});

/** The order after a refund of this amount. */
export const createRefundedDetail = (order: OrderDetail, amount: number): OrderDetail => {
  const refunded = order.refunded + amount;
  return {
    ...order,
    state: refunded === order.received ? 'refunded' : 'partly_refunded',
    refunded,
    payments: [createOrderPayment({ refunded, refundable: order.received - refunded })],
    refunds: [
      ...order.refunds,
      {
        id: crypto.randomUUID(),
        paymentId: PAYMENT_ID,
        lines: [],
        amount,
        state: 'succeeded',
        reason: 'requested_by_customer',
        failure: null,
        createdAt: PAID_AT,
      },
    ],
  };
};

/** An active monthly subscription of $40. */
export const createBuyerSubscription = (overrides: Partial<BuyerSubscription> = {}): BuyerSubscription => ({
  id: '44444444-4444-4444-8444-000000000001',
  orderId: ORDER_ID,
  orderNumber: 1,
  state: 'active',
  email: 'bo@example.com',
  buyerName: 'Bo Buyer',
  productName: 'Linocut club',
  quantity: 1,
  currency: 'USD',
  amount: 4000,
  priceAfterDiscount: null,
  billing: 'monthly',
  periodEnd: '2026-04-02T10:00:00Z',
  cancelAt: null,
  trialEndsAt: null,
  installments: null,
  endedAt: null,
  failed: null,
  payments: 1,
  net: 4000,
  createdAt: PAID_AT,
  ...overrides,
});

/** Handlers of a server with these orders and subscriptions. */
export const createOrderHandlers = (
  orders: readonly OrderRow[] = FOUR_ORDERS,
  subscriptions: readonly BuyerSubscription[] = [],
): RpcHandlers => ({
  'list-orders': createListHandler(orders),
  'list-order-choices': () => ({
    pages: [{ id: SOLD_PAGE_ID, name: 'Linocut for Beginners' }],
    coupons: ['QUARTER'],
    extras: [],
    paymentMethods: ['card'],
  }),
  'get-order': () => createOrderDetail(),
  'list-buyer-subscriptions': ({ search = '', state }) => {
    const matching = subscriptions.filter(
      (one) => (state === undefined || one.state === state) && (one.email ?? '').startsWith(search),
    );
    return {
      subscriptions: matching,
      page: 1,
      pages: 1,
      count: matching.length,
      any: subscriptions.length > 0,
    };
  },
});
