import { html } from 'hono/html';
import type { CallContext } from '../call.ts';
import { dashboardPath } from './addresses.ts';
import { dateText, section } from './layout.ts';

type DeliveryRow = { state: string; tries: number; answer: string | null };

const deliveriesOf = (call: CallContext, event: string): DeliveryRow[] =>
  call.sql('SELECT state, tries, answer FROM deliveries WHERE event = ? ORDER BY id').all(event) as DeliveryRow[];

const stateText = (row: DeliveryRow) =>
  html`<span class="mark ${row.state === 'delivered' ? 'good' : row.state === 'failed' ? 'bad' : ''}"
      >${row.state}</span
    >
    <span class="soft small"
      >${row.tries} ${row.tries === 1 ? 'try' : 'tries'}${row.answer ? `, answer ${row.answer}` : ''}</span
    >`;

/** Lists the account's latest events with the state of their deliveries and a Resend button. */
export const deliveriesSection = (call: CallContext) => {
  const rows = call.repository.page('event', { limit: 100 }).data.map((event) => {
    const deliveries = deliveriesOf(call, event.id);
    const states = deliveries.length === 0 ? html`<span class="soft">no endpoint</span>` : deliveries.map(stateText);
    return html`<tr>
      <td><code>${event.type}</code></td>
      <td>${states}</td>
      <td>${dateText(event.created)}</td>
      <td>
        <form method="post" action="${dashboardPath(call.account)}/events/${event.id}/resend">
          <button class="quiet slim" aria-label="Resend ${event.type}">Resend</button>
        </form>
      </td>
    </tr>`;
  });
  return html`<div id="events">${section('Events', ['Type', 'Delivery', 'Time', 'Again'], rows)}</div>`;
};

/** Resends an event with the same id. */
export const resendEvent = (call: CallContext, id: string): void => {
  call.repository.get('event', id);
  call
    .sql(`UPDATE deliveries SET state = 'waiting', tries = 0, due = ? WHERE event = ? AND account = ?`)
    .run(Date.now(), id, call.account);
};
