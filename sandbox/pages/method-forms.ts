import { html } from 'hono/html';

import type { Outcome } from '../api/complete-checkout.ts';
import { payByRedirect, payByVoucher } from '../api/pay-by-method.ts';
import type { CallContext } from '../core/call-context.ts';
import type { Buyer, Objects } from '../core/objects.ts';
import { isStandIn, STAND_INS } from '../payments/stand-in-methods.ts';
import { VOUCHER_OUTCOMES, type VoucherOutcome } from '../payments/vouchers.ts';
import { alert, choice, field, nothing, page, type Markup } from './layout.ts';
import { isEmailAddress, type Fields } from './page-dependencies.ts';

type Session = Objects['checkout.session'];

/** What the form of a method shows again after an error. */
export type MethodFormState = { type: string; error: string };

const voucherChoices = html`<fieldset>
  <legend>What happens to the voucher</legend>
  ${Object.entries(VOUCHER_OUTCOMES).map(([value, text], index) => choice('radio', 'outcome', value, html`${text}`, index === 0))}
</fieldset>`;

/** The forms of the methods that the session offers besides cards and bank debits, collapsed below the card form. */
export const methodForms = (
  session: Session,
  buyer: { email: string; name: string },
  total: string,
  state?: MethodFormState,
): Markup[] =>
  session.payment_method_types.filter(isStandIn).map((type) => {
    const { name, description } = STAND_INS[type];
    const isOpen = state?.type === type;
    return html`<details class="sheet" ${isOpen ? html` open` : nothing}>
      <summary>Pay with ${name}</summary>
      <form method="post" action="/sandbox/pay/${session.id}/method" novalidate>
        ${alert(isOpen ? state.error : undefined)}
        <p class="hint">${description}</p>
        <input type="hidden" name="method" value="${type}" />
        ${field({ id: `${type}-email`, name: 'email', label: 'Email', type: 'email', value: buyer.email })}
        ${field({ id: `${type}-name`, name: 'name', label: 'Name', value: buyer.name })}
        ${type === 'multibanco' ? voucherChoices : nothing}
        <button>Pay ${total} with ${name}</button>
      </form>
    </details>`;
  });

/** Starts a payment by one of the session's methods, or returns why it cannot start. */
export const startMethodPayment = (
  call: CallContext,
  session: Session,
  buyer: Buyer,
  { method = '', outcome = '' }: Fields,
): Outcome | MethodFormState => {
  if (!isStandIn(method) || !session.payment_method_types.includes(method))
    return { type: method, error: 'This payment method isn’t offered.' };
  if (!isEmailAddress(buyer.email)) return { type: method, error: 'Enter your email address.' };
  if (method !== 'multibanco') return payByRedirect(call, session, buyer, method);
  const voucherOutcome = Object.keys(VOUCHER_OUTCOMES).find((known) => known === outcome) ?? 'voucher_paid';
  return payByVoucher(call, session, buyer, voucherOutcome as VoucherOutcome);
};

const klarnaQuestion = html`<fieldset>
  <legend>How do you want to pay?</legend>
  ${choice('radio', 'plan', 'later', html`In 30 days`, false)} ${choice('radio', 'plan', 'now', html`Now`, false)}
</fieldset>`;

/** The page of the simulated bank or lender. */
export const bankPage = (session: Session, type: string, question: Markup, error?: string): Markup => {
  const name = isStandIn(type) ? STAND_INS[type].name : '';
  return page(
    name,
    html`<section class="sheet">
      <h1>${name}</h1>
      ${alert(error)}
      <p>Confirm that you want to ${question}.</p>
      <form method="post" action="/sandbox/pay/${session.id}/bank">
        ${type === 'klarna' ? klarnaQuestion : nothing}
        <button name="action" value="complete">Approve payment</button>
        <button class="quiet" name="action" value="decline">Fail payment</button>
      </form>
      <p><a href="/sandbox/pay/${session.id}">Close</a></p>
    </section>`,
  );
};

/** Klarna asks one question before it approves. */
export const isQuestionOpen = (type: string, { action, plan }: Fields): boolean =>
  type === 'klarna' && action === 'complete' && plan !== 'later' && plan !== 'now';
