import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { addMonths } from '../billing/period.ts';
import { clockPanel, type LastMove } from './clock-panel.ts';
import { readFields, type PageDependencies } from './desk.ts';
import { page } from './layout.ts';

/** Maximum years of one move. A move cannot be undone, so this catches typing errors. */
const MAX_YEARS = 5;

const parseTarget = (now: Date, fields: Record<string, string>): Date | string => {
  const { by = '', to = '' } = fields;
  if (by === 'month') return new Date(addMonths(Math.floor(now.getTime() / 1000), 1) * 1000);
  if (/^[1-9]\d{0,9}$/.test(by)) return new Date(now.getTime() + Number(by) * 1000);
  if (by !== '') return 'Give a whole number of seconds above zero.';
  // A date field sends no zone: such a date is read as UTC.
  const date = new Date(/T[\d:.]+$/.test(to) ? `${to}Z` : to);
  return Number.isNaN(date.getTime()) ? 'Choose a date.' : date;
};

const checkTarget = (now: Date, target: Date | string): Date | string => {
  if (typeof target === 'string') return target;
  if (target.getTime() < now.getTime()) return 'The clock only goes forward. Choose a later date.';
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + MAX_YEARS);
  return target > latest ? `That is too far: at most ${MAX_YEARS} years at once.` : target;
};

const findLastRow = (dependencies: PageDependencies): number =>
  dependencies.inTransaction('', (call) => Number(call.sql('SELECT max(seq) AS seq FROM objects').get()?.['seq'] ?? 0));

/** Reads the row number before the last move from the query. */
const readLastMove = (c: Context): LastMove | undefined => {
  const since = c.req.query('since') ?? '';
  return /^\d{1,15}$/.test(since) ? { since: Number(since) } : undefined;
};

const clockPage = (dependencies: PageDependencies, lastMove?: LastMove, error?: string) =>
  page(
    'Clock',
    html`<div class="head">
        <p><a href="/sandbox">Overview</a></p>
        <h1>Clock</h1>
        <p class="soft">
          The sandbox lives by a clock of its own. Move it, and all that falls due on the way is done in order: trials
          end, plans renew, failed payments are tried again.
        </p>
      </div>
      ${clockPanel(dependencies, lastMove, error)}`,
    'wide',
  );

/** The clock's page and its JSON endpoint. */
export const clockPages = (dependencies: PageDependencies): Hono => {
  const app = new Hono();
  app.get('/clock.json', (c) => c.json({ now: dependencies.clock.now().toISOString() }));
  app.get('/clock', (c) => c.html(clockPage(dependencies, readLastMove(c))));
  app.post('/clock', async (c) => {
    const wantsJson = (c.req.header('accept') ?? '').includes('application/json');
    const now = dependencies.clock.now();
    const target = checkTarget(now, parseTarget(now, await readFields(c.req)));
    if (typeof target === 'string')
      return wantsJson ? c.json({ error: target }, 422) : c.html(clockPage(dependencies, undefined, target), 422);
    const since = findLastRow(dependencies);
    dependencies.clock.moveTo(target);
    return wantsJson
      ? c.json({ now: dependencies.clock.now().toISOString() })
      : c.redirect(`/sandbox/clock?since=${since}`, 303);
  });
  return app;
};
