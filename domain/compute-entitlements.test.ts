import { expect, test } from 'vitest';

import { computeEntitlements, listDeliveredLines, OVERDUE_GRACE_DAYS, type Purchase } from './compute-entitlements.ts';
import { createDeliverableSettings } from './deliverable.ts';
import type { SellerDecision } from './entitlement.ts';
import {
  afterDays,
  createDelivery,
  createLine,
  createPurchase,
  createSale,
  createSubscription,
  MONTH_END,
  PAGE,
  START,
} from './testing/purchase.ts';

const RECURRING = [createLine('main', { kind: 'recurring' })];

/** A monthly subscription with its first month paid, and access while it runs. */
const createSubscribed = (
  subscription: Parameters<typeof createSubscription>[0] = {},
  change: Partial<Purchase> = {},
): Purchase =>
  createPurchase({
    lines: RECURRING,
    subscription: createSubscription(subscription),
    delivery: createDelivery([{ id: 'guide', offeredWith: null }], { validity: 'subscription' }),
    ...change,
  });

const decided = (decision: SellerDecision) => [{ lineKey: 'main', deliverableId: 'guide', decision }];

/** The state of the only entitlement at a time. */
function accessOf(purchase: Purchase, now = afterDays(1)) {
  const [entitlement, ...others] = computeEntitlements(purchase, now);
  if (!entitlement || others.length > 0) throw new Error(`There are ${others.length + 1} entitlements`);
  const { state, reason } = entitlement;
  return reason ? `${state}: ${reason}` : state;
}

const endOf = (purchase: Purchase, now = afterDays(1)) => computeEntitlements(purchase, now)[0]?.endsAt;

test.each<[name: string, change: Partial<Purchase>, expected: string]>([
  ['paid', {}, 'active'],
  ['free', { sales: [] }, 'active'],
  ['pending', { order: { state: 'pending', paidAt: null }, sales: [] }, 'waiting: payment_pending'],
  ['failed', { order: { state: 'failed', paidAt: null }, sales: [] }, 'ended: payment_failed'],
  ['wholly refunded', { sales: [createSale({ refunded: 1000 })] }, 'ended: refunded'],
  ['partly refunded', { sales: [createSale({ refunded: 999 })] }, 'active'],
  [
    'refunded, but the seller keeps access',
    { sales: [createSale({ refunded: 1000 })], entitlements: decided('kept') },
    'active',
  ],
  ['refunded and restored', { sales: [createSale({ refunded: 1000 })], entitlements: decided('restored') }, 'active'],
  ['revoked', { entitlements: decided('revoked') }, 'ended: revoked'],
  [
    'revoked while pending',
    { order: { state: 'pending', paidAt: null }, entitlements: decided('revoked') },
    'ended: revoked',
  ],
  [
    'restored, but failed',
    { order: { state: 'failed', paidAt: null }, entitlements: decided('restored') },
    'ended: payment_failed',
  ],
  ['asked about by the bank', { disputes: [{ saleId: 'sale', status: 'warning_needs_response' }] }, 'active'],
  ['disputed', { disputes: [{ saleId: 'sale', status: 'needs_response' }] }, 'paused: disputed'],
  ['disputed and answered', { disputes: [{ saleId: 'sale', status: 'under_review' }] }, 'paused: disputed'],
  ['disputed and won', { disputes: [{ saleId: 'sale', status: 'won' }] }, 'active'],
  ['disputed and lost', { disputes: [{ saleId: 'sale', status: 'lost' }] }, 'ended: dispute_lost'],
  [
    'lost, though kept after a refund',
    { disputes: [{ saleId: 'sale', status: 'lost' }], entitlements: decided('kept') },
    'ended: dispute_lost',
  ],
  [
    'lost and restored',
    { disputes: [{ saleId: 'sale', status: 'lost' }], entitlements: decided('restored') },
    'active',
  ],
])('gives the access of an order that is %s', (_, change, expected) => {
  expect(accessOf(createPurchase(change))).toBe(expected);
});

