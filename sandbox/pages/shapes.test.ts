import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { idOf } from '../rehearsal.ts';
import { openPaying } from './portal-rehearsal.ts';

type Shape = { required: string[]; nullable: string[] };
const file = new URL('../stripe-shapes.json', import.meta.url);
const shapes = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Shape>;

const lacking = (seen: { object: string }): string[] => {
  const { required, nullable } = shapes[seen.object] ?? { required: ['a shape'], nullable: [] };
  return [...required, ...nullable].filter((key) => !Object.hasOwn(seen, key));
};

test('portal configurations, portal sessions and refunds carry every required and nullable key', async () => {
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
  expect(seen.map((one) => [one?.object, one && lacking(one)])).toEqual([
    ['billing_portal.configuration', []],
    ['billing_portal.session', []],
    ['refund', []],
    ['balance_transaction', []],
  ]);
  expect(JSON.stringify(seen)).not.toContain('"hidden"');
  await rehearsal.sandbox.close();
});
