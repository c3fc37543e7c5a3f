import { html, raw } from 'hono/html';

import type { OutboxRow } from '#server/email/queries/outbox.ts';
import type { Suppression } from '#server/email/queries/suppressed-addresses.ts';

type Markup = ReturnType<typeof html>;

/** `sandbox`: origin of the sandbox pages. */
type FrameOptions = { sandbox: string; notice: string };

const STYLE = `
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
.find {
  grid-template-columns: minmax(0, 360px) auto;
  align-items: end;
  justify-content: start;
}
.find input {
  min-height: 36px;
  padding: 5px 10px;
  font-size: 14px;
}
.facts tr:first-child > * {
  border-top: 0;
}
.facts td {
  white-space: normal;
}
.facts th {
  width: 1%;
  white-space: nowrap;
  vertical-align: top;
}
`;

/** Layout of the sandbox's mail pages; it uses the style sheet of the sandbox. */
export const renderPage = (title: string, { sandbox, notice }: FrameOptions, body: Markup): Markup =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Sandbox</title>
        <link rel="stylesheet" href="${sandbox}/sandbox/style.css" />
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <header class="banner"><strong>Sandbox – mail to sellers and buyers.</strong> ${notice}</header>
        <main class="wide">${body}</main>
      </body>
    </html>`;

export const NOT_FOUND_BODY = html`<section class="sheet">
  <h1>Not found</h1>
  <p>There is no such mail. <a href="/sandbox/mail">All mail</a></p>
</section>`;

/** Shown to requests from any other machine. */
export const remoteBody = (port: number): Markup =>
  html`<section class="sheet">
    <h1>Only on its own machine</h1>
    <p>
      Mail holds links that open accounts, so this page is shown to nobody but those who sit at the machine that runs
      the shop. From elsewhere, bring its port to your own machine and keep that window open:
    </p>
    <pre class="plain" tabindex="0">ssh -L ${port}:localhost:${port} you@the-machine</pre>
    <p>Then open <code>http://localhost:${port}/sandbox/mail</code> in your browser.</p>
  </section>`;

/** An email or text message as the sandbox mail page shows it. */
export type MailDetails = {
  row: OutboxRow;
  subject: string;
  text: string;
  /** Null for a text message. */
  from: string | null;
  replyTo: string | null;
  order: { id: string; number: number } | null;
  suppression: Suppression | null;
};

const formatTime = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const STATE_STYLE = { waiting: '', sent: 'good', failed: 'bad', bounced: 'bad' } as const;

const statusMarkup = ({ status, tries: attempts }: OutboxRow): Markup =>
  html`<span class="mark ${STATE_STYLE[status]}">${status}</span>
    <span class="soft small">${attempts} ${attempts === 1 ? 'try' : 'tries'}</span>`;

const orderLink = ({ order }: Pick<MailDetails, 'order'>): Markup =>
  order ? html`<a href="/orders/${order.id}">No. ${order.number}</a>` : html`–`;

export const listRow = ({ row, subject, order }: Pick<MailDetails, 'row' | 'subject' | 'order'>): Markup =>
  html`<tr>
    <td class="wrap"><a href="/sandbox/mail/${row.id}">${subject}</a></td>
    <td>${row.recipient}</td>
    <td>${orderLink({ order })}</td>
    <td>${formatTime(row.createdAt)}</td>
    <td>${statusMarkup(row)}</td>
  </tr>`;

const mailTable = (rows: readonly Markup[]): Markup =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="Mail">
    <table>
      <thead>
        <tr>
          <th scope="col">Subject</th>
          <th scope="col">To</th>
          <th scope="col">Order</th>
          <th scope="col">Time</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;

const emptyState = (to: string): Markup =>
  to
    ? html`<p class="soft">Nothing was written to such an address. <a href="/sandbox/mail">All mail</a></p>`
    : html`<p class="soft">
        Nothing was written yet. A seller's first visit to the builder is greeted here, and every buyer gets a receipt.
      </p>`;

export const listBody = (rows: readonly Markup[], sandbox: string, to: string): Markup =>
  html`<div class="head">
      <h1>Mail</h1>
      <p class="soft">
        Everything that sellers and buyers are told, the newest first.
        <a href="${sandbox}/sandbox">Back to the sandbox</a>
      </p>
    </div>
    <section class="sheet">
      <form class="find" action="/sandbox/mail" role="search">
        <div class="field">
          <label for="to">To</label>
          <input id="to" name="to" type="search" value="${to}" placeholder="A part of the address" />
        </div>
        <button class="quiet slim">Find</button>
      </form>
      ${rows.length === 0 ? emptyState(to) : mailTable(rows)}
    </section>`;

const htmlPreview = ({ row, subject }: MailDetails): Markup =>
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

const factRow = (name: string, value: string | Markup): Markup =>
  html`<tr>
    <th scope="row">${name}</th>
    <td>${value}</td>
  </tr>`;

const factsTable = (mail: MailDetails): Markup => {
  const { row, from, replyTo, order } = mail;
  return html`<table class="facts">
    <tbody>
      ${from === null ? '' : factRow('From', from)} ${replyTo === null ? '' : factRow('Answers go to', replyTo)}
      ${factRow('To', row.recipient)} ${factRow('Kind', row.kind)} ${order ? factRow('Order', orderLink(mail)) : ''}
      ${factRow('Written', formatTime(row.createdAt))} ${factRow('State', statusMarkup(row))}
      ${row.lastError === null ? '' : factRow('Last error', row.lastError)}
    </tbody>
  </table>`;
};

const button = (id: string, action: string, label: string): Markup =>
  html`<form method="post" action="/sandbox/mail/${id}/${action}">
    <button class="quiet">${label}</button>
  </form>`;

/** Buttons that simulate events of the recipient's mail server. */
const deliveryActions = ({ row, suppression }: MailDetails): Markup =>
  html`<section class="sheet">
    <h2>What becomes of it</h2>
    ${
      suppression
        ? html`<p>Nothing more is sent to this address (${suppression}), but for what its reader asks for.</p>
            <div class="keys">${button(row.id, 'allow', 'Send there again')}</div>`
        : html`<p class="soft">Play the mailbox, and see what the shop makes of it.</p>
            <div class="keys">
              ${button(row.id, 'bounce', 'Bounce it: no such mailbox')}
              ${button(row.id, 'complaint', 'Report it as unwanted')}
            </div>`
    }
  </section>`;

export const mailBody = (mail: MailDetails): Markup =>
  html`<div class="head">
      <p><a href="/sandbox/mail">All mail</a></p>
      <h1>${mail.subject}</h1>
    </div>
    <section class="sheet">${factsTable(mail)}</section>
    ${mail.row.channel === 'mail' ? htmlPreview(mail) : ''}
    <section class="sheet">
      <h2>As text</h2>
      <pre class="plain" tabindex="0">${mail.text}</pre>
    </section>
    ${mail.row.channel === 'mail' ? deliveryActions(mail) : ''}`;