test.each([
  ['without prices, with every price', null, null, ['main']],
  ['with the bought price', 'pro', ['pro'], ['main']],
  ['not with another price', 'pro', ['base'], []],
  ['with the only price', null, ['base'], ['main']],
  ['with an extra', 'pro', ['bump:book'], ['bump:book']],
  ['with an extra that was not bought', 'pro', ['bump:call'], []],
  ['with a price and an extra', 'pro', ['pro', 'bump:book'], ['main', 'bump:book']],
])('delivers what goes %s', (_, plan, offeredWith, expected) => {
  const lines = [createLine('main'), createLine('setup-fee'), createLine('bump:book')];
  const delivered = listDeliveredLines(lines, { pageId: PAGE, plan }, createDelivery([{ id: 'guide', offeredWith }]));
  expect(delivered.map(({ line }) => line.key)).toEqual(expected);
});

test('delivers with a bundle what its pages deliver with the bundled price, but not what the buyer has already', () => {
  const settings = createDeliverableSettings('file');
  const lines = [
    { key: 'item:1', item: { pageId: 'one', optionId: 'base' } },
    { key: 'item:2', item: { pageId: 'two', optionId: 'pro' } },
    { key: 'item:3', item: { pageId: 'three', optionId: 'base', alreadyPaid: 500 } },
  ];
  const delivery = {
    items: [],
    itemsByPage: new Map([
      [
        'one',
        [
          { id: 'book', offeredWith: null },
          { id: 'foreign', offeredWith: null },
        ],
      ],
      [
        'two',
        [
          { id: 'basic', offeredWith: ['base'] },
          { id: 'full', offeredWith: ['pro'] },
        ],
      ],
      ['three', [{ id: 'owned', offeredWith: null }]],
    ]),
    deliverables: new Map(
      [
        ['book', 'one'],
        ['foreign', 'two'],
        ['basic', 'two'],
        ['full', 'two'],
        ['owned', 'three'],
      ].map(([id = '', pageId = '']) => [id, { pageId, settings }]),
    ),
  };
  const delivered = listDeliveredLines(lines, { pageId: PAGE, plan: null }, delivery);
  expect(delivered.map(({ line, deliverableId }) => [line.key, deliverableId])).toEqual([
    ['item:1', 'book'],
    ['item:2', 'full'],
  ]);
});

test('takes over what the order has, whatever its pages deliver by now', () => {
  const delivery = createDelivery([
    { id: 'guide', offeredWith: null },
    { id: 'sequel', offeredWith: null },
  ]);
  const ids = (purchase: Purchase) => computeEntitlements(purchase, START).map(({ deliverableId }) => deliverableId);
  expect(ids(createPurchase({ delivery }))).toEqual(['guide', 'sequel']);
  const [guide] = computeEntitlements(createPurchase(), START);
  const entitlements = guide ? [{ ...guide, decision: null }] : [];
  expect(ids(createPurchase({ delivery, entitlements }))).toEqual(['guide']);
  expect(ids(createPurchase({ delivery, entitlements: [] }))).toEqual([]);
});

test('gives as many keys as the line has units', () => {
  const lines = [createLine('main', { quantity: 5 })];
  expect(computeEntitlements(createPurchase({ lines }), START)).toMatchObject([{ lineKey: 'main', quantity: 5 }]);
});

const TWO_LINES = {
  lines: [createLine('main'), createLine('bump:book', { total: 500, subtotal: 500 })],
  sales: [createSale({ amount: 1500, refunded: 500 })],
  delivery: createDelivery([
    { id: 'guide', offeredWith: null },
    { id: 'book', offeredWith: ['bump:book'] },
  ]),
};
const REFUND = { id: 'refund', saleId: 'sale', state: 'succeeded' as const };

