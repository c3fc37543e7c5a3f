import { html } from 'hono/html';
import { countries } from '../connected-accounts.ts';
import { cardTable } from './card-table.ts';
import { field, nothing } from './layout.ts';
import type { Holder, HolderErrors } from './typed-card.ts';

const regions = new Intl.DisplayNames(['en'], { type: 'region' });
const digits = html`inputmode="numeric" autocomplete="off"`;

/** The fields of a card and its holder. */
export const cardFields = (values: Holder, errors: HolderErrors) =>
  html` ${field({ name: 'number', label: 'Card number', hint: 'For example 4242 4242 4242 4242. Never type a real card.', error: errors.number, attributes: digits })}
    <div class="pair">
      ${field({ name: 'expiry', label: 'Expiry', hint: 'MM / YY, any future month', error: errors.expiry, attributes: digits })}
      ${field({ name: 'cvc', label: 'CVC', hint: 'Any 3 digits', error: errors.cvc, attributes: digits })}
    </div>
    ${field({ name: 'name', label: 'Name on card', value: values.name, error: errors.name, attributes: html`autocomplete="off"` })}
    <div class="pair">
      <div class="field">
        <label for="country">Country</label
        ><select id="country" name="country">
          <option value="">Not given</option>
          ${[...countries.keys()].map((code) => html`<option value="${code}" ${code === values.country ? html` selected` : nothing}>${regions.of(code)}</option>`)}
        </select>
      </div>
      ${field({ name: 'postcode', label: 'Postcode', value: values.postcode, attributes: html`autocomplete="off"` })}
    </div>`;

/** All test cards, collapsed below a form. */
export const collapsedCardTable = () =>
  html`<details class="sheet">
    <summary>All test cards</summary>
    ${cardTable()}
  </details>`;
