import { html } from 'hono/html';
import type { Call } from '../call.ts';
import { dashboardAddress } from './addresses.ts';
import { dateText, section } from './layout.ts';

type Row = { state: string; tries: number; answer: string | null };

const deliveriesOf = (call: Call, event: string): Row[] =>
  call.sql('SELECT state, tries, answer FROM deliveries WHERE event = ? ORDER BY id').all(event) as Row[];

const stateText = (row: Row) =>
  html`<span class="mark ${row.state === 'delivered' ? 'good' : row.state === 'failed' ? 'bad' : ''}"
      >${row.state}</span
    >
    <span class="soft small"
      >${row.tries} ${row.tries === 1 ? 'try' : 'tries'}${row.answer ? `, answer ${row.answer}` : ''}</span
    >`;

/** Lists the account's latest events with the state of their deliveries and a Resend button. */
export const deliveriesSection = (call: Call) => {
  const rows = call.books.page('event', { limit: 100 }).data.map((event) => {
    const deliveries = deliveriesOf(call, event.id);
    const states =
      deliveries.length === 0 ? html`<span class="soft">no endpoint</span>` : deliveries.map(stateText);
    return html`<tr>
      <td><code>${event.type}</code></td>
      <td>${states}</td>
      <td>${dateText(event.created)}</td>
      <td>
        <form method="post" action="${dashboardAddress(call.account)}/events/${event.id}/resend">
          <button class="quiet slim" aria-label="Resend ${event.type}">Resend</button>
        </form>
      </td>
    </tr>`;
  });
  return html`<div id="events">${section('Events', ['Type', 'Delivery', 'Time', 'Again'], rows)}</div>`;
};

/** Resends an event with the same id. */
export const resendEvent = (call: Call, id: string): void => {
  call.books.get('event', id);
  call
    .sql(`UPDATE deliveries SET state = 'waiting', tries = 0, due = ? WHERE event = ? AND account = ?`)
    .run(Date.now(), id, call.account);
};
