import { expect, test } from 'vitest';

import {
  buyOrder,
  idOf,
  openFixture,
  createSeller,
  orderParams,
  cardForm,
  listObjectTypes,
} from '../testing/sandbox-fixture.ts';

test('returns every required and nullable key for disputed and refunded payments, in responses and events', async () => {
  const fixture = openFixture();
  const { sandbox, stripe } = fixture;
  const seller = await createSeller(fixture);
  for (const card of ['4000000000000259', '4000000000001976'])
    await buyOrder(fixture, seller, orderParams(), cardForm(card));
  const { session } = await buyOrder(fixture, seller);
  await stripe.refunds.create({ payment_intent: idOf(session.payment_intent) }, seller);
  sandbox.clock.moveTo(new Date(sandbox.now().getTime() + 3600_000));
  const disputes = await stripe.disputes.list({ expand: ['data.charge', 'data.payment_intent'] }, seller);
  for (const { id } of disputes.data)
    await stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } }, seller);
  await sandbox.waitForDeliveries();
  const objects = [
    disputes,
    await stripe.refunds.list({ expand: ['data.charge', 'data.balance_transaction'] }, seller),
    await stripe.balanceTransactions.list({ expand: ['data.source'] }, seller),
  ];
  const objectTypes = listObjectTypes([objects, fixture.received.map(({ event }) => event)]);
  for (const type of ['dispute', 'refund', 'balance_transaction', 'charge', 'event'])
    expect(objectTypes).toContain(type);
  expect(JSON.stringify(objects)).not.toContain('"hidden"');
  await sandbox.close();
});
