import type { PlanChange, PlanInvoice, SubscriptionStatus } from '#domain/subscription.ts';

import { trialStatus } from './builder.ts';
import type { RpcHandlers } from './fake-rpc.ts';

export const PERIOD_END = '2026-04-02T10:00:00Z';
export const VISA = { brand: 'visa', last4: '4242' };

/** A seller on the paid Starter plan, with a card and nothing sold. */
export const activeStatus = (change: Partial<SubscriptionStatus> = {}): SubscriptionStatus =>
  trialStatus({
    status: 'active',
    trialEndsAt: '2026-03-02T10:00:00Z',
    currentPeriodEnd: PERIOD_END,
    monthlySales: { amount: 0, limit: 3000, percentage: 0, transactions: 0, exceeded: false },
    card: VISA,
    now: '2026-03-10T10:00:00Z',
    ...change,
  });

/** A seller who never had a plan. */
export const noPlanStatus = (): SubscriptionStatus =>
  trialStatus({
    hasSubscription: false,
    status: null,
    currentPlan: null,
    trialEndsAt: null,
    currentPeriodEnd: null,
    access: false,
  });

/** A plan without a trial that waits for its first payment. */
export const UNPAID_PLAN: Partial<SubscriptionStatus> = {
  status: 'past_due',
  trialEndsAt: null,
  access: false,
  trialUsed: true,
  due: { amount: 900, url: 'https://invoice.stripe.test/in_first', plan: null },
};

export const planChange = (change: Partial<PlanChange> = {}): PlanChange => ({
  change: 'upgraded',
  plan: 'growth',
  at: null,
  url: null,
  charged: 1550,
  message: null,
  ...change,
});

export const paidInvoice = (change: Partial<PlanInvoice> = {}): PlanInvoice => ({
  id: 'in_test',
  number: 'TW-0001',
  createdAt: '2026-03-02T10:00:00Z',
  total: 900,
  status: 'paid',
  url: 'https://invoice.stripe.test/in_test',
  ...change,
});

/** Handlers of a server with the plan `plan()`. `updatePlan` changes it, as provider events do. */
export function planHandlers(
  first: SubscriptionStatus = activeStatus(),
): RpcHandlers & { plan: () => SubscriptionStatus; change: (to: Partial<SubscriptionStatus>) => void } {
  let status = first;
  const change = (to: Partial<SubscriptionStatus>) => {
    status = { ...status, ...to };
  };
  return {
    plan: () => status,
    change,
    'check-subscription-status': () => status,
    'list-invoices': () => ({ invoices: [paidInvoice()] }),
    'cancel-subscription': () => {
      change({ cancelAt: status.currentPeriodEnd });
      return { endsAt: status.currentPeriodEnd ?? PERIOD_END };
    },
    'reactivate-subscription': () => {
      change({ status: 'active', cancelAt: null, access: true });
      return { reactivated: true };
    },
  };
}
