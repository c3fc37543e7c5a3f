import type { Call } from '../call.ts';
import { where } from '../listing.ts';
import type { Objects } from '../objects.ts';
import { refusal } from '../problem.ts';
import { reinstate, withdraw } from './dispute-money.ts';
import { disputedAmount, dueFrom, newDispute, type Evidence, type Reason } from './dispute-shape.ts';

type Charge = Objects['charge'];
type Dispute = Objects['dispute'];
type State = 'needs' | 'reviewed' | 'closed';

const day = 24 * 3600;
/** Days until the bank decides on evidence, and days for which an inquiry can become a dispute. */
const daysOfReview = 14;
const daysOfInquiry = 120;

export const isInquiry = ({ status }: Dispute): boolean => status.startsWith('warning_');

export const stateOf = ({ status }: Dispute): State => {
  if (status.endsWith('needs_response')) return 'needs';
  return status.endsWith('under_review') ? 'reviewed' : 'closed';
};

/** Returns the dispute of a charge: at most one, because an inquiry itself becomes a dispute. */
export const disputeOf = (call: Call, charge: string): Dispute | undefined =>
  call.books.page('dispute', { limit: 1, where: where('charge', charge) }).data[0];

/** Opens a dispute of a payment. An inquiry only asks for information and withdraws no money. */
export const openDispute = (call: Call, chargeId: string, reason: Reason, inquiry = false): Dispute => {
  const charge = call.books.get('charge', chargeId, 'charge');
  if (!charge.paid) throw refusal(`Charge ${chargeId} has not been paid, so nobody can dispute it.`);
  if (charge.disputed) throw refusal(`Charge ${chargeId} is disputed already.`);
  call.books.update('charge', chargeId, { disputed: true });
  const dispute = call.books.insert('dispute', newDispute(call.now, charge, reason, inquiry));
  call.emit('charge.dispute.created', dispute);
  call.alarm(dueFrom(call.now) + 1, 'dispute.late', dispute.id);
  if (inquiry) call.alarm(call.now + daysOfInquiry * day, 'dispute.quiet', dispute.id);
  else call.emit('charge.dispute.funds_withdrawn', withdraw(call, dispute));
  return call.books.get('dispute', dispute.id);
};

const change = (call: Call, before: Dispute, by: Partial<Dispute>): Dispute => {
  const after = call.books.update('dispute', before.id, by);
  call.emit('charge.dispute.updated', after, before);
  return after;
};

const checkOpen = (dispute: Dispute): void => {
  if (stateOf(dispute) === 'closed')
    throw refusal(`This dispute is already closed: its status is ${dispute.status}.`);
};

export const winDispute = (call: Call, id: string): Dispute => {
  const before = call.books.get('dispute', id, 'dispute');
  checkOpen(before);
  if (isInquiry(before)) return closeInquiry(call, before);
  const won = reinstate(
    call,
    call.books.update('dispute', id, { status: 'won', is_charge_refundable: true }),
  );
  call.emit('charge.dispute.closed', won);
  call.emit('charge.dispute.funds_reinstated', won);
  return won;
};

export const loseDispute = (call: Call, id: string): Dispute => {
  const before = call.books.get('dispute', id, 'dispute');
  checkOpen(before);
  if (isInquiry(before)) return closeInquiry(call, before);
  const lost = call.books.update('dispute', id, { status: 'lost' });
  call.emit('charge.dispute.closed', lost);
  return lost;
};

const closeInquiry = (call: Call, before: Dispute): Dispute => {
  const closed = call.books.update('dispute', before.id, { status: 'warning_closed' });
  call.emit('charge.dispute.closed', closed);
  return closed;
};

/** Turns an inquiry into a dispute: the same object, and now the money is withdrawn. */
export const escalateInquiry = (call: Call, id: string): Dispute => {
  const before = call.books.get('dispute', id, 'dispute');
  checkOpen(before);
  if (!isInquiry(before)) throw refusal('Only an inquiry can become a dispute.');
  const due_by = dueFrom(call.now);
  const after = change(call, before, {
    amount: disputedAmount(call.books.get('charge', before.charge)),
    status: 'needs_response',
    is_charge_refundable: false,
    evidence_details: { ...before.evidence_details, due_by },
  });
  call.alarm(due_by + 1, 'dispute.late', id);
  call.emit('charge.dispute.funds_withdrawn', withdraw(call, after));
  return call.books.get('dispute', id);
};

/** Evidence texts that decide a dispute at once, as in Stripe's test mode. */
const decisions: Record<string, (call: Call, id: string) => Dispute> = {
  winning_evidence: winDispute,
  losing_evidence: loseDispute,
  escalate_inquiry_evidence: escalateInquiry,
};

/** Saves evidence on a dispute and, with `submit`, submits it to the bank. */
export const answerDispute = (
  call: Call,
  id: string,
  given: { evidence: Partial<Evidence>; submit: boolean },
): Dispute => {
  const before = call.books.get('dispute', id, 'dispute');
  checkOpen(before);
  if (stateOf(before) === 'reviewed') throw refusal('Evidence for this dispute was submitted already.');
  const evidence = { ...before.evidence, ...given.evidence };
  const staged = { ...before.evidence_details, has_evidence: true };
  if (!given.submit) return change(call, before, { evidence, evidence_details: staged });
  const after = change(call, before, {
    evidence,
    evidence_details: {
      ...staged,
      submission_count: staged.submission_count + 1,
      submission_method: 'manual',
    },
    status: isInquiry(before) ? 'warning_under_review' : 'under_review',
  });
  const decide = decisions[evidence.uncategorized_text ?? ''];
  if (decide) return decide(call, id);
  call.alarm(call.now + daysOfReview * day, 'dispute.decide', id);
  return after;
};

/** Closes the inquiry of a charge that was refunded in full. */
export const settleInquiry = (call: Call, charge: Charge): void => {
  const dispute = charge.refunded && charge.disputed ? disputeOf(call, charge.id) : undefined;
  if (dispute && isInquiry(dispute) && stateOf(dispute) !== 'closed') closeInquiry(call, dispute);
};

const whileIn = (
  states: State[],
  act: (call: Call, dispute: Dispute) => void,
): ((call: Call, id: string) => void) => {
  return (call, id) => {
    const dispute = call.books.find('dispute', id);
    if (dispute && states.includes(stateOf(dispute))) act(call, dispute);
  };
};

const byCard = (reason: Reason, inquiry: boolean) => (call: Call, charge: string) => {
  if (call.books.find('charge', charge)?.disputed === false) openDispute(call, charge, reason, inquiry);
};

/** Scheduled tasks: test cards that cause disputes, deadlines, and decisions of the bank. */
export const disputeAlarms = {
  'dispute.fraudulent': byCard('fraudulent', false),
  'dispute.not_received': byCard('product_not_received', false),
  'dispute.inquiry': byCard('general', true),
  // A dispute that was not answered in time is lost. An inquiry needs no answer.
  'dispute.late': whileIn(['needs'], (call, dispute) => {
    const due = dispute.evidence_details.due_by ?? 0;
    if (!isInquiry(dispute) && due < call.now) loseDispute(call, dispute.id);
  }),
  // Banks mostly side with the cardholder: other evidence texts than those above lose.
  'dispute.decide': whileIn(['reviewed'], (call, dispute) => {
    if (!isInquiry(dispute)) loseDispute(call, dispute.id);
  }),
  'dispute.quiet': whileIn(['needs', 'reviewed'], (call, dispute) => {
    if (isInquiry(dispute)) closeInquiry(call, dispute);
  }),
};
