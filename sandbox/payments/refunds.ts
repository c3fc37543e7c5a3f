import { formatAmount } from '../core/amounts.ts';
import { invalidRequest, missingParam } from '../core/api-error.ts';
import { endpoint, type CallContext, type Resource } from '../core/call-context.ts';
import { newId } from '../core/ids.ts';
import { toList, listEndpoint, retrieveEndpoint } from '../core/list-endpoint.ts';
import type { Objects } from '../core/objects.ts';
import { integer, mergeMetadata, metadata, oneOf, text } from '../core/params.ts';
import { insertReversal } from './balance-transactions.ts';
import { disputeOf, closeRefundedInquiry } from './disputes.ts';

type Charge = Objects['charge'];
type Refund = Objects['refund'];
type RefundInput = { amount: number; reason: Refund['reason']; metadata: Record<string, string> };

/** Seconds until the refund of the two delayed test cards succeeds or fails. */
const HOUR_S = 3600;

const insertTransaction = (
  call: CallContext,
  charge: Charge,
  { id, amount }: { id: string; amount: number },
  type: 'refund' | 'refund_failure',
): string => {
  const description = type === 'refund' ? 'REFUND FOR CHARGE' : 'REFUND FAILURE';
  return insertReversal(call, charge, { source: id, type, amount, description }).id;
};

const findBehaviorTag = (call: CallContext, charge: Charge): string =>
  call.repository.find('payment_method', charge.payment_method ?? '')?.hidden.behaviorTag ?? '';

type Destination = NonNullable<Refund['destination_details']>;

const DESTINATIONS: Partial<Record<string, string>> = {
  us_bank_account: 'us_bank_transfer',
  ideal: 'eu_bank_transfer',
  klarna: 'klarna',
  multibanco: 'multibanco',
};

const buildDestination = (charge: Charge, status: 'pending' | 'available'): Destination => {
  const type = DESTINATIONS[charge.payment_method_details?.type ?? ''];
  if (type) return { type, [type]: { reference: null, reference_status: status } };
  return {
    card: { reference_status: status, reference_type: 'acquirer_reference_number', type: 'refund' },
    type: 'card',
  };
};

/** A voucher has no account to which its money could return: the buyer is asked for one by email. */
const needsBuyer = ({ payment_method_details: details }: Charge): boolean => details?.type === 'multibanco';

const DAY_S = 24 * 3600;
/** Time until the simulated buyer answers the email, and until Stripe gives up. */
const ANSWER_S = DAY_S;
const ANSWER_LIMIT_S = 45 * DAY_S;

const emailSent = (call: CallContext, { billing_details: { email } }: Charge): Refund['next_action'] => ({
  type: 'display_details',
  display_details: {
    email_sent: { email_sent_at: call.now, email_sent_to: email ?? '' },
    expires_at: call.now + ANSWER_LIMIT_S,
  },
});

/** Adds `delta` (negative to subtract) to the charge's refunded amount. */
const addRefundedAmount = (call: CallContext, charge: Charge, delta: number, ...events: string[]): Charge => {
  const sum = charge.amount_refunded + delta;
  return call.update('charge', charge.id, { amount_refunded: sum, refunded: sum === charge.amount }, ...events);
};

const insertRefund = (call: CallContext, charge: Charge, input: RefundInput): Refund => {
  const behaviorTag = findBehaviorTag(call, charge);
  const isPending = behaviorTag === 'refund_pending';
  const id = newId('re_3', 23);
  const refund: Refund = {
    ...input,
    id,
    object: 'refund',
    balance_transaction: insertTransaction(call, charge, { id, amount: -input.amount }, 'refund'),
    charge: charge.id,
    created: call.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: buildDestination(charge, 'pending'),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    receipt_number: null,
    source_transfer_reversal: null,
    status: isPending ? 'pending' : 'succeeded',
    transfer_reversal: null,
    ...(needsBuyer(charge) ? { status: 'requires_action', next_action: emailSent(call, charge) } : {}),
  };
  call.repository.insert('refund', refund);
  if (isPending) call.schedule(call.now + HOUR_S, 'refund.succeed', id);
  if (needsBuyer(charge)) call.schedule(call.now + ANSWER_S, 'refund.succeed', id);
  if (behaviorTag === 'refund_fails') call.schedule(call.now + HOUR_S, 'refund.fail', id);
  return refund;
};

const isChargedBack = (call: CallContext, charge: Charge): boolean =>
  charge.disputed && disputeOf(call, charge.id)?.is_charge_refundable === false;

