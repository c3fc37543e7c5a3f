import { expect, test } from 'vitest';

import { DAY_MS } from '#domain/time-units.ts';
import type { DeliverableRow } from '#server/delivery/queries/assigned-keys.ts';

import {
  createFailedInvoice,
  createPaidInvoice,
  createSessionSnapshot,
  APPLY_CONTEXT,
  createAggregate,
  NOON,
  createSubscribedAggregate,
} from '../testing/order-aggregate-fixtures.ts';
import { applyInvoice } from './apply-invoice.ts';
import { applySession } from './apply-session.ts';
import type { OrderAggregate, Refund } from './order-aggregate.ts';
import { buildEmails, buildTrialReminder, type LedgerSeller } from './order-emails.ts';
import { recomputeOrder } from './recompute-order.ts';

const SELLER: LedgerSeller = {
  sellerId: 'seller',
  businessName: 'Vane Ceramics',
  email: 'vane@example.com',
  saleNotices: true,
};

const soldAggregate = (attempt: Parameters<typeof createAggregate>[0] = {}, change: object = {}): OrderAggregate => {
  const before = createAggregate(attempt);
  const aggregate = recomputeOrder(before, applySession(before, createSessionSnapshot(change), APPLY_CONTEXT), NOON);
  return { ...aggregate, order: aggregate.order && { ...aggregate.order, number: 7 } };
};
const emailSummaries = (aggregate: OrderAggregate, seller = SELLER, now = NOON) =>
  buildEmails(aggregate, seller, now, 'https://provider.example').map(({ to, mail }) => `${mail.kind} to ${to}`);

test("sends a receipt in the seller's branding and a notice to the seller", () => {
  const [receipt, notice] = buildEmails(soldAggregate(), SELLER, NOON, '');
  expect(receipt).toMatchObject({ key: 'receipt:sandbox:acct_1:cs_1', to: 'buyer@example.com' });
  expect(receipt?.mail).toMatchObject({
    seller: {
      name: 'Vane Ceramics',
      accent: '#112233',
      fonts: { heading: 'Playfair Display', body: 'Lora' },
      logo: null,
      page: '/c/taller',
    },
    order: { number: 7, paid: 1000, currency: 'EUR', productName: 'Throwing Taller' },
    renewal: false,
    message: 'Thanks.',
    termsUrl: '',
    privacyUrl: '',
  });
  expect(notice).toMatchObject({ key: 'sale_notice:sandbox:acct_1:cs_1', to: 'vane@example.com' });
  expect(notice?.mail).toMatchObject({ buyer: 'A Buyer', country: 'DE', renewal: false });
});

test('names the quantity with the product', () => {
  const [receipt, notice] = buildEmails(soldAggregate({ quantity: 5 }), SELLER, NOON, '');
  expect([receipt?.mail, notice?.mail]).toMatchObject([
    { order: { productName: '5 × Throwing Taller' } },
    { order: { productName: '5 × Throwing Taller' } },
  ]);
  const before = { ...createSubscribedAggregate(), events: [] };
  const attempt = { ...before.attempt, quantity: 5 };
  const failed = applyInvoice({ ...before, attempt }, createFailedInvoice(), APPLY_CONTEXT);
  for (const { mail } of buildEmails(failed, SELLER, NOON, ''))
    expect(mail).toMatchObject({ productName: '5 × Throwing Taller' });
});

test('names the units that a refund is for, and else the product with its quantity', () => {
  const line = {
    key: 'main',
    name: 'Throwing Taller',
    kind: 'one_time' as const,
    afterTrial: false,
    unit: 200,
    quantity: 5,
  };
  const quote = { ...line, subtotal: 1000, discount: 0, total: 1000 };
  const before = soldAggregate({ quantity: 5 });
  const [sale] = before.sales;
  const lines = [
    {
      ...quote,
      id: 'l1',
      attemptId: before.attempt.id,
      position: 0,
      itemId: 'li_1',
      productId: 'tw_1',
      itemPageId: null,
      itemOptionId: null,
      alreadyPaid: null,
    },
  ];
  const refund = { id: 'r1', saleId: sale?.id, refundId: 're_1', amount: 400, currency: 'EUR' } as Refund;
  const nameIn = (refundLines: OrderAggregate['refundLines']) => {
    const events = [{ kind: 'refunded' as const, refund, at: NOON }];
    const [mail] = buildEmails({ ...before, lines, refundLines, events }, SELLER, NOON, '');
    return mail?.mail && 'productName' in mail.mail ? mail.mail.productName : null;
  };
  expect(nameIn([{ refundId: 'r1', orderLineId: 'l1', amount: 400, quantity: 2 }])).toBe('2 × Throwing Taller');
  expect(nameIn([{ refundId: 'r1', orderLineId: 'l1', amount: 400, quantity: null }])).toBe('Throwing Taller');
  expect(nameIn([])).toBe('5 × Throwing Taller');
});

