import { convertToAccountCurrency } from '../core/amounts.ts';
import { invalidRequest, invalidParam } from '../core/api-error.ts';
import { type CallContext, endpoint, type Resource } from '../core/call-context.ts';
import { getAccount } from '../core/connected-accounts.ts';
import { newId } from '../core/ids.ts';
import { listEndpoint, retrieveEndpoint } from '../core/list-endpoint.ts';
import type { Objects } from '../core/objects.ts';
import { anyValue, clearable, flag, mergeMetadata, metadata, oneOf, shape, text } from '../core/params.ts';
import { insertReversal } from './balance-transactions.ts';

type Charge = Objects['charge'];
type Dispute = Objects['dispute'];

export const disputeReasons = [
  'credit_not_processed',
  'duplicate',
  'fraudulent',
  'general',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'unrecognized',
] as const;
export type Reason = (typeof disputeReasons)[number];

const DAY_S = 24 * 3600;
const ANSWER_DAYS = 9;

/** Names of the evidence fields; each holds a text or the id of a file. */
const evidenceFields = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const;
type Evidence = { [K in (typeof evidenceFields)[number]]: string | null };

const NO_EVIDENCE = Object.fromEntries(evidenceFields.map((name) => [name, null])) as Evidence;

/** Fills in the evidence that is known about the buyer. */
const initialEvidence = ({ billing_details: { email, name } }: Charge): Dispute['evidence'] => ({
  ...NO_EVIDENCE,
  customer_email_address: email,
  customer_name: name,
  enhanced_evidence: {},
});

const paymentMethodFields = (charge: Charge, inquiry: boolean): Partial<Dispute> => {
  const brand = charge.payment_method_details?.card?.brand;
  if (!brand) return {};
  const network_reason_code = inquiry ? '33' : '10';
  const case_type = inquiry ? 'inquiry' : 'chargeback';
  return {
    network_reason_code,
    payment_method_details: {
      type: 'card',
      card: { brand, case_type, network: brand, network_reason_code },
    },
  };
};

/** Returns the amount of the charge that has not been refunded, or all of it after a full refund. */
const disputedAmount = ({ amount, amount_refunded: refunded }: Charge): number =>
  amount === refunded ? amount : amount - refunded;

/** Returns the deadline for the seller's answer: the last second of a day. */
const answerDeadline = (now: number): number => (Math.floor(now / DAY_S) + ANSWER_DAYS + 1) * DAY_S - 1;

const buildDispute = (now: number, charge: Charge, reason: Reason, inquiry: boolean): Dispute => ({
  id: newId('du_1', 23),
  object: 'dispute',
  amount: disputedAmount(charge),
  balance_transactions: [],
  charge: charge.id,
  created: now,
  currency: charge.currency,
  enhanced_eligibility_types: [],
  evidence: initialEvidence(charge),
  evidence_details: {
    due_by: answerDeadline(now),
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  },
  intended_submission_method: null,
  is_charge_refundable: inquiry,
  livemode: false,
  metadata: {},
  payment_intent: charge.payment_intent,
  reason,
  status: inquiry ? 'warning_needs_response' : 'needs_response',
  ...paymentMethodFields(charge, inquiry),
});

/** Stripe's fee for a dispute, in US cents; it is not returned when the dispute is won. */
const DISPUTE_FEE_CENTS = 1500;

/** Withdraws the disputed amount and Stripe's fee, or returns the amount of a won dispute, without the fee. */
const moveFunds = (call: CallContext, { id }: Dispute, category: 'dispute' | 'dispute_reversal'): Dispute => {
  const dispute = call.repository.get('dispute', id);
  const isWithdrawal = category === 'dispute';
  const fee = convertToAccountCurrency(DISPUTE_FEE_CENTS, 'usd', getAccount(call).default_currency ?? 'usd').amount;
  const transaction = insertReversal(call, call.repository.get('charge', dispute.charge), {
    source: id,
    type: 'adjustment',
    category,
    amount: isWithdrawal ? -dispute.amount : dispute.amount,
    fee: isWithdrawal ? fee : 0,
    description: `Chargeback ${isWithdrawal ? 'withdrawal' : 'reversal'} for ${dispute.charge}`,
  });
  const transactions = [...dispute.balance_transactions, transaction] as Dispute['balance_transactions'];
  return call.repository.update('dispute', id, { balance_transactions: transactions });
};

type ReviewState = 'needs' | 'reviewed' | 'closed';

/** Days until the bank decides on evidence, and days for which an inquiry can become a dispute. */
const REVIEW_DAYS = 14;
const INQUIRY_DAYS = 120;

export const isInquiry = ({ status }: Dispute): boolean => status.startsWith('warning_');

