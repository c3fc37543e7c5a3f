import { html, raw } from 'hono/html';

import { sandboxMailMessages as messages } from '#content/messages/sandbox-mail.ts';
import type { OutboxRow } from '#server/email/queries/outbox.ts';
import type { Suppression } from '#server/email/queries/suppressed-addresses.ts';

type Markup = ReturnType<typeof html>;

/** `sandbox`: origin of the sandbox pages; `bar`: their navigation. */
export type FrameOptions = { sandbox: string; bar: Markup; notice: string };

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
@media (pointer: coarse) {
  .find input {
    min-height: 44px;
  }
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
export const renderPage = (title: string, { sandbox, bar, notice }: FrameOptions, body: Markup): Markup =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${messages.pageTitle({ title })}</title>
        <link rel="stylesheet" href="${sandbox}/sandbox/style.css" />
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        ${bar}
        <header class="banner"><strong>${messages.banner}</strong> ${notice}</header>
        <main class="wide">${body}</main>
      </body>
    </html>`;

export const NOT_FOUND_BODY = html`<section class="sheet">
  <h1>${messages.notFound.title}</h1>
  <p>${messages.notFound.text} <a href="/sandbox/mail">${messages.all}</a></p>
</section>`;

const renderRemoteLink = (port: number): string =>
  messages.remote
    .open({ url: `http://localhost:${port}/sandbox/mail` })
    .replace('<url>', '<code>')
    .replace('</url>', '</code>');

/** Shown to requests from any other machine. */
export const remoteBody = (port: number): Markup =>
  html`<section class="sheet">
    <h1>${messages.remote.title}</h1>
    <p>${messages.remote.text}</p>
    <pre class="plain" tabindex="0">ssh -L ${port}:localhost:${port} you@the-machine</pre>
    <p>${raw(renderRemoteLink(port))}</p>
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

const statusMarkup = ({ status, tries }: OutboxRow): Markup =>
  html`<span class="mark ${STATE_STYLE[status]}">${status}</span>
    <span class="soft small">${messages.list.tries({ count: tries })}</span>`;

const orderLink = ({ order }: Pick<MailDetails, 'order'>): Markup =>
  order ? html`<a href="/orders/${order.id}">${messages.list.order(order)}</a>` : html`–`;

export const listRow = ({ row, subject, order }: Pick<MailDetails, 'row' | 'subject' | 'order'>): Markup =>
  html`<tr>
    <td class="wrap"><a href="/sandbox/mail/${row.id}">${subject}</a></td>
    <td>${row.recipient}</td>
    <td>${orderLink({ order })}</td>
    <td>${formatTime(row.createdAt)}</td>
    <td>${statusMarkup(row)}</td>
  </tr>`;

/** Declares the column titles for the sandbox's style sheet, which labels cells with them on a narrow screen. */
const columnTitles = (columns: readonly string[]): string =>
  columns.map((column, index) => `--column-${index + 1}: ${JSON.stringify(column)}`).join('; ');

const mailTable = (rows: readonly Markup[]): Markup =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${messages.list.title}">
    <table class="cards" style="${columnTitles(Object.values(messages.list.columns))}">
      <thead>
        <tr>
          <th scope="col">${messages.list.columns.subject}</th>
          <th scope="col">${messages.list.columns.to}</th>
          <th scope="col">${messages.list.columns.order}</th>
          <th scope="col">${messages.list.columns.time}</th>
          <th scope="col">${messages.list.columns.status}</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;

const emptyState = (to: string): Markup =>
  to
    ? html`<p class="soft">${messages.list.noMatches} <a href="/sandbox/mail">${messages.all}</a></p>`
    : html`<p class="soft">${messages.list.empty}</p>`;

export const listBody = (rows: readonly Markup[], to: string): Markup =>
  html`<div class="head">
      <h1>${messages.list.title}</h1>
      <p class="soft">${messages.list.lead}</p>
    </div>
    <section class="sheet">
      <form class="find" action="/sandbox/mail" role="search">
        <div class="field">
          <label for="to">${messages.list.to}</label>
          <input id="to" name="to" type="search" value="${to}" placeholder="${messages.list.toPlaceholder}" />
        </div>
        <button class="quiet slim">${messages.list.search}</button>
      </form>
      ${rows.length === 0 ? emptyState(to) : mailTable(rows)}
    </section>`;

const htmlPreview = ({ row, subject }: MailDetails): Markup =>
  html`<section class="sheet">
    <h2>${messages.message.preview}</h2>
    <iframe
      class="letter"
      title="${subject}"
      src="/sandbox/mail/${row.id}/html"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
    ></iframe>
    <p><a href="/sandbox/mail/${row.id}/html">${messages.message.openPreview}</a></p>
  </section>`;

const factRow = (name: string, value: string | Markup): Markup =>
  html`<tr>
    <th scope="row">${name}</th>
    <td>${value}</td>
  </tr>`;

const factsTable = (mail: MailDetails): Markup => {
  const { row, from, replyTo, order } = mail;
  const { facts } = messages.message;
  return html`<table class="facts">
    <tbody>
      ${from === null ? '' : factRow(facts.from, from)} ${replyTo === null ? '' : factRow(facts.replyTo, replyTo)}
      ${factRow(facts.to, row.recipient)} ${factRow(facts.kind, row.kind)}
      ${order ? factRow(facts.order, orderLink(mail)) : ''} ${factRow(facts.createdAt, formatTime(row.createdAt))}
      ${factRow(facts.status, statusMarkup(row))}
      ${row.lastError === null ? '' : factRow(facts.lastError, row.lastError)}
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
    <h2>${messages.simulation.title}</h2>
    ${
      suppression
        ? html`<p>${messages.simulation.suppressed({ reason: suppression })}</p>
            <div class="keys">${button(row.id, 'allow', messages.simulation.allow)}</div>`
        : html`<p class="soft">${messages.simulation.text}</p>
            <div class="keys">
              ${button(row.id, 'bounce', messages.simulation.bounce)}
              ${button(row.id, 'complaint', messages.simulation.complaint)}
            </div>`
    }
  </section>`;

export const mailBody = (mail: MailDetails): Markup =>
  html`<div class="head">
      <p><a href="/sandbox/mail">${messages.all}</a></p>
      <h1>${mail.subject}</h1>
    </div>
    <section class="sheet">${factsTable(mail)}</section>
    ${mail.row.channel === 'mail' ? htmlPreview(mail) : ''}
    <section class="sheet">
      <h2>${messages.message.text}</h2>
      <pre class="plain" tabindex="0">${mail.text}</pre>
    </section>
    ${mail.row.channel === 'mail' ? deliveryActions(mail) : ''}`;
