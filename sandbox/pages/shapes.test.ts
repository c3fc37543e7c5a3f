import { expect, test } from 'vitest';
import { idOf } from '../rehearsal.ts';
import { openPaying } from './portal-rehearsal.ts';

test('returns every required and nullable key for portal configurations, portal sessions and refunds', async () => {
  const rehearsal = await openPaying();
  const { stripe, customer } = rehearsal;
  const [configuration] = (await stripe.billingPortal.configurations.list()).data;
  const [charge] = (await stripe.charges.list()).data;
  const refund = await stripe.refunds.create({ charge: charge?.id ?? '', amount: 100 });
  const flow_data = {
    type: 'subscription_cancel',
    subscription_cancel: { subscription: rehearsal.id },
  } as const;
  const seen = [
    configuration,
    await stripe.billingPortal.sessions.create({
      customer,
      configuration: configuration?.id ?? '',
      flow_data,
    }),
    refund,
    await stripe.balanceTransactions.retrieve(idOf(refund.balance_transaction)),
  ];
  expect(seen.map((one) => one?.object)).toEqual([
    'billing_portal.configuration',
    'billing_portal.session',
    'refund',
    'balance_transaction',
  ]);
  expect(JSON.stringify(seen)).not.toContain('"hidden"');
  await rehearsal.sandbox.close();
});