export const canRefund = (call: CallContext, charge: Charge): boolean => charge.paid && !isChargedBack(call, charge);

const checkRefundable = (call: CallContext, charge: Charge, amount: number): void => {
  const remaining = charge.amount - charge.amount_refunded;
  if (!charge.paid)
    throw invalidRequest(`Charge ${charge.id} has not been paid, so there is nothing to refund.`, 'charge');
  if (isChargedBack(call, charge))
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  if (remaining === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  if (amount > remaining) {
    const limitName = charge.amount_refunded > 0 ? 'unrefunded amount on charge' : 'charge amount';
    const [requestedText, limitText] = [amount, remaining].map((minor) => formatAmount(minor, charge.currency));
    throw invalidRequest(`Refund amount (${requestedText}) is greater than ${limitName} (${limitText})`, 'amount');
  }
};

/** Refunds `amount`, or the whole remaining amount of the charge. */
export const refundCharge = (
  call: CallContext,
  charge: Charge,
  { amount = charge.amount - charge.amount_refunded, reason = null, metadata: sent }: Partial<RefundInput>,
): Refund => {
  checkRefundable(call, charge, amount);
  const refund = insertRefund(call, charge, { amount, reason, metadata: mergeMetadata(null, sent) });
  const after = addRefundedAmount(call, charge, amount, 'charge.refunded');
  call.emit('refund.created', refund);
  closeRefundedInquiry(call, after);
  return refund;
};

/** Returns `charge`, or the charge that paid `payment_intent`. */
const findCharge = (
  call: CallContext,
  { charge, payment_intent: intentId }: { charge?: string; payment_intent?: string },
): Charge => {
  if (charge !== undefined && intentId === undefined) return call.repository.get('charge', charge, 'charge');
  if (charge !== undefined)
    throw invalidRequest('You may only specify one of these parameters: charge, payment_intent.');
  if (intentId === undefined)
    throw missingParam(
      'charge',
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  const intent = call.repository.get('payment_intent', intentId, 'payment_intent');
  if (intent.status === 'succeeded' && intent.latest_charge !== null)
    return call.repository.get('charge', intent.latest_charge, 'payment_intent');
  throw invalidRequest(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
    code: 'payment_intent_unexpected_state',
    param: 'payment_intent',
  });
};

const createRules = {
  charge: text(),
  payment_intent: text(),
  amount: integer(1),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  metadata: metadata,
};

const create = endpoint('POST /v1/refunds', createRules, (call, params) =>
  refundCharge(call, findCharge(call, params), params),
);

const update = endpoint('POST /v1/refunds/:id', { metadata }, (call, params, id) => {
  const before = call.repository.get('refund', id);
  return call.update('refund', id, { metadata: mergeMetadata(before.metadata, params.metadata) }, 'refund.updated');
});

const completeRefund = (call: CallContext, id: string): void => {
  const charge = call.repository.get('charge', call.repository.get('refund', id).charge ?? '');
  const change = { destination_details: buildDestination(charge, 'available'), status: 'succeeded' };
  call.update('refund', id, change, 'refund.updated', 'charge.refund.updated');
};

/** Handles a refund that the bank returns: reverses its balance transaction and reduces the refunded amount. */
const failRefund = (call: CallContext, id: string): void => {
  const before = call.repository.get('refund', id);
  const charge = call.repository.get('charge', before.charge ?? '');
  const change = {
    failure_balance_transaction: insertTransaction(call, charge, before, 'refund_failure'),
    failure_reason: 'expired_or_canceled_card',
    status: 'failed',
  };
  addRefundedAmount(call, charge, -before.amount);
  call.update('refund', id, change, 'refund.failed', 'refund.updated', 'charge.refund.updated');
};

export const listRefunds = (call: CallContext, charge: string): Refund[] => call.repository.list('refund', { charge });

export const refunds: Resource = {
  endpoints: [
    create,
    update,
    retrieveEndpoint('/v1/refunds/:id', 'refund'),
    listEndpoint('/v1/refunds', 'refund', { charge: text(), payment_intent: text() }),
    endpoint('GET /v1/charges/:id/refunds', {}, (call, _params, id) =>
      toList(`/v1/charges/${id}/refunds`, listRefunds(call, call.repository.get('charge', id, 'charge').id)),
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
  scheduledTasks: { 'refund.succeed': completeRefund, 'refund.fail': failRefund },
};
