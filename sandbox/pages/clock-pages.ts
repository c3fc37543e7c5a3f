import { Hono, type Context } from 'hono';
import { html } from 'hono/html';

import { addMonths } from '../billing/billing-period.ts';
import type { CallContext } from '../core/call-context.ts';
import type { SandboxEvent } from '../core/objects.ts';
import type { Markup } from './layout.ts';
import { alert, dashboardPath, dateText, heading, nothing, toolPage, section, table } from './layout.ts';
import { readFields, wantsJson, type Fields, type PageDependencies } from './page-dependencies.ts';

/** `since`: the row number of the last object before the move. */
type LastMove = { since: number };

const MAX_EVENTS = 200;
const [HOUR_S, DAY_S] = [3600, 24 * 3600];
const MOVE_STEPS: [string, string][] = [
  ['+1 hour', String(HOUR_S)],
  ['+1 day', String(DAY_S)],
  ['+3 days', String(3 * DAY_S)],
  ['+7 days', String(7 * DAY_S)],
  ['+1 month', 'month'],
];

const countText = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

const offsetText = (milliseconds: number): string => {
  const minutes = Math.round(milliseconds / 60_000);
  const parts = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes % 60, 'minute'],
  ] as const;
  const units = parts.filter(([count]) => count > 0).map(([count, unit]) => countText(count, unit));
  return units.length === 0 ? 'Same as real time' : `${units.join(', ')} ahead of real time`;
};

type AccountEvent = { account: string; event: SandboxEvent };

const eventsSince = (call: CallContext, seq: number): AccountEvent[] =>
  call
    .sql(`SELECT account, json FROM objects WHERE type = 'event' AND seq > ? ORDER BY seq LIMIT ?`)
    .all(seq, MAX_EVENTS)
    .map((row) => ({
      account: String(row['account']),
      event: JSON.parse(String(row['json'])) as SandboxEvent,
    }));

const getId = (object: object): string => ('id' in object ? String(object.id) : '');

const eventsSection = (call: CallContext, { since }: LastMove): Markup => {
  const rows = eventsSince(call, since).map(
    ({ account, event }) =>
      html`<tr>
        <td><code>${event.type}</code></td>
        <td>${dateText(event.created)}</td>
        <td><code>${getId(event.data.object)}</code></td>
        <td><a href="${dashboardPath(account)}#events">${account === '' ? 'Platform' : account}</a></td>
      </tr>`,
  );
  return html`<section class="sheet" id="happened">
    <h2>Events since the last advance</h2>
    ${
      rows.length === 0
        ? html`<p class="soft" role="status">No events. Nothing was due in that time.</p>`
        : html`<p class="soft" role="status">
              ${rows.length < MAX_EVENTS ? countText(rows.length, 'event') : `The first ${MAX_EVENTS} events`} so far.
            </p>
            ${table('Events since the last advance', ['Event', 'Created', 'Object', 'Account'], rows)}`
    }
  </section>`;
};

const TASK_LABELS: Record<string, string> = {
  'checkout.session.expire': 'A Checkout Session expires',
  'debit.settle': 'A bank debit succeeds or fails',
  'dispute.decide': 'A bank decides a dispute',
  'dispute.fraudulent': 'A payment is disputed as fraudulent',
  'dispute.inquiry': 'A bank opens an inquiry about a payment',
  'dispute.late': 'The deadline to respond to a dispute passes',
  'dispute.not_received': 'A payment is disputed as not received',
  'dispute.quiet': 'An inquiry is closed automatically',
  'invoice.finalize': 'An invoice is finalized and charged',
  'invoice.retry': 'A failed payment is retried',
  'refund.fail': 'A refund fails',
  'refund.succeed': 'A refund succeeds',
  'subscription.due': 'A billing period or trial ends',
  'subscription.incomplete': 'A subscription with an unpaid first invoice expires',
  'subscription.lapse': 'An unpaid plan change expires',
  'subscription.trial_will_end': 'A trial is about to end',
  'subscription_schedule.phase': 'A scheduled plan change takes effect',
};

const upcomingSection = (call: CallContext): Markup => {
  const rows = call
    .sql('SELECT due, kind, id, account FROM alarms GROUP BY due, kind, id ORDER BY due, seq LIMIT 6')
    .all()
    .map((row) => {
      const [due, kind] = [Number(row['due']), String(row['kind'])];
      return html`<tr>
        <td>${dateText(due)}</td>
        <td>${TASK_LABELS[kind] ?? 'Another scheduled task runs'}</td>
        <td><code>${String(row['id'])}</code></td>
        <td>
          <form method="post" action="/sandbox/clock">
            <input type="hidden" name="to" value="${new Date(due * 1000).toISOString()}" />
            <button class="quiet slim" aria-label="Advance to ${dateText(due)}">Advance</button>
          </form>
        </td>
      </tr>`;
    });
  return section('Upcoming', ['Time', 'What happens', 'Object', 'Actions'], rows, 'Nothing is scheduled.');
};