test('names what a refund has ended access to', () => {
  const before = soldAggregate();
  const [sale] = before.sales;
  const refund = { id: 'r1', saleId: sale?.id, refundId: 're_1', amount: 400, currency: 'EUR' } as Refund;
  const entitlement = { lineKey: 'main', state: 'ended', reason: 'refunded', deliverableId: 'd1' };
  const handbook = { id: 'd1', name: 'Handbook' } as DeliverableRow;
  const delivery = { ...before.delivery, deliverables: new Map([['d1', handbook]]) };
  const lines = [
    { id: 'l1', key: 'main' } as OrderAggregate['lines'][number],
    { id: 'l2', key: 'bump:1' } as OrderAggregate['lines'][number],
  ];
  const endedIn = (orderLineId: string, change: object = {}) => {
    const entitlements = [{ ...entitlement, ...change } as OrderAggregate['entitlements'][number]];
    const refundLines = [{ refundId: 'r1', orderLineId, amount: 400, quantity: null }];
    const events = [{ kind: 'refunded' as const, refund, at: NOON }];
    const aggregate = { ...before, delivery, entitlements, lines, refundLines, events };
    const [mail] = buildEmails(aggregate, SELLER, NOON, '');
    return mail?.mail.kind === 'refund_made' ? mail.mail.endedAccess : null;
  };
  expect(endedIn('l1')).toEqual(['Handbook']);
  expect(endedIn('l2')).toEqual([]);
  expect(endedIn('l1', { state: 'active', reason: null })).toEqual([]);
  expect(endedIn('l1', { reason: 'revoked' })).toEqual([]);
});

test('names only accepted terms in a receipt', () => {
  const agreement = { required: true, termsUrl: 'https://a.example/t', privacyUrl: '', at: '' };
  const [yes] = buildEmails(soldAggregate({ agreement: { ...agreement, accepted: true } }), SELLER, NOON, '');
  const [no] = buildEmails(soldAggregate({ agreement: { ...agreement, accepted: false } }), SELLER, NOON, '');
  expect([yes?.mail, no?.mail]).toMatchObject([{ termsUrl: 'https://a.example/t' }, { termsUrl: '' }]);
});

test('sends no notice for a free order, none if notices are off, and no email without an address', () => {
  const free = { payment_status: 'no_payment_required', payment_intent: null, amount_total: 0 };
  expect(emailSummaries(soldAggregate({ discount: 1000, total: 0 }, free))).toEqual(['receipt to buyer@example.com']);
  expect(emailSummaries(soldAggregate(), { ...SELLER, saleNotices: false })).toEqual(['receipt to buyer@example.com']);
  expect(emailSummaries(soldAggregate(), { ...SELLER, email: null })).toEqual(['receipt to buyer@example.com']);
  expect(emailSummaries(soldAggregate({}, { customer_details: null }))).toEqual(['sale_notice to vane@example.com']);
});

test('sends no emails for events that are recorded days later, as after a restore', () => {
  expect(emailSummaries(soldAggregate(), SELLER, new Date(NOON.getTime() + 3 * DAY_MS))).toHaveLength(2);
  expect(emailSummaries(soldAggregate(), SELLER, new Date(NOON.getTime() + 3 * DAY_MS + 1))).toEqual([]);
});

test('sends receipts for renewals and notifies buyer and seller of a failed renewal', () => {
  const before = createSubscribedAggregate();
  const paid = recomputeOrder(before, applyInvoice(before, createPaidInvoice(), APPLY_CONTEXT), NOON);
  expect(emailSummaries(paid)).toEqual(['receipt to buyer@example.com', 'sale_notice to vane@example.com']);
  const failed = applyInvoice(before, createFailedInvoice(), APPLY_CONTEXT);
  const mails = buildEmails(failed, SELLER, NOON, '');
  expect(mails.map(({ key }) => key)).toEqual([
    'renewal_failed:sandbox:acct_1:in_2:1',
    'renewal_failed_notice:sandbox:acct_1:in_2:1',
  ]);
  expect(mails[0]?.mail).toMatchObject({ amount: 1000, payUrl: 'https://pay.example/in_2' });
});

test('names the payment of a plan in emails to buyer and seller', () => {
  const subscribed = createSubscribedAggregate();
  const before = { ...subscribed, attempt: { ...subscribed.attempt, installments: 3 } };
  const paid = recomputeOrder(before, applyInvoice(before, createPaidInvoice(), APPLY_CONTEXT), NOON);
  const installment = { number: paid.sales.length, count: 3 };
  expect(buildEmails(paid, SELLER, NOON, '').map(({ mail }) => mail)).toMatchObject([{ installment }, { installment }]);
  const failed = applyInvoice(before, createFailedInvoice(), APPLY_CONTEXT);
  const mails = buildEmails(failed, SELLER, NOON, '').map(({ mail }) => mail);
  expect(mails).toMatchObject([{ isPaymentPlan: true }, { isPaymentPlan: true }]);
});

test('reminds a buyer who entered a card for a fee of the charge after a free trial without a card', () => {
  const { subscription, ...subscribed } = createSubscribedAggregate();
  const trial = subscription && { ...subscription, amount: 2900, trialEndsAt: NOON };
  const product = { ...subscribed.product, trialNeedsCard: false };
  const remind = (total: number) => {
    const order = subscribed.order && { ...subscribed.order, total };
    return buildTrialReminder({ ...subscribed, subscription: trial, product, order }, 'Vane Ceramics')?.mail;
  };
  expect([remind(0), remind(9900)]).toMatchObject([{ needsCard: false }, { needsCard: true }]);
});
