/** Arbitrary steps of a history of sales and how each is performed. For tests only. */
import fc from 'fast-check';

import { factsOf, type Facts } from './testing-ledger-facts.ts';
import { act, buy, PAGES, wait, type Play } from './testing-ledger-play.ts';

const purchase = fc.record({
  act: fc.constant('buy' as const),
  seller: fc.nat(1),
  page: fc.nat(PAGES.length - 1),
  coupon: fc.constantFrom(null, null, null, 'HALF' as const, 'FREE' as const),
  card: fc.constantFrom('good', 'good', 'good', 'refundFails', 'refundWaits', 'disputed', 'inquiry'),
});
const onPayment = fc.record({
  act: fc.constant('charge' as const),
  which: fc.nat(1000),
  how: fc.constantFrom('refund', 'refund', 'refund', 'dispute', 'inquiry'),
  share: fc.constantFrom(1, 10, 33, 50, 99, 100, 100),
});
const onDispute = fc.record({
  act: fc.constant('dispute' as const),
  which: fc.nat(1000),
  how: fc.constantFrom('answer', 'win', 'lose', 'lose', 'escalate', 'close'),
});
const onSubscription = fc.record({
  act: fc.constant('subscription' as const),
  which: fc.nat(1000),
  how: fc.constantFrom('cancel', 'cancel_at_end', 'go_on', 'fail', 'fail', 'succeed', 'pay'),
});
const waiting = fc.record({
  act: fc.constant('wait' as const),
  hours: fc.constantFrom(2, 2, 30, 60, 24 * 5, 24 * 20, 24 * 31),
});
const delivery = fc.record({
  act: fc.constant('deliver' as const),
  lost: fc.constantFrom(0, 0.1, 0.5),
  seed: fc.nat(),
});

const step = fc.oneof(
  { weight: 5, arbitrary: purchase },
  { weight: 4, arbitrary: onPayment },
  { weight: 3, arbitrary: onDispute },
  { weight: 3, arbitrary: onSubscription },
  { weight: 3, arbitrary: waiting },
  { weight: 2, arbitrary: delivery },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
export const histories = fc
  .tuple(fc.array(purchase, { minLength: 2, maxLength: 4 }), fc.array(step, { minLength: 12, maxLength: 24 }))
  .map(([first, rest]): Step[] => [...first, ...rest]);

/** Returns one element of a list, or null if it is empty. */
const pick = <T>(list: readonly T[], which: number): T | null =>
  list[which % Math.max(1, list.length)] ?? null;

export const allFacts = (play: Play): Promise<Facts[]> =>
  Promise.all(play.sellers.map(({ account }) => factsOf(play.shop.context, account)));

async function onCharge(play: Play, { which, how, share }: Extract<Step, { act: 'charge' }>) {
  const found = pick(
    await Promise.all(
      play.sellers.map(async ({ account }) => {
        const { data } = await play.shop.context.sellerStripe(account).charges.list({ limit: 100 });
        return data.filter(({ status }) => status === 'succeeded').map((charge) => ({ account, charge }));
      }),
    ).then((lists) => lists.flat()),
    which,
  );
  if (!found) return;
  const { account, charge } = found;
  const path = `charges/${charge.id}`;
  if (how !== 'refund')
    return act(play, account, `${path}/dispute`, { reason: how === 'inquiry' ? how : 'fraudulent' });
  const amount = Math.floor(((charge.amount - charge.amount_refunded) * share) / 100);
  // The dashboard takes amounts in major units with two decimals at most, so the last digit of KWD is dropped.
  const { currency } = charge;
  const text = { jpy: String(amount), kwd: (Math.floor(amount / 10) / 100).toFixed(2) }[currency];
  await act(play, account, `${path}/refund`, {
    amount: share === 100 ? '' : (text ?? (amount / 100).toFixed(2)),
  });
}

/** Performs one step other than a delivery. */
export async function perform(play: Play, done: Exclude<Step, { act: 'deliver' }>): Promise<void> {
  switch (done.act) {
    case 'buy':
      return buy(play, done);
    case 'charge':
      return onCharge(play, done);
    case 'dispute': {
      const all = (await allFacts(play)).flatMap(({ account, payments }) =>
        payments.flatMap((payment) => payment.disputes.map(({ id }) => ({ account, id }))),
      );
      const found = pick(all, done.which);
      return found ? act(play, found.account, `disputes/${found.id}`, { act: done.how }) : undefined;
    }
    case 'subscription':
      return onSubscriptionOf(play, done);
    case 'wait':
      return wait(play, done.hours);
    default:
  }
}

async function onSubscriptionOf(play: Play, { which, how }: Extract<Step, { act: 'subscription' }>) {
  const all = (await allFacts(play)).flatMap(({ account, subscriptions, owed }) =>
    subscriptions.map(({ id }) => ({
      account,
      id,
      owed: owed.find(({ subscription }) => subscription === id),
    })),
  );
  const found = pick(all, which);
  if (!found) return;
  if (how !== 'pay') return act(play, found.account, `subscriptions/${found.id}`, { act: how });
  if (!found.owed) return;
  await act(play, found.account, `subscriptions/${found.id}`, { act: 'succeed' });
  await play.shop.sandbox?.api(
    new Request(`http://provider.test/v1/invoices/${found.owed.invoice}/pay`, {
      method: 'POST',
      headers: { Authorization: 'Bearer sk_test_play', 'Stripe-Account': found.account },
    }),
  );
}
