import { html } from 'hono/html';

import { formatAmount } from '../core/amounts.ts';
import { invalidRequest } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';
import {
  submitEvidence,
  escalateInquiry,
  isInquiry,
  loseDispute,
  openDispute,
  reviewStateOf,
  winDispute,
  disputeReasons,
} from '../payments/disputes.ts';
import {
  type Markup,
  actionButtons,
  dashboardPath,
  dateText,
  findAction,
  nothing,
  section,
  type ActionLabels,
} from './layout.ts';
import type { Fields } from './page-dependencies.ts';
import { stateBadge } from './subscriptions-section.ts';

type Charge = Objects['charge'];
type Dispute = Objects['dispute'];
const MAX_ROWS = 50;

const ACTIONS: Record<string, (call: CallContext, id: string) => unknown> = {
  answer: (call, id) =>
    submitEvidence(call, id, {
      evidence: { uncategorized_text: 'Submitted from the sandbox dashboard.' },
      submit: true,
    }),
  win: winDispute,
  lose: loseDispute,
  escalate: escalateInquiry,
  close: loseDispute,
};

const availableActions = (dispute: Dispute): ActionLabels => {
  const state = reviewStateOf(dispute);
  if (state === 'closed') return {};
  return {
    ...(state === 'needs' && { answer: 'Submit evidence' }),
    ...(isInquiry(dispute) ? { escalate: 'Escalate', close: 'Close' } : { win: 'Win', lose: 'Lose' }),
  };
};

const deadlineText = (dispute: Dispute): string =>
  reviewStateOf(dispute) === 'needs' ? dateText(dispute.evidence_details.due_by ?? 0) : '';

/** Lists the latest disputes with their state and the buttons that answer and decide them. */
export const disputesSection = (call: CallContext): Markup => {
  const rows = call.repository.list('dispute', {}, MAX_ROWS).map((dispute) => {
    const amount = formatAmount(dispute.amount, dispute.currency);
    const buyer = dispute.evidence.customer_email_address ?? 'an unknown customer';
    const action = `${dashboardPath(call.account)}/disputes/${dispute.id}`;
    return html`<tr>
      <td class="number">${amount}</td>
      <td>${stateBadge(dispute.status)}</td>
      <td>${dispute.reason.replaceAll('_', ' ')}</td>
      <td>${buyer}</td>
      <td>${dateText(dispute.created)}</td>
      <td>${deadlineText(dispute)}</td>
      <td>${actionButtons(action, `dispute of ${amount} from ${buyer}`, availableActions(dispute))}</td>
    </tr>`;
  });
  const columns = ['Amount', 'Status', 'Reason', 'Customer', 'Created', 'Respond by', 'Actions'];
  return html`<div id="disputes">${section('Disputes', columns, rows, 'No disputes yet.')}</div>`;
};

export const runDisputeAction = (call: CallContext, id: string, { act = '' }: Fields): void =>
  void findAction(ACTIONS, act)(call, id);

/** The form with which a payment is disputed by its buyer's bank. */
export const disputeForm = (call: CallContext, charge: Charge, subject: string): Markup => {
  if (!charge.paid || charge.disputed) return nothing;
  return html`<form class="inline" method="post" action="${dashboardPath(call.account)}/charges/${charge.id}/dispute">
    <select class="short" name="reason" aria-label="Dispute reason for ${subject}">
      ${disputeReasons.map((reason) => html`<option value="${reason}" ${reason === 'fraudulent' ? html` selected` : nothing}>${reason.replaceAll('_', ' ')}</option>`)}
      <option value="inquiry">inquiry only</option>
    </select>
    <button class="quiet slim" aria-label="Dispute ${subject}">Dispute</button>
  </form>`;
};

export const disputePayment = (call: CallContext, charge: string, { reason = '' }: Fields): void => {
  const disputeReason = disputeReasons.find((candidate) => candidate === reason);
  if (!disputeReason && reason !== 'inquiry') throw invalidRequest('Choose a reason.', 'reason');
  openDispute(call, charge, disputeReason ?? 'general', !disputeReason);
};