test.each<[name: string, change: Partial<Purchase>, expected: Record<string, string>]>([
  [
    'names the whole line',
    { refunds: [REFUND], refundLines: [{ refundId: 'refund', orderLineId: 'line bump:book', amount: 500 }] },
    { guide: 'active', book: 'ended' },
  ],
  [
    'names a part of the line',
    { refunds: [REFUND], refundLines: [{ refundId: 'refund', orderLineId: 'line bump:book', amount: 499 }] },
    { guide: 'active', book: 'active' },
  ],
  ['names no line', { refunds: [REFUND] }, { guide: 'active', book: 'active' }],
  [
    'was only requested',
    {
      refunds: [{ ...REFUND, state: 'asked' }],
      refundLines: [{ refundId: 'refund', orderLineId: 'line bump:book', amount: 500 }],
    },
    { guide: 'active', book: 'active' },
  ],
  [
    'failed',
    {
      refunds: [{ ...REFUND, state: 'failed' }],
      refundLines: [{ refundId: 'refund', orderLineId: 'line bump:book', amount: 500 }],
    },
    { guide: 'active', book: 'active' },
  ],
  [
    'and others return everything',
    { sales: [createSale({ amount: 1500, refunded: 1500 })], refunds: [REFUND] },
    { guide: 'ended', book: 'ended' },
  ],
])('ends the access of one line after a refund that %s', (_, change, expected) => {
  const computed = computeEntitlements(createPurchase({ ...TWO_LINES, ...change }), afterDays(1));
  expect(Object.fromEntries(computed.map(({ deliverableId, state }) => [deliverableId, state]))).toEqual(expected);
});

test('does not end a free line because nothing was paid for it', () => {
  const lines = [createLine('main'), createLine('bump:book', { total: 0, discount: 500, subtotal: 500 })];
  const computed = computeEntitlements(
    createPurchase({ ...TWO_LINES, lines, sales: [createSale({ refunded: 500 })], refunds: [REFUND] }),
    afterDays(1),
  );
  expect(computed.map(({ state }) => state)).toEqual(['active', 'active']);
});

test('ends access of a subscription only when every payment was refunded', () => {
  const renewal = createSale({ id: 'renewal', renewal: true, paidAt: MONTH_END });
  const periodEnd = new Date('2026-05-10T12:00:00Z');
  const withSales = (...sales: Purchase['sales']) => createSubscribed({ periodEnd }, { sales });
  expect(accessOf(withSales(createSale({ refunded: 1000 }), renewal), afterDays(40))).toBe('active');
  const isRefunded = withSales(createSale({ refunded: 1000 }), { ...renewal, refunded: 1000 });
  expect(accessOf(isRefunded, afterDays(40))).toBe('ended: refunded');
});

const OVERDUE_PERIOD_END = new Date('2026-05-10T12:00:00Z');
const overdue = (change: Partial<Purchase> = {}): Purchase =>
  createSubscribed({ status: 'past_due', periodEnd: OVERDUE_PERIOD_END }, change);

test('pauses access seven days after the paid period while a renewal is overdue', () => {
  const graceEnd = afterDays(OVERDUE_GRACE_DAYS, MONTH_END);
  const justBefore = new Date(graceEnd.getTime() - 1);
  expect(computeEntitlements(overdue(), justBefore)).toMatchObject([{ state: 'active', recheckAt: graceEnd }]);
  expect(computeEntitlements(overdue(), graceEnd)).toMatchObject([
    { state: 'paused', reason: 'payment_overdue', recheckAt: null },
  ]);
  const renewal = createSale({ id: 'renewal', renewal: true, paidAt: afterDays(9, MONTH_END) });
  const paid = createSubscribed({ periodEnd: OVERDUE_PERIOD_END }, { sales: [createSale(), renewal] });
  expect(accessOf(paid, afterDays(9, MONTH_END))).toBe('active');
});