const moveForms = (now: Date): Markup => {
  const minute = (date: Date): string => date.toISOString().slice(0, 16);
  const tomorrow = new Date(now.getTime() + DAY_S * 1000);
  return html`<form class="steps" method="post" action="/sandbox/clock">
      ${MOVE_STEPS.map(([label, step]) => html`<button class="quiet" name="by" value="${step}">${label}</button>`)}
    </form>
    <form class="date" method="post" action="/sandbox/clock">
      <div class="field">
        <label for="to">Date and time (UTC)</label>
        <input id="to" name="to" type="datetime-local" min="${minute(now)}" value="${minute(tomorrow)}" required />
      </div>
      <button>Advance time</button>
    </form>`;
};

/** The current sandbox time, the form that moves it, and the events since the last move. */
export const clockPanel = (dependencies: PageDependencies, lastMove?: LastMove, error?: string): Markup =>
  dependencies.inTransaction('', (call) => {
    const now = dependencies.clock.now();
    return html`<section class="sheet" aria-label="Test clock">
        ${alert(error)}
        <div class="figures">
          <div>
            <strong>${dateText(Math.floor(now.getTime() / 1000))}</strong
            ><span class="soft">${offsetText(now.getTime() - Date.now())}</span>
          </div>
        </div>
        ${moveForms(now)}
        <p class="hint">The clock only moves forward. It keeps its time when the sandbox restarts.</p>
      </section>
      ${lastMove ? eventsSection(call, lastMove) : nothing}${upcomingSection(call)}`;
  });

/** Maximum years of one move. A move cannot be undone, so this catches typing errors. */
const MAX_YEARS = 5;

const parseTarget = (now: Date, fields: Fields): Date | string => {
  const { by = '', to = '' } = fields;
  if (by === 'month') return new Date(addMonths(Math.floor(now.getTime() / 1000), 1) * 1000);
  if (/^[1-9]\d{0,9}$/.test(by)) return new Date(now.getTime() + Number(by) * 1000);
  if (by !== '') return 'Enter a whole number of seconds greater than zero.';
  // A date field sends no zone: such a date is read as UTC.
  const date = new Date(/T[\d:.]+$/.test(to) ? `${to}Z` : to);
  return Number.isNaN(date.getTime()) ? 'Choose a date.' : date;
};

const checkTarget = (now: Date, target: Date | string): Date | string => {
  if (typeof target === 'string') return target;
  if (target.getTime() < now.getTime()) return 'The clock only moves forward. Choose a later date.';
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + MAX_YEARS);
  return target > latest ? `Choose a date within the next ${MAX_YEARS} years.` : target;
};

const findLastRow = (dependencies: PageDependencies): number =>
  dependencies.inTransaction('', (call) => Number(call.sql('SELECT max(seq) AS seq FROM objects').get()?.['seq'] ?? 0));

/** Reads the row number before the last move from the query. */
const readLastMove = (c: Context): LastMove | undefined => {
  const since = c.req.query('since') ?? '';
  return /^\d{1,15}$/.test(since) ? { since: Number(since) } : undefined;
};

const CLOCK_TEXT =
  'The sandbox has its own clock. When you advance it, everything due by then happens in order: trials end, plans renew, and failed payments are retried.';

const clockPage = (dependencies: PageDependencies, lastMove?: LastMove, error?: string) =>
  toolPage(
    'Test clock',
    html`${heading('Test clock', { text: CLOCK_TEXT })} ${clockPanel(dependencies, lastMove, error)}`,
    'wide',
  );

/** The clock's page and its JSON endpoint. */
export const clockPages = (dependencies: PageDependencies): Hono => {
  const app = new Hono();
  app.get('/clock.json', (c) => c.json({ now: dependencies.clock.now().toISOString() }));
  app.get('/clock', (c) => c.html(clockPage(dependencies, readLastMove(c))));
  app.post('/clock', async (c) => {
    const now = dependencies.clock.now();
    const target = checkTarget(now, parseTarget(now, await readFields(c.req)));
    if (typeof target === 'string')
      return wantsJson(c) ? c.json({ error: target }, 422) : c.html(clockPage(dependencies, undefined, target), 422);
    const since = findLastRow(dependencies);
    dependencies.clock.moveTo(target);
    return wantsJson(c)
      ? c.json({ now: dependencies.clock.now().toISOString() })
      : c.redirect(`/sandbox/clock?since=${since}`, 303);
  });
  return app;
};
