import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono';
import { html } from 'hono/html';

import type { Context } from '#server/context.ts';
import { findMail, listMail, mailOf, type OutboxRow } from '#server/db/outbox.ts';
import { isThisMachine } from '#server/http/this-machine.ts';
import type { RenderMail } from './outbox-worker.ts';
import { smsText } from './sms-transport.ts';

type Markup = ReturnType<typeof html>;

const MOST = 100;
/** What stands for the subject of a message to a phone. */
const MESSAGE = 'Message to a phone';

/** The mail itself: its own style and nothing else, in a document that can do nothing but be read and left. */
const MAIL_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";
const NO_STORE = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' };

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const momentText = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const STATE_STYLE = { waiting: '', sent: 'good', failed: 'bad', bounced: 'bad' } as const;

const stateText = ({ status, attempts }: OutboxRow): Markup =>
  html`<span class="mark ${STATE_STYLE[status]}">${status}</span>
    <span class="soft small">${attempts} ${attempts === 1 ? 'try' : 'tries'}</span>`;

/** `sandbox`: where its pages are. */
type Frame = { sandbox: string; note: string };

/** The frame of the sandbox's own pages, whose style it borrows. */
const page = (title: string, { sandbox, note }: Frame, body: Markup): Markup =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Sandbox</title>
        <link rel="stylesheet" href="${sandbox}/sandbox/style.css" />
        <style>
          .letter {
            width: 100%;
            height: 780px;
            border: 1px solid var(--line);
            border-radius: 8px;
            resize: vertical;
          }
          .plain {
            white-space: pre-wrap;
            font:
              14px/1.55 ui-monospace,
              SFMono-Regular,
              Menlo,
              monospace;
          }
        </style>
      </head>
      <body>
        <header class="banner"><strong>Sandbox – mail to sellers.</strong> ${note}</header>
        <main class="wide">${body}</main>
      </body>
    </html>`;

const listBody = (rows: readonly Markup[], sandbox: string): Markup =>
  html`<div class="head">
      <h1>Mail</h1>
      <p class="soft">
        Everything that sellers are told, the newest first.
        <a href="${sandbox}/sandbox">Back to the sandbox</a>
      </p>
    </div>
    <section class="sheet">
      ${
        rows.length === 0
          ? html`<p class="soft">
              Nothing was written yet. A seller's first visit to the builder is greeted here.
            </p>`
          : html`<div class="scroll" tabindex="0" role="region" aria-label="Mail">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Subject</th>
                    <th scope="col">To</th>
                    <th scope="col">Time</th>
                    <th scope="col">State</th>
                  </tr>
                </thead>
                <tbody>
                  ${rows}
                </tbody>
              </table>
            </div>`
      }
    </section>`;

const listRow = (row: OutboxRow, subject: string): Markup =>
  html`<tr>
    <td class="wrap"><a href="/sandbox/mail/${row.id}">${subject}</a></td>
    <td>${row.recipient}</td>
    <td>${momentText(row.createdAt)}</td>
    <td>${stateText(row)}</td>
  </tr>`;

const looksBody = (row: OutboxRow, subject: string): Markup =>
  html`<section class="sheet">
    <h2>As it looks</h2>
    <iframe
      class="letter"
      title="${subject}"
      src="/sandbox/mail/${row.id}/html"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
    ></iframe>
    <p><a href="/sandbox/mail/${row.id}/html">Open it alone</a></p>
  </section>`;

const letterBody = (row: OutboxRow, subject: string, text: string): Markup =>
  html`<div class="head">
      <p><a href="/sandbox/mail">All mail</a></p>
      <h1>${subject}</h1>
      <p class="soft">To ${row.recipient} · ${momentText(row.createdAt)} · ${stateText(row)}</p>
    </div>
    ${row.channel === 'mail' ? looksBody(row, subject) : ''}
    <section class="sheet">
      <h2>As text</h2>
      <pre class="plain" tabindex="0">${text}</pre>
    </section>`;

const notFoundBody = html`<section class="sheet">
  <h1>Not found</h1>
  <p>There is no such mail. <a href="/sandbox/mail">All mail</a></p>
</section>`;

const drawnRow = (context: Context, render: RenderMail, row: OutboxRow) =>
  row.channel === 'sms'
    ? { subject: MESSAGE, text: smsText(context, row), html: '' }
    : render(mailOf(row, context.secrets.unseal), context.config.appUrl);

const elsewhereBody = (port: number): Markup =>
  html`<section class="sheet">
    <h1>Only on its own machine</h1>
    <p>
      Mail holds links that open accounts, so this page is shown to nobody but those who sit at the machine
      that runs the shop. From elsewhere, bring its port to your own machine and keep that window open:
    </p>
    <pre class="plain" tabindex="0">ssh -L ${port}:localhost:${port} you@the-machine</pre>
    <p>Then open <code>http://localhost:${port}/sandbox/mail</code> in your browser.</p>
  </section>`;

const onlyHere =
  (refuse: (c: HonoContext) => Response | Promise<Response>): MiddlewareHandler =>
  async (c, next) =>
    isThisMachine(c) ? next() : refuse(c);

/** Where mail is read that nobody gets, to be mounted at /sandbox/mail. Whoever reads it can enter every account. */
export function mailDesk(context: Context, render: RenderMail): Hono {
  const { config, db } = context;
  const sandbox = config.sandboxUrl ?? '';
  const frame = { sandbox, note: config.smtpUrl ? 'It leaves by SMTP as well.' : 'Nobody gets it.' };
  const styles = `'self' 'unsafe-inline' ${sandbox}`.trim();
  const headers = {
    ...NO_STORE,
    'Content-Security-Policy': `default-src 'none'; style-src ${styles}; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Referrer-Policy': 'same-origin',
  };
  const drawn = async (row: OutboxRow) => drawnRow(context, render, row);
  // One that a newer version wrote must not hide the others.
  const subjectOf = async (row: OutboxRow) =>
    drawn(row)
      .then(({ subject }) => subject)
      .catch(() => row.kind);
  const find = async (id: string) => {
    const row = await findMail(db, id);
    return row && { row, drawn: await drawn(row) };
  };
  const none = (c: HonoContext) => c.html(page('Not found', frame, notFoundBody), 404, headers);
  const desk = new Hono();
  desk.use(onlyHere((c) => c.html(page('Mail', frame, elsewhereBody(config.port)), 403, headers)));
  desk.get('/', async (c) => {
    const rows = await listMail(db, MOST);
    const lines = await Promise.all(rows.map(async (row) => listRow(row, await subjectOf(row))));
    return c.html(page('Mail', frame, listBody(lines, sandbox)), 200, headers);
  });
  desk.get(`/:id{${UUID}}`, async (c) => {
    const found = await find(c.req.param('id'));
    if (!found) return none(c);
    const { subject, text } = found.drawn;
    return c.html(page(subject, frame, letterBody(found.row, subject, text)), 200, headers);
  });
  desk.get(`/:id{${UUID}}/html`, async (c) => {
    const found = await find(c.req.param('id'));
    if (found?.row.channel !== 'mail') return none(c);
    return c.html(found.drawn.html, 200, { ...NO_STORE, 'Content-Security-Policy': MAIL_CSP });
  });
  return desk;
}