export const reviewStateOf = ({ status }: Dispute): ReviewState => {
  if (status.endsWith('needs_response')) return 'needs';
  return status.endsWith('under_review') ? 'reviewed' : 'closed';
};

/** Returns the dispute of a charge: at most one, because an inquiry itself becomes a dispute. */
export const disputeOf = (call: CallContext, charge: string): Dispute | undefined =>
  call.repository.list('dispute', { charge }, 1)[0];

/** Opens a dispute of a payment. An inquiry only asks for information and withdraws no money. */
export const openDispute = (call: CallContext, chargeId: string, reason: Reason, inquiry = false): Dispute => {
  const charge = call.repository.get('charge', chargeId, 'charge');
  if (!charge.paid) throw invalidRequest(`Charge ${chargeId} has not been paid, so nobody can dispute it.`);
  if (charge.disputed) throw invalidRequest(`Charge ${chargeId} is disputed already.`);
  call.repository.update('charge', chargeId, { disputed: true });
  const dispute = call.insert('dispute', buildDispute(call.now, charge, reason, inquiry), 'charge.dispute.created');
  call.schedule(answerDeadline(call.now) + 1, 'dispute.late', dispute.id);
  if (inquiry) call.schedule(call.now + INQUIRY_DAYS * DAY_S, 'dispute.quiet', dispute.id);
  else call.emit('charge.dispute.funds_withdrawn', moveFunds(call, dispute, 'dispute'));
  // A bank debit that the buyer's bank returns is final.
  if (charge.payment_method_details?.type === 'us_bank_account' && !inquiry) closeDispute(call, dispute.id, 'lost');
  return call.repository.get('dispute', dispute.id);
};

const getOpenDispute = (call: CallContext, id: string): Dispute => {
  const dispute = call.repository.get('dispute', id, 'dispute');
  if (reviewStateOf(dispute) !== 'closed') return dispute;
  throw invalidRequest(`This dispute is already closed: its status is ${dispute.status}.`);
};

const closeDispute = (call: CallContext, id: string, status: 'lost' | 'warning_closed'): Dispute =>
  call.update('dispute', id, { status }, 'charge.dispute.closed');

export const winDispute = (call: CallContext, id: string): Dispute => {
  if (isInquiry(getOpenDispute(call, id))) return closeDispute(call, id, 'warning_closed');
  const before = call.repository.update('dispute', id, { status: 'won', is_charge_refundable: true });
  const wonDispute = moveFunds(call, before, 'dispute_reversal');
  call.emit('charge.dispute.closed', wonDispute);
  call.emit('charge.dispute.funds_reinstated', wonDispute);
  return wonDispute;
};

export const loseDispute = (call: CallContext, id: string): Dispute =>
  closeDispute(call, id, isInquiry(getOpenDispute(call, id)) ? 'warning_closed' : 'lost');

/** Turns an inquiry into a dispute: the same object, and now the money is withdrawn. */
export const escalateInquiry = (call: CallContext, id: string): Dispute => {
  const before = getOpenDispute(call, id);
  if (!isInquiry(before)) throw invalidRequest('Only an inquiry can become a dispute.');
  const due_by = answerDeadline(call.now);
  const change = {
    amount: disputedAmount(call.repository.get('charge', before.charge)),
    status: 'needs_response',
    is_charge_refundable: false,
    evidence_details: { ...before.evidence_details, due_by },
  } as const;
  call.update('dispute', id, change, 'charge.dispute.updated');
  call.schedule(due_by + 1, 'dispute.late', id);
  const after = moveFunds(call, before, 'dispute');
  call.emit('charge.dispute.funds_withdrawn', after);
  return after;
};

/** Evidence texts that decide a dispute at once, as in Stripe's test mode. */
const EVIDENCE_DECISIONS: Record<string, (call: CallContext, id: string) => Dispute> = {
  winning_evidence: winDispute,
  losing_evidence: loseDispute,
  escalate_inquiry_evidence: escalateInquiry,
};

/** Saves evidence on a dispute and, with `submit`, submits it to the bank. */
export const submitEvidence = (
  call: CallContext,
  id: string,
  input: { evidence: Partial<Evidence>; submit: boolean },
): Dispute => {
  const before = getOpenDispute(call, id);
  if (reviewStateOf(before) === 'reviewed') throw invalidRequest('Evidence for this dispute was submitted already.');
  const evidence = { ...before.evidence, ...input.evidence };
  const evidence_details = { ...before.evidence_details, has_evidence: true };
  if (!input.submit) return call.update('dispute', id, { evidence, evidence_details }, 'charge.dispute.updated');
  const change = {
    evidence,
    evidence_details: {
      ...evidence_details,
      submission_count: evidence_details.submission_count + 1,
      submission_method: 'manual',
    },
    status: isInquiry(before) ? 'warning_under_review' : 'under_review',
  } as const;
  const after = call.update('dispute', id, change, 'charge.dispute.updated');
  const decide = EVIDENCE_DECISIONS[evidence.uncategorized_text ?? ''];
  if (decide) return decide(call, id);
  call.schedule(call.now + REVIEW_DAYS * DAY_S, 'dispute.decide', id);
  return after;
};

