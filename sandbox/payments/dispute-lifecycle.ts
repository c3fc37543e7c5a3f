import { convertToAccountCurrency } from '../core/amounts.ts';
import { invalidRequest } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import { getAccount } from '../core/connected-accounts.ts';
import type { Objects } from '../core/objects.ts';
import { insertReversal } from './balance-transactions.ts';
import { disputedAmount, answerDeadline, buildDispute, type Evidence, type Reason } from './dispute-object.ts';

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

type Charge = Objects['charge'];
type Dispute = Objects['dispute'];
type ReviewState = 'needs' | 'reviewed' | 'closed';

const DAY_S = 24 * 3600;
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
export const disputeTasks = {
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
