import { expect, test } from 'vitest';

import { closeLeaf } from './close-leaf.ts';
import { ForeignEvent } from './foreign-event.ts';
import { planSession } from './plan-session.ts';
import { aSession, DESK, kindsOf, newLeaf, NOON, onlySale, paidLeaf, SECONDS } from './testing-leaf.ts';

const DELAYED = { payment_status: 'unpaid', payment_intent: { id: 'pi_1', status: 'processing' } };

test('creates an order and a sale for a paid session, dated by its charge', () => {
  const before = newLeaf();
  const paidAt = SECONDS - 40 * 86_400;
  const intent = { id: 'pi_1', status: 'succeeded', latest_charge: { id: 'ch_1', created: paidAt } };
  const leaf = closeLeaf(before, planSession(before, aSession({ payment_intent: intent }), DESK), NOON);
  expect(leaf.attempt.state).toBe('completed');
  const order = { state: 'paid', received: 1000, buyerName: 'A Buyer', country: 'DE', billing: null };
  expect(leaf.order).toMatchObject({ ...order, productName: 'Throwing Taller', email: 'buyer@example.com' });
  expect(onlySale(leaf)).toMatchObject({
    source: 'cs_1',
    paymentIntentId: 'pi_1',
    chargeId: 'ch_1',
    amount: 1000,
    usdCents: 1250,
    paidAt: new Date(paidAt * 1000),
  });
  expect(leaf.order?.paidAt).toEqual(new Date(paidAt * 1000));
  expect(kindsOf(leaf)).toEqual(['paid']);
});

test('changes nothing when a session is applied twice', () => {
  const leaf = paidLeaf();
  const again = closeLeaf(leaf, planSession(leaf, aSession(), DESK), NOON);
  expect(again.sales).toEqual(leaf.sales);
  expect(kindsOf(again)).toEqual([]);
});

test('keeps a delayed payment pending and dates it when it is confirmed', () => {
  const before = newLeaf();
  const pending = closeLeaf(before, planSession(before, aSession(DELAYED), DESK), NOON);
  expect([pending.order?.state, pending.order?.paidAt, pending.sales]).toEqual(['pending', null, []]);
  expect(kindsOf(pending)).toEqual(['pending']);
  const later = new Date(NOON.getTime() + 3 * 86_400_000);
  const known = { ...pending, news: [] };
  const paid = closeLeaf(known, planSession(known, aSession(), { ...DESK, now: later }), later);
  expect([paid.order?.state, paid.order?.paidAt, onlySale(paid).paidAt]).toEqual(['paid', later, later]);
  expect(kindsOf(paid)).toEqual(['paid']);
});

test('fails a delayed payment that is declined and ignores an outdated pending state', () => {
  const before = newLeaf();
  const intent = { id: 'pi_1', status: 'requires_payment_method' };
  const failed = closeLeaf(
    before,
    planSession(before, aSession({ ...DELAYED, payment_intent: intent }), DESK),
    NOON,
  );
  expect(failed.order?.state).toBe('failed');
  expect(kindsOf(failed)).toEqual(['payment_failed']);
  expect(planSession(failed, aSession(DELAYED), DESK).order?.state).toBe('failed');
});

test('ignores a snapshot from before the payment', () => {
  const leaf = paidLeaf();
  const again = closeLeaf(leaf, planSession(leaf, aSession(DELAYED), DESK), NOON);
  expect(again.order).toMatchObject({ state: 'paid', received: 1000 });
  expect(planSession(leaf, aSession({ status: 'expired' }), DESK)).toBe(leaf);
});

test('marks a free order as paid without a sale', () => {
  const before = newLeaf({ discount: 1000, total: 0 });
  const session = aSession({ payment_status: 'no_payment_required', payment_intent: null, amount_total: 0 });
  const leaf = closeLeaf(before, planSession(before, session, DESK), NOON);
  expect([leaf.order?.state, leaf.order?.received, leaf.sales]).toEqual(['paid', 0, []]);
  expect(leaf.news).toMatchObject([{ kind: 'paid', sale: null }]);
});

test.for([
  [{ id: 'cs_2' }],
  [{ id: 'cs_2', status: 'expired' }],
  [{ amount_total: 1 }],
  [{ currency: 'usd' }],
])('rejects a session that does not belong to the attempt: %o', ([change]) => {
  expect(() => planSession(newLeaf(), aSession(change), DESK)).toThrow(ForeignEvent);
});

test('removes characters that PostgreSQL cannot store from names', () => {
  const buyer = { email: 'buyer@example.com', name: 'A\0 Bu\ud800yer \u202e', address: null };
  const leaf = planSession(newLeaf(), aSession({ customer_details: buyer }), DESK);
  expect(leaf.order).toMatchObject({ buyerName: 'A Bu\ufffdyer \u202e', country: null });
});

test('copies version and attribution of the attempt to order and sale', () => {
  const origin = {
    source: 'newsletter',
    referrer: 'mail.example',
    utmSource: 'newsletter',
    visitCountry: 'DE',
  };
  const leaf = planSession(newLeaf({ ...origin, couponCode: 'SAVE20', device: 'mobile' }), aSession(), DESK);
  const { source, ...others } = origin;
  expect(leaf.order).toMatchObject({ source, ...others, couponCode: 'SAVE20', device: 'mobile' });
  const { pageId, versionId } = leaf.attempt;
  expect(leaf.sales).toMatchObject([
    {
      source: 'cs_1',
      visitSource: source,
      ...others,
      couponCode: 'SAVE20',
      device: 'mobile',
      pageId,
      versionId,
    },
  ]);
});
