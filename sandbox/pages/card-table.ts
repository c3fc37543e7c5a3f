import { html } from 'hono/html';
import { formatCardNumber, testCards } from '../cards.ts';
import { table } from './layout.ts';

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
    ['Number', 'What it does'],
    [...rows, row('4242 4242 4242 4241', 'Refused as an incorrect number')],
  );
};
