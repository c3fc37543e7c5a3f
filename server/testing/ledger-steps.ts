/** Arbitrary steps of a history of sales and how each is performed. For tests only. */
import fc from 'fast-check';

import { collectFacts, type StripeFacts } from './ledger-facts.ts';
import { postToDashboard, buy, PAGES, advanceClock, type LedgerSimulation } from './ledger-simulation.ts';

const purchaseStep = fc.record({
  act: fc.constant('buy' as const),
  seller: fc.nat(1),
  page: fc.nat(PAGES.length - 1),
  coupon: fc.constantFrom(null, null, null, 'HALF' as const, 'FREE' as const),
  card: fc.constantFrom('good', 'good', 'good', 'refundFails', 'refundWaits', 'disputed', 'inquiry'),
});
const paymentStep = fc.record({
  act: fc.constant('charge' as const),
  which: fc.nat(1000),
  how: fc.constantFrom('refund', 'refund', 'refund', 'dispute', 'inquiry'),
  share: fc.constantFrom(1, 10, 33, 50, 99, 100, 100),
});
const disputeStep = fc.record({
  act: fc.constant('dispute' as const),
  which: fc.nat(1000),
  how: fc.constantFrom('answer', 'win', 'lose', 'lose', 'escalate', 'close'),
});
const subscriptionStep = fc.record({
  act: fc.constant('subscription' as const),
  which: fc.nat(1000),
  how: fc.constantFrom('cancel', 'cancel_at_end', 'go_on', 'fail', 'fail', 'succeed', 'pay'),
});
const waitStep = fc.record({
  act: fc.constant('wait' as const),
  hours: fc.constantFrom(2, 2, 30, 60, 24 * 5, 24 * 20, 24 * 31),
});
const deliveryStep = fc.record({
  act: fc.constant('deliver' as const),
  lossRate: fc.constantFrom(0, 0.1, 0.5),
  seed: fc.nat(),
});

const step = fc.oneof(
  { weight: 5, arbitrary: purchaseStep },
  { weight: 4, arbitrary: paymentStep },
  { weight: 3, arbitrary: disputeStep },
  { weight: 3, arbitrary: subscriptionStep },
  { weight: 3, arbitrary: waitStep },
  { weight: 2, arbitrary: deliveryStep },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
export const histories = fc
  .tuple(fc.array(purchaseStep, { minLength: 2, maxLength: 4 }), fc.array(step, { minLength: 12, maxLength: 24 }))
  .map(([first, rest]): Step[] => [...first, ...rest]);

/** Returns one element of a list, or null if it is empty. */
const pickByIndex = <T>(list: readonly T[], which: number): T | null => list[which % Math.max(1, list.length)] ?? null;

export const collectAllFacts = (simulation: LedgerSimulation): Promise<StripeFacts[]> =>
  Promise.all(simulation.sellers.map(({ account }) => collectFacts(simulation.app.context, account)));

async function performChargeStep(
  simulation: LedgerSimulation,
  { which, how, share }: Extract<Step, { act: 'charge' }>,
) {
  const picked = pickByIndex(
    await Promise.all(
      simulation.sellers.map(async ({ account }) => {
        const { data } = await simulation.app.context.sellerStripe(account).charges.list({ limit: 100 });
        return data.filter(({ status }) => status === 'succeeded').map((charge) => ({ account, charge }));
      }),
    ).then((lists) => lists.flat()),
    which,
  );
  if (!picked) return;
  const { account, charge } = picked;
  const path = `charges/${charge.id}`;
  if (how !== 'refund')
    return postToDashboard(simulation, account, `${path}/dispute`, {
      reason: how === 'inquiry' ? how : 'fraudulent',
    });
  const amount = Math.floor(((charge.amount - charge.amount_refunded) * share) / 100);
  // The dashboard takes amounts in major units with two decimals at most, so the last digit of KWD is dropped.
  const { currency } = charge;
  const text = { jpy: String(amount), kwd: (Math.floor(amount / 10) / 100).toFixed(2) }[currency];
  await postToDashboard(simulation, account, `${path}/refund`, {
    amount: share === 100 ? '' : (text ?? (amount / 100).toFixed(2)),
  });
}

/** Performs one step other than a delivery. */
export async function performStep(
  simulation: LedgerSimulation,
  stepToPerform: Exclude<Step, { act: 'deliver' }>,
): Promise<void> {
  switch (stepToPerform.act) {
    case 'buy':
      return buy(simulation, stepToPerform);
    case 'charge':
      return performChargeStep(simulation, stepToPerform);
    case 'dispute': {
      const all = (await collectAllFacts(simulation)).flatMap(({ account, payments }) =>
        payments.flatMap((payment) => payment.disputes.map(({ id }) => ({ account, id }))),
      );
      const picked = pickByIndex(all, stepToPerform.which);
      return picked
        ? postToDashboard(simulation, picked.account, `disputes/${picked.id}`, { act: stepToPerform.how })
        : undefined;
    }
    case 'subscription':
      return performSubscriptionStep(simulation, stepToPerform);
    case 'wait':
      return advanceClock(simulation, stepToPerform.hours);
    default:
  }
}

async function performSubscriptionStep(
  simulation: LedgerSimulation,
  { which, how }: Extract<Step, { act: 'subscription' }>,
) {
  const all = (await collectAllFacts(simulation)).flatMap(({ account, subscriptions, openRenewals }) =>
    subscriptions.map(({ id }) => ({
      account,
      id,
      openRenewal: openRenewals.find(({ subscription }) => subscription === id),
    })),
  );
  const picked = pickByIndex(all, which);
  if (!picked) return;
  if (how !== 'pay') return postToDashboard(simulation, picked.account, `subscriptions/${picked.id}`, { act: how });
  if (!picked.openRenewal) return;
  await postToDashboard(simulation, picked.account, `subscriptions/${picked.id}`, { act: 'succeed' });
  await simulation.app.sandbox?.api(
    new Request(`http://provider.test/v1/invoices/${picked.openRenewal.invoice}/pay`, {
      method: 'POST',
      headers: { Authorization: 'Bearer sk_test_play', 'Stripe-Account': picked.account },
    }),
  );
}
