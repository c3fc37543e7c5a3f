import { expect, test } from 'vitest';
import { buy, idOf, openRehearsal, openSeller, order, typed } from './rehearsal.ts';
import { kindsIn } from './object-kinds.ts';

test('returns every required and nullable key for disputed and refunded payments, in responses and events', async () => {
  const rehearsal = openRehearsal();
  const { sandbox, stripe } = rehearsal;
  const seller = await openSeller(rehearsal);
  for (const card of ['4000000000000259', '4000000000001976'])
    await buy(rehearsal, seller, order(), typed(card));
  const { session } = await buy(rehearsal, seller);
  await stripe.refunds.create({ payment_intent: idOf(session.payment_intent) }, seller);
  sandbox.clock.moveTo(new Date(sandbox.now().getTime() + 3600_000));
  const disputes = await stripe.disputes.list({ expand: ['data.charge', 'data.payment_intent'] }, seller);
  for (const { id } of disputes.data)
    await stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } }, seller);
  await sandbox.settled();
  const seen = [
    disputes,
    await stripe.refunds.list({ expand: ['data.charge', 'data.balance_transaction'] }, seller),
    await stripe.balanceTransactions.list({ expand: ['data.source'] }, seller),
  ];
  const found = kindsIn([seen, rehearsal.received.map(({ event }) => event)]);
  for (const kind of ['dispute', 'refund', 'balance_transaction', 'charge', 'event'])
    expect(found).toContain(kind);
  expect(JSON.stringify(seen)).not.toContain('"hidden"');
  await sandbox.close();
});