test('pauses what comes with the subscription, but not a one-time extra that is kept forever', () => {
  const delivery = createDelivery([
    { id: 'guide', offeredWith: null },
    { id: 'book', offeredWith: ['bump:book'] },
  ]);
  const lines = [...RECURRING, createLine('bump:book')];
  const sales = [createSale({ amount: 2000 })];
  const computed = computeEntitlements(overdue({ delivery, lines, sales }), afterDays(8, MONTH_END));
  expect(computed.map(({ state }) => state)).toEqual(['paused', 'active']);
});

test.each<[name: string, subscription: Parameters<typeof createSubscription>[0], at: Date | null]>([
  ['runs', {}, null],
  ['is set to end', { cancelAt: MONTH_END }, MONTH_END],
  ['was canceled during a paid period', { status: 'canceled', endedAt: afterDays(3) }, MONTH_END],
  ['ended with its period', { status: 'canceled', endedAt: MONTH_END }, MONTH_END],
  [
    'ended because a renewal was not paid',
    { status: 'canceled', periodEnd: OVERDUE_PERIOD_END, endedAt: afterDays(9, MONTH_END) },
    afterDays(9, MONTH_END),
  ],
  ['was canceled during its trial', { status: 'canceled', trialEndsAt: MONTH_END, endedAt: afterDays(3) }, MONTH_END],
])('ends access with the paid period if the subscription %s', (_, subscription, at) => {
  const purchase = createSubscribed(subscription);
  expect(endOf(purchase)).toEqual(at);
  if (at) {
    expect(accessOf(purchase, new Date(at.getTime() - 1))).not.toMatch('ended');
    expect(accessOf(purchase, at)).toBe('ended: subscription_ended');
  }
  const forever = { ...purchase, delivery: createDelivery([{ id: 'guide', offeredWith: null }]) };
  expect([endOf(forever), accessOf(forever, afterDays(400))]).toEqual([null, 'active']);
});

test('counts the days from the payment, and for a subscription from its latest payment', () => {
  const delivery = createDelivery([{ id: 'guide', offeredWith: null }], { validity: 'days', validDays: 30 });
  const once = createPurchase({ delivery });
  expect([accessOf(once, afterDays(29)), accessOf(once, afterDays(30))]).toEqual(['active', 'ended: expired']);
  const renewal = createSale({ id: 'renewal', renewal: true, paidAt: MONTH_END });
  const renewed = createSubscribed({}, { delivery, sales: [createSale(), renewal] });
  expect(endOf(renewed)).toEqual(afterDays(30, MONTH_END));
  const restored = { ...once, entitlements: decided('restored') };
  expect(accessOf(restored, afterDays(30))).toBe('ended: expired');
});

test('counts a payment plan as paid while it runs and forever once it is complete, but not if it ends early', () => {
  const attempt = { pageId: PAGE, plan: null, installments: 2 };
  const delivery = createDelivery([{ id: 'guide', offeredWith: null }]);
  const renewal = createSale({ id: 'renewal', renewal: true, paidAt: MONTH_END });
  const running = createSubscribed({}, { attempt, delivery });
  expect(accessOf(running)).toBe('active');
  const late = { ...overdue({ attempt, delivery }) };
  expect(accessOf(late, afterDays(8, MONTH_END))).toBe('paused: payment_overdue');
  const endedEarly = createSubscribed({ status: 'canceled', endedAt: afterDays(3) }, { attempt, delivery });
  expect([accessOf(endedEarly), accessOf(endedEarly, MONTH_END)]).toEqual(['active', 'ended: subscription_ended']);
  const complete = createSubscribed(
    { status: 'canceled', endedAt: OVERDUE_PERIOD_END, periodEnd: OVERDUE_PERIOD_END },
    { attempt, delivery, sales: [createSale(), renewal] },
  );
  expect(accessOf(complete, afterDays(400))).toBe('active');
  const whileSubscribed = createDelivery([{ id: 'guide', offeredWith: null }], { validity: 'subscription' });
  expect(accessOf({ ...complete, delivery: whileSubscribed }, afterDays(400))).toBe('active');
});
