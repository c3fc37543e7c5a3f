import { html } from 'hono/html';

import { countries } from '../core/connected-accounts.ts';
import type { Buyer } from '../core/objects.ts';
import { formatCardNumber, testCards, parseCard, type Card, type CardErrors } from '../payments/test-cards.ts';
import { field, selectField, table } from './layout.ts';
import type { Fields } from './page-dependencies.ts';

/** The cardholder fields, shown again after an error; the card itself is never shown again. */
export type Holder = { name: string; country: string; postcode: string };
export type HolderErrors = CardErrors & { name?: string; formError?: string | undefined };

export const EMPTY_HOLDER: Holder = { name: '', country: '', postcode: '' };

export const readBuyer = (fields: Fields, email: string): Buyer => ({
  email,
  name: (fields['name'] ?? '').trim(),
  country: /^[A-Z]{2}$/.test(fields['country'] ?? '') ? (fields['country'] ?? null) : null,
  postcode: (fields['postcode'] ?? '').trim() || null,
});

export const toHolder = ({ name, country, postcode }: Buyer): Holder => ({
  name,
  country: country ?? '',
  postcode: postcode ?? '',
});

/** Validates a card form; returns the card only when it and its holder are complete. */
export const readCardForm = (fields: Fields, buyer: Buyer, now: Date): { card: Card | null; errors: HolderErrors } => {
  const { number = '', expiry = '', cvc = '' } = fields;
  const result = parseCard({ number, expiry, cvc }, now);
  const errors = {
    ...(buyer.name === '' && { name: 'Enter the cardholder’s name.' }),
    ...('errors' in result && result.errors),
  };
  return { card: 'card' in result && buyer.name !== '' ? result.card : null, errors };
};

/** Returns the message above a form with errors. */
export const formMessage = ({ formError, ...fieldErrors }: HolderErrors): string | undefined =>
  formError ?? (Object.keys(fieldErrors).length > 0 ? 'Check the marked fields.' : undefined);

const row = (number: string, about: string) =>
  html`<tr>
    <td class="number"><code>${number}</code></td>
    <td class="wrap">${about}</td>
  </tr>`;

/** Lists the test cards of the pay page with their behavior. */
export const cardTable = () => {
  const rows = testCards.map((card) => row(formatCardNumber(card), card.description));
  return table(
    'Test cards',
    ['Card number', 'Result'],
    [...rows, row('4242 4242 4242 4241', 'Declined: incorrect number')],
  );
};

const regions = new Intl.DisplayNames(['en'], { type: 'region' });
export const countryOptions = [...countries.keys()].map((code) => [code, regions.of(code)] as const);
const digits = html`inputmode="numeric" autocomplete="off"`;

/** The fields of a card and its holder. */
export const cardFields = (values: Holder, errors: HolderErrors) =>
  html` ${field({ name: 'number', label: 'Card number', hint: 'Use a test card, such as 4242 4242 4242 4242. Never enter a real card.', error: errors.number, attributes: digits })}
    <div class="pair">
      ${field({ name: 'expiry', label: 'Expiration', hint: 'MM / YY, any future date', error: errors.expiry, attributes: digits })}
      ${field({ name: 'cvc', label: 'CVC', hint: 'Any 3 digits, 4 for American Express', error: errors.cvc, attributes: digits })}
    </div>
    ${field({ name: 'name', label: 'Cardholder name', value: values.name, error: errors.name, attributes: html`autocomplete="off"` })}
    <div class="pair">
      ${selectField({ name: 'country', label: 'Country or region', options: [['', 'Not specified'], ...countryOptions], selected: values.country })}
      ${field({ name: 'postcode', label: 'ZIP or postal code', value: values.postcode, attributes: html`autocomplete="off"` })}
    </div>`;

/** All test cards, collapsed below a form. */
export const collapsedCardTable = () =>
  html`<details class="sheet">
    <summary>All test cards</summary>
    ${cardTable()}
  </details>`;
