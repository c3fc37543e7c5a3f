import { html } from 'hono/html';
import { mayRefund, refundCharge } from '../api/refunds.ts';
import { failDebit, settleDebit } from '../bank-debits/debit-life.ts';
import { testBanks } from '../bank-debits/test-banks.ts';
import type { Call } from '../call.ts';
import { decimalsOf, formatAmount } from '../currency-rules.ts';
import type { Objects } from '../objects.ts';
import { refusal } from '../problem.ts';
import { actKeys } from './act-keys.ts';
import { dashboardAddress } from './addresses.ts';
import { disputeForm } from './disputes.ts';
import { dateText, nothing, section } from './layout.ts';

type Charge = Objects['charge'];
type Markup = ReturnType<typeof html>;
const shown = 50;

const stateOf = (charge: Charge): Markup => {
  if (charge.status === 'pending') return html`<span class="mark">pending</span>`;
  if (!charge.paid) return html`<span class="mark bad">${charge.failure_code ?? 'failed'}</span>`;
  if (charge.disputed) return html`<a class="mark bad" href="#disputes">disputed</a>`;
  if (charge.refunded) return html`<span class="mark">refunded</span>`;
  if (charge.amount_refunded > 0)
    return html`<span class="mark">${formatAmount(charge.amount_refunded, charge.currency)} refunded</span>`;
  return html`<span class="mark good">succeeded</span>`;
};

/** Formats an amount in major units, as it is typed: "29.00", "500". */
const inUnits = (amount: number, currency: string): string =>
  (amount / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency));

const aboutOf = (charge: Charge): string =>
  `${formatAmount(charge.amount, charge.currency)} of ${charge.billing_details.email ?? 'unknown'}`;

const refundForm = (call: Call, charge: Charge): Markup => {
  const rest = charge.amount - charge.amount_refunded;
  if (rest === 0 || !mayRefund(call, charge)) return nothing;
  const about = aboutOf(charge);
  return html`<form
    class="inline"
    method="post"
    action="${dashboardAddress(call.account)}/charges/${charge.id}/refund"
  >
    <input
      class="short"
      name="amount"
      inputmode="decimal"
      autocomplete="off"
      aria-label="Amount to refund of ${about}"
      value="${inUnits(rest, charge.currency)}"
    />
    <button class="quiet slim" aria-label="Refund ${about}">Refund</button>
  </form>`;
};

/** Buttons that resolve a pending bank debit at once. */
const debitKeys = (call: Call, charge: Charge): Markup => {
  if (charge.status !== 'pending') return nothing;
  const action = `${dashboardAddress(call.account)}/charges/${charge.id}/debit`;
  return actKeys(action, aboutOf(charge), { settle: 'Let it come in', fail: 'Let it fail' });
};

export const answerDebit = (call: Call, charge: string, { act }: Record<string, string>): void => {
  const decline = testBanks.find((bank) => bank.decline)?.decline;
  if (act === 'settle') settleDebit(call, charge);
  else if (act === 'fail' && decline) failDebit(call, charge, decline);
  else throw refusal('A debit comes in or fails.', { param: 'act' });
};

/** Gives a payment's row the id of its payment intent; of several tries the last one gets it. */
const anchor = (call: Call, { id, payment_intent: intent }: Charge): Markup => {
  const last = call.books.find('payment_intent', intent ?? '')?.latest_charge;
  return last === id ? html` id="${intent}"` : nothing;
};

/** Lists the latest payments with their state and forms to refund, dispute and resolve them. */
export const paymentsSection = (call: Call): Markup => {
  const rows = call.books.page('charge', { limit: shown }).data.map(
    (charge) =>
      html`<tr ${anchor(call, charge)}>
        <td class="number">${formatAmount(charge.amount, charge.currency)}</td>
        <td>${stateOf(charge)}</td>
        <td>${charge.description ?? ''}</td>
        <td>${charge.billing_details.email}</td>
        <td>${dateText(charge.created)}</td>
        <td>
          <div class="acts">
            ${refundForm(call, charge)}${disputeForm(call, charge, aboutOf(charge))}${debitKeys(call, charge)}
          </div>
        </td>
      </tr>`,
  );
  return section('Payments', ['Amount', 'State', 'Description', 'Buyer', 'Time', 'Do'], rows);
};

/** Handles the refund form of a payment; an empty amount refunds the rest. */
export const refundTyped = (
  call: Call,
  chargeId: string,
  { amount: typed = '' }: Record<string, string>,
): void => {
  const charge = call.books.get('charge', chargeId);
  const text = typed.trim().replace(',', '.');
  const decimals = decimalsOf(charge.currency);
  const fraction = decimals === 0 ? '' : `(\\.\\d{1,${decimals}})?`;
  if (text !== '' && !new RegExp(`^\\d{1,9}${fraction}$`).test(text))
    throw refusal(`“${typed}” is not an amount of ${charge.currency.toUpperCase()}.`, { param: 'amount' });
  const amount = text === '' ? undefined : Math.round(Number(text) * 10 ** decimals);
  if (amount === 0) throw refusal('Enter an amount above zero.', { param: 'amount' });
  refundCharge(call, charge, { amount, reason: 'requested_by_customer' });
};
