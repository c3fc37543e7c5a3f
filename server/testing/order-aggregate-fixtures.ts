/** Aggregates and Stripe snapshots for tests of applying snapshots. */
import type Stripe from 'stripe';

import { FONT_PRESETS } from '#domain/fonts.ts';
import type { CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';

import { applySession } from '../ledger/apply-session.ts';
import { createSaleRow } from '../ledger/create-sale-row.ts';
import {
  NO_DELIVERY,
  type ApplyContext,
  type OrderAggregate,
  type Sale,
  type Subscription,
} from '../ledger/order-aggregate.ts';
import type { StripeSnapshotOf } from '../ledger/stripe-snapshot.ts';
import { expandedObject } from '../stripe/stripe-values.ts';

export const NOON = new Date('2026-11-20T12:00:00Z');
export const SECONDS = NOON.getTime() / 1000;
export const APPLY_CONTEXT: ApplyContext = {
  now: NOON,
  rates: { date: '2026-11-01', source: 'A bank.', perUsd: { EUR: '0.8' } },
};

const ATTEMPT: CheckoutAttempt = {
  id: '00000000-0000-4000-8000-000000000001',
  mode: 'sandbox',
  sellerId: '00000000-0000-4000-8000-000000000002',
  pageId: '00000000-0000-4000-8000-000000000003',
  versionId: '00000000-0000-4000-8000-000000000004',
  accountId: 'acct_1',
  token: '00000000-0000-4000-8000-000000000005',
  state: 'open',
  currency: 'EUR',
  original: 1000,
  discount: 0,
  total: 1000,
  couponCode: null,
  email: null,
  agreement: { required: false, accepted: false, termsUrl: '', privacyUrl: '', at: NOON.toISOString() },
  slug: 'taller',
  sessionId: 'cs_1',
  url: 'https://pay.example/cs_1',
  createdAt: NOON,
  expiresAt: NOON,
  lines: null,
  plan: null,
  quantity: 1,
  itemPageIds: [],
  trialDays: null,
  installments: null,
  terms: null,
  answers: [],
  buyerKey: null,
  addressKey: null,
  browserHash: null,
  hasReservation: true,
  returnTo: null,
  checkoutLinkId: null,
  metadata: {},
  externalId: null,
  host: null,
  source: 'direct',
  referrer: '',
  utmSource: '',
  utmMedium: '',
  utmCampaign: '',
  utmTerm: '',
  utmContent: '',
  visitCountry: '',
  device: 'desktop',
  embed: '',
};

/** Creates an open attempt without an order. */
export const createAggregate = (
  attempt: Partial<CheckoutAttempt> = {},
  billing: 'monthly' | null = null,
): OrderAggregate => ({
  attempt: { ...ATTEMPT, ...attempt },
  product: {
    name: 'Throwing Taller',
    billing,
    trialNeedsCard: true,
    logo: null,
    accent: '#112233',
    fonts: FONT_PRESETS.classic,
    message: 'Thanks.',
    coupons: [],
    delivers: [],
  },
  order: null,
  lines: [],
  sales: [],
  refunds: [],
  refundLines: [],
  disputes: [],
  subscription: null,
  delivery: NO_DELIVERY,
  entitlements: [],
  events: [],
});

type SessionSnapshot = StripeSnapshotOf<'session'>;

export function createSessionSnapshot(change: object = {}): SessionSnapshot {
  const session = {
    id: 'cs_1',
    status: 'complete',
    mode: 'payment',
    payment_status: 'paid',
    metadata: { attempt_id: ATTEMPT.id },
    amount_subtotal: 1000,
    amount_total: 1000,
    currency: 'eur',
    payment_intent: {
      id: 'pi_1',
      status: 'succeeded',
      latest_charge: {
        id: 'ch_1',
        created: SECONDS,
        payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
      },
    },
    subscription: null,
    created: SECONDS - 60,
    customer_details: { email: 'buyer@example.com', name: 'A Buyer', address: { country: 'DE' } },
    ...change,
  } as unknown as Stripe.Checkout.Session;
  const charge = expandedObject(expandedObject(session.payment_intent)?.latest_charge);
  return { kind: 'session', session, charge };
}

/** Creates an aggregate with a paid one-time order. */
export const createPaidAggregate = (): OrderAggregate => ({
  ...applySession(createAggregate(), createSessionSnapshot(), APPLY_CONTEXT),
  events: [],
});

export const onlySale = ({ sales }: OrderAggregate): Sale => {
  const [sale] = sales;
  if (!sale || sales.length > 1) throw new Error(`There are ${sales.length} sales`);
  return sale;
};

const SUBSCRIPTION: Subscription = {
  id: '00000000-0000-4000-8000-000000000006',
  mode: 'sandbox',
  sellerId: ATTEMPT.sellerId,
  accountId: 'acct_1',
  attemptId: ATTEMPT.id,
  subscriptionId: 'sub_1',
  customerId: 'cus_1',
  status: 'active',
  currency: 'EUR',
  amount: 1000,
  billing: 'monthly',
  periodEnd: NOON,
  cancelAt: null,
  endedAt: null,
  trialEndsAt: null,
  scheduleId: null,
  failedInvoiceId: null,
  failedAt: null,
  payUrl: null,
  nextRetryAt: null,
  createdAt: NOON,
  updatedAt: NOON,
};

/** Creates an aggregate with a subscription whose first payment was made. */
export function createSubscribedAggregate(change: Partial<Subscription> = {}): OrderAggregate {
  const session = createSessionSnapshot({ mode: 'subscription', payment_intent: null, subscription: 'sub_1' });
  const aggregate = applySession(createAggregate({}, 'monthly'), session, APPLY_CONTEXT);
  const payment = { source: 'in_1', paymentIntentId: 'pi_1', chargeId: 'ch_1', renewal: false };
  const sale = createSaleRow(aggregate.attempt, APPLY_CONTEXT, {
    ...payment,
    paymentMethod: 'card',
    currency: 'EUR',
    amount: 1000,
    paidAt: NOON,
  });
  return { ...aggregate, sales: [sale], subscription: { ...SUBSCRIPTION, ...change }, events: [] };
}

/** Creates the invoice of a renewal whose payment failed. */
export const createFailedInvoice = (change: object = {}): Stripe.Invoice =>
  ({
    id: 'in_2',
    status: 'open',
    attempted: true,
    attempt_count: 1,
    billing_reason: 'subscription_cycle',
    amount_paid: 0,
    amount_remaining: 1000,
    currency: 'eur',
    hosted_invoice_url: 'https://pay.example/in_2',
    next_payment_attempt: SECONDS + 3 * 86_400,
    created: SECONDS,
    status_transitions: { paid_at: null },
    parent: { subscription_details: { subscription: 'sub_1', metadata: { attempt_id: ATTEMPT.id } } },
    payments: { data: [] },
    ...change,
  }) as unknown as Stripe.Invoice;

export const createPaidInvoice = (change: object = {}): Stripe.Invoice =>
  createFailedInvoice({
    status: 'paid',
    amount_paid: 1000,
    amount_remaining: 0,
    status_transitions: { paid_at: SECONDS },
    payments: { data: [{ status: 'paid', payment: { payment_intent: 'pi_2' } }] },
    ...change,
  });

export const eventKinds = ({ events }: OrderAggregate): string[] => events.map(({ kind }) => kind);

/** A discount as the ledger fetches it. */
export const createStripeDiscount = (duration: Stripe.Coupon['duration'], end: number | null = null): object => ({
  end,
  source: { coupon: { duration } },
});

/** A monthly subscription as Stripe returns it. */
export const createStripeSubscription = (change: object = {}): Stripe.Subscription =>
  ({
    id: 'sub_1',
    status: 'active',
    customer: 'cus_1',
    currency: 'eur',
    created: SECONDS,
    metadata: {},
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    trial_end: null,
    discounts: [],
    items: {
      data: [
        {
          quantity: 1,
          current_period_end: SECONDS + 30 * 86_400,
          price: { unit_amount: 1000, recurring: { interval: 'month' } },
        },
      ],
    },
    ...change,
  }) as unknown as Stripe.Subscription;
