import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { monthsLater } from '../billing/period.ts';
import { clockPanel, type Moved } from './clock-panel.ts';
import { fieldsOf, type Desk } from './desk.ts';
import { page } from './layout.ts';

/** Maximum years of one move. A move cannot be undone, so this catches typing errors. */
const furthestYears = 5;

const targetOf = (now: Date, fields: Record<string, string>): Date | string => {
  const { by = '', to = '' } = fields;
  if (by === 'month') return new Date(monthsLater(Math.floor(now.getTime() / 1000), 1) * 1000);
  if (/^[1-9]\d{0,9}$/.test(by)) return new Date(now.getTime() + Number(by) * 1000);
  if (by !== '') return 'Give a whole number of seconds above zero.';
  // A date field sends no zone: such a date is read as UTC.
  const date = new Date(/T[\d:.]+$/.test(to) ? `${to}Z` : to);
  return Number.isNaN(date.getTime()) ? 'Choose a date.' : date;
};

const checked = (now: Date, target: Date | string): Date | string => {
  if (typeof target === 'string') return target;
  if (target.getTime() < now.getTime()) return 'The clock only goes forward. Choose a later date.';
  const furthest = new Date(now);
  furthest.setUTCFullYear(now.getUTCFullYear() + furthestYears);
  return target > furthest ? `That is too far: at most ${furthestYears} years at once.` : target;
};

const lastEvent = (desk: Desk): number =>
  desk.act('', (call) => Number(call.sql('SELECT max(seq) AS seq FROM objects').get()?.['seq'] ?? 0));

/** Reads the row number before the last move from the query. */
const movedFrom = (c: Context): Moved | undefined => {
  const since = c.req.query('since') ?? '';
  return /^\d{1,15}$/.test(since) ? { since: Number(since) } : undefined;
};

const clockPage = (desk: Desk, moved?: Moved, problem?: string) =>
  page(
    'Clock',
    html`<div class="head">
        <p><a href="/sandbox">Overview</a></p>
        <h1>Clock</h1>
        <p class="soft">
          The sandbox lives by a clock of its own. Move it, and all that falls due on the way is done in
          order: trials end, plans renew, failed payments are tried again.
        </p>
      </div>
      ${clockPanel(desk, moved, problem)}`,
    'wide',
  );

/** The clock's page and its JSON endpoint. */
export const clockPages = (desk: Desk): Hono => {
  const app = new Hono();
  app.get('/clock.json', (c) => c.json({ now: desk.clock.now().toISOString() }));
  app.get('/clock', (c) => c.html(clockPage(desk, movedFrom(c))));
  app.post('/clock', async (c) => {
    const asked = (c.req.header('accept') ?? '').includes('application/json');
    const now = desk.clock.now();
    const target = checked(now, targetOf(now, await fieldsOf(c.req)));
    if (typeof target === 'string')
      return asked ? c.json({ error: target }, 422) : c.html(clockPage(desk, undefined, target), 422);
    const since = lastEvent(desk);
    desk.clock.moveTo(target);
    return asked
      ? c.json({ now: desk.clock.now().toISOString() })
      : c.redirect(`/sandbox/clock?since=${since}`, 303);
  });
  return app;
};
