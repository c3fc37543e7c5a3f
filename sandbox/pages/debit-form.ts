import { html } from 'hono/html';
import { findBankByTag, testBanks, type TestBank } from '../bank-debits/test-banks.ts';
import type { Buyer, Objects } from '../objects.ts';
import { alert, field, nothing } from './layout.ts';
import type { PayFormValues } from './pay-form.ts';
import { totalText } from './summary.ts';

export type DebitFormErrors = { email?: string; name?: string; bank?: string };

/** Reads the chosen bank account and returns validation errors. */
export const readDebitForm = (
  fields: Record<string, string>,
  buyer: Buyer,
): { bank: TestBank | undefined; errors: DebitFormErrors } => {
  const bank = findBankByTag(fields['bank'] ?? '');
  const errors = {
    ...(buyer.name === '' && { name: 'Enter the name on the account.' }),
    ...(!bank && { bank: 'Choose an account.' }),
  };
  return { bank, errors };
};

const bankOption = ({ tag, number, description }: TestBank, index: number) =>
  html`<label class="choice">
    <input type="radio" name="bank" value="${tag}" ${index === 0 ? html` checked` : nothing} />
    <span><code>${number}</code> ${description}</span>
  </label>`;

/** The bank debit form, collapsed below the card form when the session allows debits. */
export const debitForm = (
  session: Objects['checkout.session'],
  values: PayFormValues,
  emailIsFixed: boolean,
  errors?: DebitFormErrors,
) => {
  if (!session.payment_method_types.includes('us_bank_account')) return nothing;
  return html`<details class="sheet" ${errors ? html` open` : nothing}>
    <summary>Pay by bank debit</summary>
    <form method="post" action="/sandbox/pay/${session.id}/debit" novalidate>
      ${alert(errors && 'Please look at the marked fields.')}
      <p class="hint">The money comes days later, or not at all; the order is complete at once.</p>
      ${field({ id: 'debit-email', name: 'email', label: 'E-mail', type: 'email', value: values.email, error: errors?.email, attributes: emailIsFixed ? html`readonly` : html`autocomplete="email"` })}
      ${field({ id: 'debit-name', name: 'name', label: 'Name on account', value: values.name, error: errors?.name, attributes: html`autocomplete="off"` })}
      <fieldset>
        <legend>Test account</legend>
        ${testBanks.map(bankOption)} ${errors?.bank ? html`<p class="problem">${errors.bank}</p>` : nothing}
      </fieldset>
      <button>Pay ${totalText(session)} by debit</button>
    </form>
  </details>`;
};
