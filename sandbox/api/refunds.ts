import { endpoint, type Call, type Resource } from '../call.ts';
import { formatAmount } from '../currency-rules.ts';
import { disputeOf, settleInquiry } from '../disputes/dispute-life.ts';
import { newId } from '../ids.ts';
import { listOf, listing, retrieval, where } from '../listing.ts';
import type { Objects } from '../objects.ts';
import { integer, mergeMetadata, metadata, oneOf, text } from '../params.ts';
import { badParam, refusal } from '../problem.ts';
import { insertBalanceTransaction } from './balance-transactions.ts';

type Charge = Objects['charge'];
type Refund = Objects['refund'];
type Given = { amount: number; reason: Refund['reason']; metadata: Record<string, string> };

/** Seconds until the refund of the two delayed test cards succeeds or fails. */
const anHour = 3600;

const book = (
  call: Call,
  charge: Charge,
  refund: { id: string; amount: number },
  type: 'refund' | 'refund_failure',
): string => {
  const paid = call.books.find('balance_transaction', charge.balance_transaction ?? '');
  return insertBalanceTransaction(call, {
    source: refund.id,
    type,
    amount: refund.amount,
    currency: charge.currency,
    description: type === 'refund' ? 'REFUND FOR CHARGE' : 'REFUND FAILURE',
    available: paid && paid.available_on > call.now ? 'later' : 'at once',
  }).id;
};

const behaviourOf = (call: Call, charge: Charge): string =>
  call.books.find('payment_method', charge.payment_method ?? '')?.hidden?.behaviour ?? '';

type Destination = NonNullable<Refund['destination_details']>;

const destination = (charge: Charge, status: 'pending' | 'available'): Destination =>
  charge.payment_method_details?.us_bank_account
    ? { type: 'us_bank_transfer', us_bank_transfer: { reference: null, reference_status: status } }
    : {
        card: { reference_status: status, reference_type: 'acquirer_reference_number', type: 'refund' },
        type: 'card',
      };

/** Adds `delta` (negative to subtract) to the charge's refunded amount. */
const countOn = (call: Call, charge: Charge, by: number): Charge => {
  const sum = charge.amount_refunded + by;
  return call.books.update('charge', charge.id, {
    amount_refunded: sum,
    refunded: sum === charge.amount,
  });
};

const insertRefund = (call: Call, charge: Charge, given: Given): Refund => {
  const behaviour = behaviourOf(call, charge);
  const pending = behaviour === 'refund_pending';
  const id = newId('re_3', 23);
  const refund: Refund = {
    id,
    object: 'refund',
    amount: given.amount,
    balance_transaction: book(call, charge, { id, amount: -given.amount }, 'refund'),
    charge: charge.id,
    created: call.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: destination(charge, 'pending'),
    metadata: given.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: given.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: pending ? 'pending' : 'succeeded',
    transfer_reversal: null,
  };
  call.books.insert('refund', refund);
  if (pending) call.alarm(call.now + anHour, 'refund.succeed', id);
  if (behaviour === 'refund_fails') call.alarm(call.now + anHour, 'refund.fail', id);
  return refund;
};

const isChargedBack = (call: Call, charge: Charge): boolean =>
  charge.disputed && disputeOf(call, charge.id)?.is_charge_refundable === false;

export const mayRefund = (call: Call, charge: Charge): boolean => charge.paid && !isChargedBack(call, charge);

