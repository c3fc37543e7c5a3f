import { expect, test } from 'vitest';

import { createDashboardUrl } from '#server/stripe/connect.ts';

import { getStripeDashboardUrl } from '../ledger/order-views.ts';

const getUrlInMode = (mode: 'live' | 'test' | 'sandbox', ids: object) => {
  const dashboardUrl = createDashboardUrl({ mode, sandboxUrl: null, appUrl: 'https://shop.example' });
  return getStripeDashboardUrl({ mode, dashboardUrl }, { accountId: 'acct_1', ...ids });
};

test.for([
  ['live', { paymentIntentId: 'pi_1' }, 'https://dashboard.stripe.com/acct_1/payments/pi_1'],
  ['test', { paymentIntentId: 'pi_1' }, 'https://dashboard.stripe.com/acct_1/test/payments/pi_1'],
  ['test', { subscriptionId: 'sub_1' }, 'https://dashboard.stripe.com/acct_1/test/subscriptions/sub_1'],
  ['live', {}, 'https://dashboard.stripe.com/acct_1'],
  ['sandbox', { paymentIntentId: 'pi_1' }, 'https://shop.example/sandbox/dashboard/acct_1#pi_1'],
] as const)('includes the account in a dashboard link: %s %j', ([mode, ids, address]) => {
  expect(getUrlInMode(mode, ids)).toBe(address);
});
