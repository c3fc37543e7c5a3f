import { expect, test } from 'vitest';

import { openPayingFixture } from '../testing/portal-fixture.ts';
import { idOf } from '../testing/sandbox-fixture.ts';

test('returns every required and nullable key for portal configurations, portal sessions and refunds', async () => {
  const fixture = await openPayingFixture();
  const { stripe, customer } = fixture;
  const [configuration] = (await stripe.billingPortal.configurations.list()).data;
  const [charge] = (await stripe.charges.list()).data;
  const refund = await stripe.refunds.create({ charge: charge?.id ?? '', amount: 100 });
  const flow_data = {
    type: 'subscription_cancel',
    subscription_cancel: { subscription: fixture.id },
  } as const;
  const objects = [
    configuration,
    await stripe.billingPortal.sessions.create({
      customer,
      configuration: configuration?.id ?? '',
      flow_data,
    }),
    refund,
    await stripe.balanceTransactions.retrieve(idOf(refund.balance_transaction)),
  ];
  expect(objects.map((object) => object?.object)).toEqual([
    'billing_portal.configuration',
    'billing_portal.session',
    'refund',
    'balance_transaction',
  ]);
  expect(JSON.stringify(objects)).not.toContain('"hidden"');
  await fixture.sandbox.close();
});
