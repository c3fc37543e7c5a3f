import { expect, test } from 'vitest';

import { listUnansweredRefunds } from '#server/orders/queries/refund-requests.ts';
import { createFaultyStripe, TRIES } from '#server/testing/faulty-stripe.ts';
import { createSoldOrder, listStripeRefunds } from '#server/testing/sold-orders.ts';

import { executeRefund } from './execute-refund.ts';

test('creates a refund once when two processes execute it because neither found it at Stripe', async () => {
  const faultyStripe = createFaultyStripe();
  const { app, refund } = await createSoldOrder({}, { wrapStripe: faultyStripe.wrapStripe });
  const { context } = app;
  faultyStripe.injectFault(/^POST \/v1\/refunds$/, 'time-out before', TRIES);
  await refund({ amount: 1000 });
  const tomorrow = new Date(context.now().getTime() + 86_400_000);
  const [refundRequest] = await listUnansweredRefunds(context.db, context.mode, {
    before: tomorrow,
    abandonBefore: new Date(0),
    limit: 1,
  });
  if (!refundRequest) throw new Error('The refund is not waiting for a response');
  await executeRefund(context, refundRequest);
  await executeRefund(context, refundRequest);
  expect(await listStripeRefunds(app)).toMatchObject([{ amount: 1000 }]);
});
