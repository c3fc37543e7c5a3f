import { html } from 'hono/html';
import type { Call } from '../call.ts';
import { formatAmount } from '../currency-rules.ts';
import {
  answerDispute,
  escalateInquiry,
  isInquiry,
  loseDispute,
  openDispute,
  stateOf,
  winDispute,
} from '../disputes/dispute-life.ts';
import { reasons } from '../disputes/dispute-shape.ts';
import type { Objects } from '../objects.ts';
import { refusal } from '../problem.ts';
import { actKeys, type Acts } from './act-keys.ts';
import { dashboardAddress } from './addresses.ts';
import { dateText, nothing, section } from './layout.ts';
import { stateMark } from './subscribers.ts';

type Markup = ReturnType<typeof html>;
type Charge = Objects['charge'];
type Dispute = Objects['dispute'];
const shown = 50;

const carriedOut: Record<string, (call: Call, id: string) => unknown> = {
  answer: (call, id) =>
    answerDispute(call, id, {
      evidence: { uncategorized_text: 'Written at the dashboard.' },
      submit: true,
    }),
  win: winDispute,
  lose: loseDispute,
  escalate: escalateInquiry,
  close: loseDispute,
};

const actsOn = (dispute: Dispute): Acts => {
  const state = stateOf(dispute);
  if (state === 'closed') return {};
  return {
    ...(state === 'needs' && { answer: 'Answer' }),
    ...(isInquiry(dispute) ? { escalate: 'Escalate', close: 'Close' } : { win: 'Win', lose: 'Lose' }),
  };
};

const dueText = (dispute: Dispute): string =>
  stateOf(dispute) === 'needs' ? dateText(dispute.evidence_details.due_by ?? 0) : '';

/** Lists the latest disputes with their state and the buttons that answer and decide them. */
export const disputesSection = (call: Call): Markup => {
  const rows = call.books.page('dispute', { limit: shown }).data.map((dispute) => {
    const amount = formatAmount(dispute.amount, dispute.currency);
    const buyer = dispute.evidence.customer_email_address ?? 'unknown';
    const action = `${dashboardAddress(call.account)}/disputes/${dispute.id}`;
    return html`<tr>
      <td class="number">${amount}</td>
      <td>${stateMark(dispute.status)}</td>
      <td>${dispute.reason.replaceAll('_', ' ')}</td>
      <td>${buyer}</td>
      <td>${dateText(dispute.created)}</td>
      <td>${dueText(dispute)}</td>
      <td>${actKeys(action, `dispute of ${amount} by ${buyer}`, actsOn(dispute))}</td>
    </tr>`;
  });
  const columns = ['Amount', 'State', 'Reason', 'Buyer', 'Time', 'Answer by', 'Do'];
  return html`<div id="disputes">${section('Disputes', columns, rows)}</div>`;
};

export const actOnDispute = (call: Call, id: string, { act = '' }: Record<string, string>): void => {
  const work = carriedOut[act];
  if (!work) throw refusal(`Nothing is called “${act}” here.`);
  work(call, id);
};

/** The form with which a payment is disputed by its buyer's bank. */
export const disputeForm = (call: Call, charge: Charge, about: string): Markup => {
  if (!charge.paid || charge.disputed) return nothing;
  return html`<form
    class="inline"
    method="post"
    action="${dashboardAddress(call.account)}/charges/${charge.id}/dispute"
  >
    <select class="short" name="reason" aria-label="Why ${about} is disputed">
      ${reasons.map((reason) => html`<option value="${reason}" ${reason === 'fraudulent' ? html` selected` : nothing}>${reason.replaceAll('_', ' ')}</option>`)}
      <option value="inquiry">only an inquiry</option>
    </select>
    <button class="quiet slim" aria-label="Dispute ${about}">Dispute</button>
  </form>`;
};

export const disputeChosen = (call: Call, charge: string, { reason = '' }: Record<string, string>): void => {
  const known = reasons.find((candidate) => candidate === reason);
  if (!known && reason !== 'inquiry') throw refusal('Choose a reason.', { param: 'reason' });
  openDispute(call, charge, known ?? 'general', !known);
};