const checkRefundable = (call: Call, charge: Charge, amount: number): void => {
  const rest = charge.amount - charge.amount_refunded;
  if (!charge.paid)
    throw refusal(`Charge ${charge.id} has not been paid, so there is nothing to refund.`, {
      param: 'charge',
    });
  if (isChargedBack(call, charge))
    throw refusal(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  if (rest === 0)
    throw refusal(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  if (amount > rest) {
    const left = charge.amount_refunded > 0 ? 'unrefunded amount on charge' : 'charge amount';
    const [asked, there] = [formatAmount(amount, charge.currency), formatAmount(rest, charge.currency)];
    throw refusal(`Refund amount (${asked}) is greater than ${left} (${there})`, { param: 'amount' });
  }
};

/** Refunds `amount`, or the whole remaining amount of the charge. */
export const refundCharge = (
  call: Call,
  charge: Charge,
  given: Partial<Omit<Given, 'amount'>> & { amount: number | undefined },
): Refund => {
  const amount = given.amount ?? charge.amount - charge.amount_refunded;
  checkRefundable(call, charge, amount);
  const { reason = null, metadata: noted = {} } = given;
  const refund = insertRefund(call, charge, { amount, reason, metadata: noted });
  const after = countOn(call, charge, amount);
  call.emit('charge.refunded', after, charge);
  call.emit('refund.created', refund);
  settleInquiry(call, after);
  return refund;
};

/** Returns `charge`, or the charge that paid `payment_intent`. */
const chargeOf = (
  call: Call,
  { charge, payment_intent: intentId }: { charge: string | undefined; payment_intent: string | undefined },
): Charge => {
  if (charge !== undefined && intentId === undefined) return call.books.get('charge', charge, 'charge');
  if (charge !== undefined)
    throw refusal('You may only specify one of these parameters: charge, payment_intent.');
  if (intentId === undefined)
    throw badParam(
      'One of the following params should be provided for this request: payment_intent or charge.',
      'charge',
      'parameter_missing',
    );
  const intent = call.books.get('payment_intent', intentId, 'payment_intent');
  if (intent.status === 'succeeded' && intent.latest_charge !== null)
    return call.books.get('charge', intent.latest_charge, 'payment_intent');
  throw refusal(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
    code: 'payment_intent_unexpected_state',
    param: 'payment_intent',
  });
};

const keys = {
  charge: text(),
  payment_intent: text(),
  amount: integer(1),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  metadata: metadata,
};

const create = endpoint('POST /v1/refunds', keys, (call, params) =>
  refundCharge(call, chargeOf(call, params), {
    amount: params.amount,
    reason: params.reason ?? null,
    metadata: mergeMetadata(null, params.metadata),
  }),
);

const update = endpoint('POST /v1/refunds/:id', { metadata }, (call, params, id) => {
  const before = call.books.get('refund', id);
  const after = call.books.update('refund', id, {
    metadata: mergeMetadata(before.metadata, params.metadata),
  });
  call.emit('refund.updated', after, before);
  return after;
});

const succeed = (call: Call, id: string): void => {
  const before = call.books.get('refund', id);
  const after = call.books.update('refund', id, {
    destination_details: destination(call.books.get('charge', before.charge ?? ''), 'available'),
    status: 'succeeded',
  });
  call.emit('refund.updated', after, before);
  call.emit('charge.refund.updated', after, before);
};

/** Handles a refund that the bank returns: reverses its balance transaction and reduces the refunded amount. */
const fail = (call: Call, id: string): void => {
  const before = call.books.get('refund', id);
  const charge = call.books.get('charge', before.charge ?? '');
  const after = call.books.update('refund', id, {
    failure_balance_transaction: book(call, charge, before, 'refund_failure'),
    failure_reason: 'expired_or_canceled_card',
    status: 'failed',
  });
  countOn(call, charge, -before.amount);
  call.emit('refund.failed', after);
  call.emit('refund.updated', after, before);
  call.emit('charge.refund.updated', after, before);
};

export const refundsOf = (call: Call, charge: string): Refund[] =>
  call.books.page('refund', { limit: 100, where: where('charge', charge) }).data;

export const refunds: Resource = {
  endpoints: [
    create,
    update,
    retrieval('/v1/refunds/:id', 'refund'),
    listing('/v1/refunds', 'refund', { charge: text(), payment_intent: text() }, (params) => [
      ...where('charge', params.charge),
      ...where('payment_intent', params.payment_intent),
    ]),
    endpoint('GET /v1/charges/:id/refunds', {}, (call, _params, id) =>
      listOf(`/v1/charges/${id}/refunds`, refundsOf(call, call.books.get('charge', id, 'charge').id)),
    ),
  ],
  references: {
    refund: {
      balance_transaction: 'balance_transaction',
      failure_balance_transaction: 'balance_transaction',
      charge: 'charge',
      customer: 'customer',
      payment_intent: 'payment_intent',
    },
  },
  alarms: { 'refund.succeed': succeed, 'refund.fail': fail },
};
