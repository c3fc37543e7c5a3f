import type { BuyerSubscription } from '#domain/buyer-subscription.ts';
import type { OrderDetail, OrderPayment } from '#domain/order-detail.ts';
import type { OrderFilter } from '#domain/order-filter.ts';
import type { OrderRow } from '#domain/order.ts';
import { UNKNOWN_ORIGIN } from '#domain/visit.ts';

import type { RpcHandlers } from './fake-rpc.ts';

export const ORDER_ID = '11111111-1111-4111-8111-000000000001';
const PAYMENT_ID = '22222222-2222-4222-8222-000000000001';
const SOLD_PAGE_ID = '33333333-3333-4333-8333-000000000001';
const SOLD_AT = '2026-03-02T10:00:00Z';

const idOf = (number: number): string => `11111111-1111-4111-8111-${String(number).padStart(12, '0')}`;

/** A paid order of $40, as the list shows it. */
export const orderRow = (number: number, change: Partial<OrderRow> = {}): OrderRow => ({
  id: idOf(number),
  number,
  state: 'paid',
  dispute: null,
  email: `buyer${number}@example.com`,
  buyerName: `Buyer ${number}`,
  productName: 'Linocut for Beginners',
  billing: null,
  currency: 'USD',
  total: 4000,
  discount: 0,
  received: 4000,
  refunded: 0,
  lost: 0,
  couponCode: null,
  createdAt: SOLD_AT,
  ...change,
});

const AIKO = { buyerName: 'Aiko Lindqvist', email: 'aiko@lindqvist.example' };
const PRINT = { productName: 'Night Heron, print', total: 9500, received: 9500 };

/** Four orders of three buyers, newest first: a course with and without a coupon, and two prints. */
export const fourOrders: readonly OrderRow[] = [
  orderRow(4, { ...AIKO, ...PRINT }),
  orderRow(3, { ...PRINT, buyerName: '=cmd|"/C calc"!A0', email: 'cmd@evil.example' }),
  orderRow(2, {
    buyerName: 'Bram de Wit',
    email: 'bram@post.example',
    couponCode: 'QUARTER',
    total: 3000,
    received: 3000,
    discount: 1000,
  }),
  orderRow(1, AIKO),
];

const matches = (order: OrderRow, { search, state, coupon, to }: OrderFilter): boolean => {
  const words = `${order.buyerName} ${order.email} ${order.productName}`.toLowerCase();
  const isInState =
    state === undefined || (state === 'disputed' ? order.dispute !== null : order.state === state);
  return (
    (search ?? '').split(' ').every((word) => words.includes(word.toLowerCase())) &&
    isInState &&
    (coupon === undefined || order.couponCode === coupon) &&
    (to === undefined || order.createdAt.slice(0, 10) <= to)
  );
};

/** Handler of `list-orders` for these orders, on one page. The server's tests cover the real search. */
export const listOf =
  (orders: readonly OrderRow[]): NonNullable<RpcHandlers['list-orders']> =>
  (filter) => {
    const found = orders.filter((order) => matches(order, filter));
    const sum = (key: 'received' | 'refunded' | 'lost') => found.reduce((total, one) => total + one[key], 0);
    const [received, refunded, lost] = [sum('received'), sum('refunded'), sum('lost')];
    const net = received - refunded - lost;
    const totals =
      found.length > 0 ? [{ currency: 'USD', count: found.length, received, refunded, lost, net }] : [];
    return { orders: found, page: 1, pages: 1, count: found.length, totals, last: orders.length };
  };

export const orderPayment = (change: Partial<OrderPayment> = {}): OrderPayment => ({
  id: PAYMENT_ID,
  renewal: false,
  amount: 4000,
  refunded: 0,
  lost: 0,
  refundable: 4000,
  paidAt: SOLD_AT,
  reference: 'pi_test',
  providerUrl: 'https://dashboard.stripe.test/payments/pi_test',
  ...change,
});

/** A paid order of $40 with all details. */
export const orderDetail = (change: Partial<OrderDetail> = {}): OrderDetail => ({
  ...orderRow(1, { buyerName: 'Bo Buyer', email: 'bo@example.com' }),
  original: 4000,
  paidAt: SOLD_AT,
  country: 'SE',
  plan: null,
  visit: UNKNOWN_ORIGIN,
  sellerName: 'Marlow Prints',
  page: {
    id: SOLD_PAGE_ID,
    name: 'Linocut for Beginners',
    url: 'https://tillwright.test/c/linocut',
    gone: false,
  },
  payments: [orderPayment()],
  refunds: [],
  disputes: [],
  subscription: null,
  agreement: {
    required: true,
    accepted: true,
    at: SOLD_AT,
    text: 'I accept the terms',
    textHash: 'a1'.repeat(32),
    termsUrl: 'https://www.example.com/terms',
    privacyUrl: 'https://www.example.com/privacy',
    version: 1,
    versionHash: 'b2'.repeat(32),
  },
  answers: [],
  events: [
    { kind: 'pressed_pay', at: SOLD_AT, facts: {} },
    { kind: 'paid', at: '2026-03-02T10:01:00Z', facts: { amount: 4000, currency: 'USD' } },
  ],
  receipt: { state: 'sent', at: '2026-03-02T10:02:00Z', reason: null },
  mails: [{ kind: 'receipt', to: 'bo@example.com', state: 'sent', at: '2026-03-02T10:02:00Z', reason: null }],
  others: [],
  providerUrl: 'https://dashboard.stripe.test/payments/pi_test',
  ...change,
});

/** The order after a refund of this amount. */
export const refundedDetail = (before: OrderDetail, amount: number): OrderDetail => {
  const refunded = before.refunded + amount;
  return {
    ...before,
    state: refunded === before.received ? 'refunded' : 'partly_refunded',
    refunded,
    payments: [orderPayment({ refunded, refundable: before.received - refunded })],
    refunds: [
      ...before.refunds,
      {
        id: crypto.randomUUID(),
        paymentId: PAYMENT_ID,
        amount,
        state: 'succeeded',
        reason: 'requested_by_customer',
        failure: null,
        createdAt: SOLD_AT,
      },
    ],
  };
};

/** An active monthly subscription of $40. */
export const buyerSubscription = (change: Partial<BuyerSubscription> = {}): BuyerSubscription => ({
  id: '44444444-4444-4444-8444-000000000001',
  orderId: ORDER_ID,
  orderNumber: 1,
  state: 'active',
  email: 'bo@example.com',
  buyerName: 'Bo Buyer',
  productName: 'Linocut club',
  currency: 'USD',
  amount: 4000,
  billing: 'monthly',
  periodEnd: '2026-04-02T10:00:00Z',
  cancelAt: null,
  endedAt: null,
  failed: null,
  payments: 1,
  net: 4000,
  createdAt: SOLD_AT,
  ...change,
});

/** Handlers of a server with these orders and subscriptions. */
export const orderHandlers = (
  orders: readonly OrderRow[] = fourOrders,
  subscriptions: readonly BuyerSubscription[] = [],
): RpcHandlers => ({
  'list-orders': listOf(orders),
  'list-order-choices': () => ({
    pages: [{ id: SOLD_PAGE_ID, name: 'Linocut for Beginners' }],
    coupons: ['QUARTER'],
  }),
  'get-order': () => orderDetail(),
  'list-buyer-subscriptions': ({ search = '', state }) => {
    const found = subscriptions.filter(
      (one) => (state === undefined || one.state === state) && (one.email ?? '').startsWith(search),
    );
    return {
      subscriptions: found,
      page: 1,
      pages: 1,
      count: found.length,
      any: subscriptions.length > 0,
    };
  },
});
