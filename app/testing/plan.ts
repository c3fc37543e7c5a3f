import type { PlanChange, PlanInvoice, SubscriptionStatus } from '#domain/subscription.ts';

import { createTrialStatus } from './builder.ts';
import type { RpcHandlers } from './fake-rpc.ts';
import { createFileList } from './files.ts';

export const PERIOD_END = '2026-04-02T10:00:00Z';
const VISA = { brand: 'visa', last4: '4242' };

/** A seller on the paid Starter plan, with a card and nothing sold. */
export const createActiveStatus = (overrides: Partial<SubscriptionStatus> = {}): SubscriptionStatus =>
  createTrialStatus({
    status: 'active',
    trialEndsAt: '2026-03-02T10:00:00Z',
    currentPeriodEnd: PERIOD_END,
    monthlySales: { amount: 0, limit: 3000, percentage: 0, transactions: 0, exceeded: false },
    card: VISA,
    now: '2026-03-10T10:00:00Z',
    ...overrides,
  });

/** A seller who never had a plan. */
export const createNoPlanStatus = (): SubscriptionStatus =>
  createTrialStatus({
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

export const createPlanChange = (overrides: Partial<PlanChange> = {}): PlanChange => ({
  change: 'upgraded',
  plan: 'growth',
  at: null,
  url: null,
  charged: 1550,
  message: null,
  ...overrides,
});

export const createPaidInvoice = (overrides: Partial<PlanInvoice> = {}): PlanInvoice => ({
  id: 'in_test',
  number: 'TW-0001',
  createdAt: '2026-03-02T10:00:00Z',
  total: 900,
  status: 'paid',
  url: 'https://invoice.stripe.test/in_test',
  ...overrides,
});

/** Handlers of a server with the plan `plan()`. `updatePlan` changes it, as provider events do. */
export function createPlanHandlers(initialStatus: SubscriptionStatus = createActiveStatus()): RpcHandlers & {
  plan: () => SubscriptionStatus;
  updatePlan: (changes: Partial<SubscriptionStatus>) => void;
} {
  let status = initialStatus;
  const updatePlan = (changes: Partial<SubscriptionStatus>) => {
    status = { ...status, ...changes };
  };
  return {
    plan: () => status,
    updatePlan,
    'check-subscription-status': () => status,
    'list-files': () => createFileList([]),
    'list-invoices': () => ({ invoices: [createPaidInvoice()] }),
    'cancel-subscription': () => {
      updatePlan({ cancelAt: status.currentPeriodEnd });
      return { endsAt: status.currentPeriodEnd ?? PERIOD_END };
    },
    'reactivate-subscription': () => {
      updatePlan({ status: 'active', cancelAt: null, access: true });
      return { reactivated: true };
    },
  };
}
