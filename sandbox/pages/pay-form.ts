import { html } from 'hono/html';
import { countries } from '../connected-accounts.ts';
import type { Objects } from '../objects.ts';
import { alert, field, nothing } from './layout.ts';
import { cardTable } from './card-table.ts';
import { totalText } from './summary.ts';

/** What a buyer typed and gets back after a problem; never the card. */
export type Typed = { email: string; name: string; country: string; postcode: string };
export type Problems = { whole?: string | undefined } & Partial<
  Record<'email' | 'name' | 'number' | 'expiry' | 'cvc', string>
>;

const regions = new Intl.DisplayNames(['en'], { type: 'region' });
const digits = html`inputmode="numeric" autocomplete="off"`;

const cardFields = (typed: Typed, problems: Problems) =>
  html` ${field({ name: 'number', label: 'Card number', hint: 'For example 4242 4242 4242 4242. Never type a real card.', problem: problems.number, attributes: digits })}
    <div class="pair">
      ${field({ name: 'expiry', label: 'Expiry', hint: 'MM / YY, any future month', problem: problems.expiry, attributes: digits })}
      ${field({ name: 'cvc', label: 'CVC', hint: 'Any 3 digits', problem: problems.cvc, attributes: digits })}
    </div>
    ${field({ name: 'name', label: 'Name on card', value: typed.name, problem: problems.name, attributes: html`autocomplete="off"` })}
    <div class="pair">
      <div class="field">
        <label for="country">Country</label
        ><select id="country" name="country">
          <option value="">Not given</option>
          ${[...countries.keys()].map((code) => html`<option value="${code}" ${code === typed.country ? html` selected` : nothing}>${regions.of(code)}</option>`)}
        </select>
      </div>
      ${field({ name: 'postcode', label: 'Postcode', value: typed.postcode, attributes: html`autocomplete="off"` })}
    </div>`;

/** The form of an open session: Pay first, the way out beneath. */
export const payForm = (
  session: Objects['checkout.session'],
  typed: Typed,
  problems: Problems,
  emailIsFixed: boolean,
) => {
  const { whole, ...marked } = problems;
  const message = whole ?? (Object.keys(marked).length > 0 ? 'Please look at the marked fields.' : undefined);
  const free = (session.amount_total ?? 0) === 0;
  const needsCard = session.hidden?.needsCard !== false;
  return html`<form class="sheet" method="post" action="/sandbox/pay/${session.id}" novalidate>
      ${alert(message)}
      ${field({ name: 'email', label: 'E-mail', type: 'email', value: typed.email, problem: problems.email, attributes: emailIsFixed ? html`readonly` : html`autocomplete="email"` })}
      ${needsCard ? cardFields(typed, problems) : field({ name: 'name', label: 'Name', value: typed.name })}
      <button name="action" value="pay">
        ${free && !needsCard ? 'Complete order' : `Pay ${totalText(session)}`}
      </button>
      ${session.cancel_url ? html`<a class="button quiet" href="${session.cancel_url}">Leave</a>` : nothing}
    </form>
    ${
      needsCard
        ? html`<details class="sheet">
            <summary>All test cards</summary>
            ${cardTable()}
          </details>`
        : nothing
    }`;
};
