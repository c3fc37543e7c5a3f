/** Rows of the identity matrix for plan functions. Used by tests only. */
import { call, forSellers, type MatrixRow } from './testing-page-rows.ts';

/** The order matters: the first row gives both sellers the plan that the other rows need. */
export const PLAN_ROWS: Record<string, MatrixRow> = {
  'POST /functions/v1/create-subscription': {
    statuses: forSellers(200),
    request: call('create-subscription', () => ({ planId: 'starter' })),
  },
  'POST /functions/v1/check-subscription-status': {
    statuses: forSellers(200),
    request: call('check-subscription-status', () => ({})),
  },
  'POST /functions/v1/upgrade-subscription': {
    statuses: forSellers(200, 403),
    request: call('upgrade-subscription', ({ owner }) => ({
      targetPlan: 'growth',
      userId: owner.session.user.id,
    })),
  },
  'POST /functions/v1/customer-portal': {
    statuses: forSellers(200),
    request: call('customer-portal', () => ({})),
  },
  'POST /functions/v1/cancel-subscription': {
    statuses: forSellers(200),
    request: call('cancel-subscription', () => ({})),
  },
  'POST /functions/v1/reactivate-subscription': {
    statuses: forSellers(200),
    request: call('reactivate-subscription', () => ({})),
  },
  'POST /functions/v1/list-invoices': {
    statuses: forSellers(200),
    request: call('list-invoices', () => ({})),
  },
};
