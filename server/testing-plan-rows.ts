/** Rows of the identity matrix for plan functions. Used by tests only. */
import { call, ofSellers, type Row } from './testing-page-rows.ts';

/** The order matters: the first row gives both sellers the plan that the other rows need. */
export const PLAN_ROWS: Record<string, Row> = {
  'POST /functions/v1/create-subscription': {
    statuses: ofSellers(200),
    ask: call('create-subscription', () => ({ planId: 'starter' })),
  },
  'POST /functions/v1/check-subscription-status': {
    statuses: ofSellers(200),
    ask: call('check-subscription-status', () => ({})),
  },
  'POST /functions/v1/upgrade-subscription': {
    statuses: ofSellers(200, 403),
    ask: call('upgrade-subscription', ({ owner }) => ({
      targetPlan: 'growth',
      userId: owner.session.user.id,
    })),
  },
  'POST /functions/v1/customer-portal': {
    statuses: ofSellers(200),
    ask: call('customer-portal', () => ({})),
  },
  'POST /functions/v1/cancel-subscription': {
    statuses: ofSellers(200),
    ask: call('cancel-subscription', () => ({})),
  },
  'POST /functions/v1/reactivate-subscription': {
    statuses: ofSellers(200),
    ask: call('reactivate-subscription', () => ({})),
  },
  'POST /functions/v1/list-invoices': { statuses: ofSellers(200), ask: call('list-invoices', () => ({})) },
};
