import { html } from 'hono/html';

import { decimalsOf, formatAmount } from '../core/amounts.ts';
import { invalidRequest } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import type { Objects } from '../core/objects.ts';
import { failDebit, completeDebit, testBanks } from '../payments/bank-debits.ts';
import { canRefund, refundCharge } from '../payments/refunds.ts';
import { disputeForm } from './disputes-section.ts';
import type { Markup } from './layout.ts';
import { actionButtons, dateText, nothing, section, dashboardPath } from './layout.ts';
import type { Fields } from './page-dependencies.ts';

type Charge = Objects['charge'];
const MAX_ROWS = 50;

const stateBadge = (charge: Charge): Markup => {
  if (charge.status === 'pending') return html`<span class="mark">pending</span>`;
  if (!charge.paid) return html`<span class="mark bad">${charge.failure_code ?? 'failed'}</span>`;
  if (charge.disputed) return html`<a class="mark bad" href="#disputes">disputed</a>`;
  if (charge.refunded) return html`<span class="mark">refunded</span>`;
  if (charge.amount_refunded > 0)
    return html`<span class="mark">${formatAmount(charge.amount_refunded, charge.currency)} refunded</span>`;
  return html`<span class="mark good">succeeded</span>`;
};

/** Formats an amount in major units, as it is typed: "29.00", "500". */
const toMajorUnits = (amount: number, currency: string): string =>
  (amount / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency));

const describePayment = (charge: Charge): string =>
  `${formatAmount(charge.amount, charge.currency)} from ${charge.billing_details.email ?? 'an unknown customer'}`;

const refundForm = (call: CallContext, charge: Charge): Markup => {
  const remaining = charge.amount - charge.amount_refunded;
  if (remaining === 0 || !canRefund(call, charge)) return nothing;
  const subject = describePayment(charge);
  return html`<form class="inline" method="post" action="${dashboardPath(call.account)}/charges/${charge.id}/refund">
    <input
      class="short"
      name="amount"
      inputmode="decimal"
      autocomplete="off"
      aria-label="Refund amount for ${subject}"
      value="${toMajorUnits(remaining, charge.currency)}"
    />
    <button class="quiet slim" aria-label="Refund ${subject}">Refund</button>
  </form>`;
};

/** Buttons that resolve a pending bank debit at once. */
const debitButtons = (call: CallContext, charge: Charge): Markup => {
  if (charge.status !== 'pending') return nothing;
  const action = `${dashboardPath(call.account)}/charges/${charge.id}/debit`;
  return actionButtons(action, describePayment(charge), { settle: 'Mark as succeeded', fail: 'Mark as failed' });
};

export const resolvePendingDebit = (call: CallContext, charge: string, { act: action }: Fields): void => {
  const decline = testBanks.find((bank) => bank.decline)?.decline;
  if (action === 'settle') completeDebit(call, charge);
  else if (action === 'fail' && decline) failDebit(call, charge, decline);
  else throw invalidRequest('Choose whether the bank debit succeeds or fails.', 'act');
};

/** Gives a payment's row the id of its payment intent; of several tries the last one gets it. */
const rowAnchor = (call: CallContext, { id, payment_intent: intent }: Charge): Markup => {
  const latestCharge = call.repository.find('payment_intent', intent ?? '')?.latest_charge;
  return latestCharge === id ? html` id="${intent}"` : nothing;
};

/** Lists the latest payments with their state and forms to refund, dispute and resolve them. */
export const paymentsSection = (call: CallContext): Markup => {
  const rows = call.repository.list('charge', {}, MAX_ROWS).map(
    (charge) =>
      html`<tr ${rowAnchor(call, charge)}>
        <td class="number">${formatAmount(charge.amount, charge.currency)}</td>
        <td>${stateBadge(charge)}</td>
        <td>${charge.description ?? ''}</td>
        <td>${charge.billing_details.email}</td>
        <td>${dateText(charge.created)}</td>
        <td>
          <div class="acts">
            ${refundForm(call, charge)}${disputeForm(call, charge, describePayment(charge))}${debitButtons(call, charge)}
          </div>
        </td>
      </tr>`,
  );
  return section(
    'Payments',
    ['Amount', 'Status', 'Description', 'Customer', 'Created', 'Actions'],
    rows,
    'No payments yet.',
  );
};

/** Handles the refund form of a payment; an empty amount refunds the rest. */
export const refundFromForm = (call: CallContext, chargeId: string, { amount: input = '' }: Fields): void => {
  const charge = call.repository.get('charge', chargeId);
  const text = input.trim().replace(',', '.');
  const decimals = decimalsOf(charge.currency);
  const fraction = decimals === 0 ? '' : `(\\.\\d{1,${decimals}})?`;
  if (text !== '' && !new RegExp(`^\\d{1,9}${fraction}$`).test(text))
    throw invalidRequest(`“${input}” isn’t a valid amount in ${charge.currency.toUpperCase()}.`, 'amount');
  const amount = text === '' ? undefined : Math.round(Number(text) * 10 ** decimals);
  if (amount === 0) throw invalidRequest('Enter an amount greater than zero.', 'amount');
  refundCharge(call, charge, { amount, reason: 'requested_by_customer' });
};