/** Closes the inquiry of a charge that was refunded in full. */
export const closeRefundedInquiry = (call: CallContext, charge: Charge): void => {
  const dispute = charge.refunded && charge.disputed ? disputeOf(call, charge.id) : undefined;
  if (dispute && isInquiry(dispute) && reviewStateOf(dispute) !== 'closed')
    closeDispute(call, dispute.id, 'warning_closed');
};

const whenInState = (
  states: ReviewState[],
  action: (call: CallContext, dispute: Dispute) => void,
): ((call: CallContext, id: string) => void) => {
  return (call, id) => {
    const dispute = call.repository.find('dispute', id);
    if (dispute && states.includes(reviewStateOf(dispute))) action(call, dispute);
  };
};

const disputeByCard = (reason: Reason, inquiry: boolean) => (call: CallContext, charge: string) => {
  if (call.repository.find('charge', charge)?.disputed === false) openDispute(call, charge, reason, inquiry);
};

/** Scheduled tasks: test cards that cause disputes, deadlines, and decisions of the bank. */
const disputeTasks = {
  'dispute.fraudulent': disputeByCard('fraudulent', false),
  'dispute.not_received': disputeByCard('product_not_received', false),
  'dispute.inquiry': disputeByCard('general', true),
  // A dispute that was not answered in time is lost. An inquiry needs no answer.
  'dispute.late': whenInState(['needs'], (call, dispute) => {
    const deadline = dispute.evidence_details.due_by ?? 0;
    if (!isInquiry(dispute) && deadline < call.now) loseDispute(call, dispute.id);
  }),
  // Banks mostly side with the cardholder: other evidence texts than those above lose.
  'dispute.decide': whenInState(['reviewed'], (call, dispute) => {
    if (!isInquiry(dispute)) loseDispute(call, dispute.id);
  }),
  'dispute.quiet': whenInState(['needs', 'reviewed'], (call, dispute) => {
    if (isInquiry(dispute)) closeDispute(call, dispute.id, 'warning_closed');
  }),
};

/** Maximum length of all evidence texts together. */
const MAX_EVIDENCE_LENGTH = 150_000;

const evidenceText = clearable(text(20_000));
const evidenceRules = Object.fromEntries(evidenceFields.map((name) => [name, evidenceText])) as {
  [K in keyof Evidence]: typeof evidenceText;
};
const evidenceRule = shape({ ...evidenceRules, appeal: anyValue, enhanced_evidence: anyValue });

const updateRules = {
  evidence: evidenceRule,
  intended_submission_method: oneOf('manual', 'prefer_manual', 'prefer_smart_disputes', 'smart_disputes'),
  metadata,
  submit: flag,
};

const readEvidence = (input: ReturnType<typeof evidenceRule>): Partial<Evidence> => {
  const { appeal: _appeal, enhanced_evidence: _enhanced, ...texts } = input ?? {};
  if (Object.values(texts).join('').length > MAX_EVIDENCE_LENGTH)
    throw invalidParam(`All evidence together can have up to ${MAX_EVIDENCE_LENGTH} characters.`, 'evidence');
  return texts;
};

const update = endpoint('POST /v1/disputes/:id', updateRules, (call, params, id) => {
  const before = call.repository.get('dispute', id, 'dispute');
  const { evidence, submit, ...fields } = params;
  if (Object.keys(fields).length > 0) {
    const change = { ...fields, metadata: mergeMetadata(before.metadata, fields.metadata) };
    call.update('dispute', id, change, 'charge.dispute.updated');
  }
  if (!evidence && submit !== true) return call.repository.get('dispute', id);
  return submitEvidence(call, id, { evidence: readEvidence(evidence), submit: submit ?? true });
});

/** Accepts the dispute: it is lost. */
const close = endpoint('POST /v1/disputes/:id/close', {}, (call, _params, id) => loseDispute(call, id));

export const disputes: Resource = {
  endpoints: [
    update,
    close,
    retrieveEndpoint('/v1/disputes/:id', 'dispute', 'dispute'),
    listEndpoint('/v1/disputes', 'dispute', { charge: text(), payment_intent: text() }),
  ],
  references: { dispute: { charge: 'charge', payment_intent: 'payment_intent' } },
  scheduledTasks: disputeTasks,
};
