import { convertToAccountCurrency } from '../core/amounts.ts';
import { invalidRequest } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import { getAccount } from '../core/connected-accounts.ts';
import { whereProperty } from '../core/list-endpoint.ts';
import type { Objects } from '../core/objects.ts';
import { insertBalanceTransaction } from './balance-transactions.ts';
import { disputedAmount, answerDeadline, buildDispute, type Evidence, type Reason } from './dispute-object.ts';

type StoredDispute = Objects['dispute'];
type BalanceTransaction = Objects['balance_transaction'];

/** Stripe's fee for a dispute, in US cents; it is not returned when the dispute is won. */
const DISPUTE_FEE_CENTS = 1500;

const insertAdjustment = (
  call: CallContext,
  dispute: StoredDispute,
  input: { amount: number; fee: number; category: 'dispute' | 'dispute_reversal'; description: string },
): BalanceTransaction => {
  const charge = call.repository.get('charge', dispute.charge);
  const chargeTransaction = call.repository.find('balance_transaction', charge.balance_transaction ?? '');
  return insertBalanceTransaction(call, {
    ...input,
    source: dispute.id,
    type: 'adjustment',
    currency: dispute.currency,
    available: chargeTransaction && chargeTransaction.available_on > call.now ? 'later' : 'at once',
  });
};

const addTransaction = (call: CallContext, id: string, transaction: BalanceTransaction): StoredDispute => {
  const { balance_transactions: transactions } = call.repository.get('dispute', id);
  return call.repository.update('dispute', id, {
    balance_transactions: [...transactions, transaction] as StoredDispute['balance_transactions'],
  });
};

/** Withdraws the disputed amount and Stripe's fee. */
const withdrawFunds = (call: CallContext, dispute: StoredDispute): StoredDispute => {
  const fee = convertToAccountCurrency(DISPUTE_FEE_CENTS, 'usd', getAccount(call).default_currency ?? 'usd');
  const transaction = insertAdjustment(call, dispute, {
    amount: -dispute.amount,
    fee: fee.amount,
    category: 'dispute',
    description: `Chargeback withdrawal for ${dispute.charge}`,
  });
  return addTransaction(call, dispute.id, transaction);
};

/** Returns the amount of a won dispute, without the fee. */
const reinstateFunds = (call: CallContext, dispute: StoredDispute): StoredDispute => {
  const transaction = insertAdjustment(call, dispute, {
    amount: dispute.amount,
    fee: 0,
    category: 'dispute_reversal',
    description: `Chargeback reversal for ${dispute.charge}`,
  });
  return addTransaction(call, dispute.id, transaction);
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
  call.repository.page('dispute', { limit: 1, where: whereProperty('charge', charge) }).data[0];

/** Opens a dispute of a payment. An inquiry only asks for information and withdraws no money. */
export const openDispute = (call: CallContext, chargeId: string, reason: Reason, inquiry = false): Dispute => {
  const charge = call.repository.get('charge', chargeId, 'charge');
  if (!charge.paid) throw invalidRequest(`Charge ${chargeId} has not been paid, so nobody can dispute it.`);
  if (charge.disputed) throw invalidRequest(`Charge ${chargeId} is disputed already.`);
  call.repository.update('charge', chargeId, { disputed: true });
  const dispute = call.repository.insert('dispute', buildDispute(call.now, charge, reason, inquiry));
  call.emit('charge.dispute.created', dispute);
  call.schedule(answerDeadline(call.now) + 1, 'dispute.late', dispute.id);
  if (inquiry) call.schedule(call.now + INQUIRY_DAYS * DAY_S, 'dispute.quiet', dispute.id);
  else call.emit('charge.dispute.funds_withdrawn', withdrawFunds(call, dispute));
  return call.repository.get('dispute', dispute.id);
};

const updateDispute = (call: CallContext, before: Dispute, changes: Partial<Dispute>): Dispute => {
  const after = call.repository.update('dispute', before.id, changes);
  call.emit('charge.dispute.updated', after, before);
  return after;
};

const checkOpen = (dispute: Dispute): void => {
  if (reviewStateOf(dispute) === 'closed')
    throw invalidRequest(`This dispute is already closed: its status is ${dispute.status}.`);
};

export const winDispute = (call: CallContext, id: string): Dispute => {
  const before = call.repository.get('dispute', id, 'dispute');
  checkOpen(before);
  if (isInquiry(before)) return closeInquiry(call, before);
  const wonDispute = reinstateFunds(
    call,
    call.repository.update('dispute', id, { status: 'won', is_charge_refundable: true }),
  );
  call.emit('charge.dispute.closed', wonDispute);
  call.emit('charge.dispute.funds_reinstated', wonDispute);
  return wonDispute;
};

export const loseDispute = (call: CallContext, id: string): Dispute => {
  const before = call.repository.get('dispute', id, 'dispute');
  checkOpen(before);
  if (isInquiry(before)) return closeInquiry(call, before);
  const lostDispute = call.repository.update('dispute', id, { status: 'lost' });
  call.emit('charge.dispute.closed', lostDispute);
  return lostDispute;
};

const closeInquiry = (call: CallContext, before: Dispute): Dispute => {
  const closedInquiry = call.repository.update('dispute', before.id, { status: 'warning_closed' });
  call.emit('charge.dispute.closed', closedInquiry);
  return closedInquiry;
};

/** Turns an inquiry into a dispute: the same object, and now the money is withdrawn. */
export const escalateInquiry = (call: CallContext, id: string): Dispute => {
  const before = call.repository.get('dispute', id, 'dispute');
  checkOpen(before);
  if (!isInquiry(before)) throw invalidRequest('Only an inquiry can become a dispute.');
  const due_by = answerDeadline(call.now);
  const after = updateDispute(call, before, {
    amount: disputedAmount(call.repository.get('charge', before.charge)),
    status: 'needs_response',
    is_charge_refundable: false,
    evidence_details: { ...before.evidence_details, due_by },
  });
  call.schedule(due_by + 1, 'dispute.late', id);
  call.emit('charge.dispute.funds_withdrawn', withdrawFunds(call, after));
  return call.repository.get('dispute', id);
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
  const before = call.repository.get('dispute', id, 'dispute');
  checkOpen(before);
  if (reviewStateOf(before) === 'reviewed') throw invalidRequest('Evidence for this dispute was submitted already.');
  const evidence = { ...before.evidence, ...input.evidence };
  const evidenceDetails = { ...before.evidence_details, has_evidence: true };
  if (!input.submit) return updateDispute(call, before, { evidence, evidence_details: evidenceDetails });
  const after = updateDispute(call, before, {
    evidence,
    evidence_details: {
      ...evidenceDetails,
      submission_count: evidenceDetails.submission_count + 1,
      submission_method: 'manual',
    },
    status: isInquiry(before) ? 'warning_under_review' : 'under_review',
  });
  const decide = EVIDENCE_DECISIONS[evidence.uncategorized_text ?? ''];
  if (decide) return decide(call, id);
  call.schedule(call.now + REVIEW_DAYS * DAY_S, 'dispute.decide', id);
  return after;
};

/** Closes the inquiry of a charge that was refunded in full. */
export const closeRefundedInquiry = (call: CallContext, charge: Charge): void => {
  const dispute = charge.refunded && charge.disputed ? disputeOf(call, charge.id) : undefined;
  if (dispute && isInquiry(dispute) && reviewStateOf(dispute) !== 'closed') closeInquiry(call, dispute);
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
    if (isInquiry(dispute)) closeInquiry(call, dispute);
  }),
};
