import { html } from 'hono/html';

import type { OutboxRow } from '#server/db/outbox.ts';
import type { Suppression } from '#server/db/suppressed-addresses.ts';

import type { Markup } from './mail-desk-frame.ts';

/** An email or text message as the sandbox mail page shows it. */
export type DeskMail = {
  row: OutboxRow;
  subject: string;
  text: string;
  /** Null for a text message. */
  from: string | null;
  replyTo: string | null;
  order: { id: string; number: number } | null;
  suppression: Suppression | null;
};

const momentText = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const STATE_STYLE = { waiting: '', sent: 'good', failed: 'bad', bounced: 'bad' } as const;

const stateText = ({ status, attempts }: OutboxRow): Markup =>
  html`<span class="mark ${STATE_STYLE[status]}">${status}</span>
    <span class="soft small">${attempts} ${attempts === 1 ? 'try' : 'tries'}</span>`;

const orderText = ({ order }: Pick<DeskMail, 'order'>): Markup =>
  order ? html`<a href="/orders/${order.id}">No. ${order.number}</a>` : html`–`;

export const listRow = ({ row, subject, order }: Pick<DeskMail, 'row' | 'subject' | 'order'>): Markup =>
  html`<tr>
    <td class="wrap"><a href="/sandbox/mail/${row.id}">${subject}</a></td>
    <td>${row.recipient}</td>
    <td>${orderText({ order })}</td>
    <td>${momentText(row.createdAt)}</td>
    <td>${stateText(row)}</td>
  </tr>`;

const tableOf = (rows: readonly Markup[]): Markup =>
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

const none = (to: string): Markup =>
  to
    ? html`<p class="soft">Nothing was written to such an address. <a href="/sandbox/mail">All mail</a></p>`
    : html`<p class="soft">
        Nothing was written yet. A seller's first visit to the builder is greeted here, and every buyer gets a
        receipt.
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
      ${rows.length === 0 ? none(to) : tableOf(rows)}
    </section>`;

const looksBody = ({ row, subject }: DeskMail): Markup =>
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

const fact = (name: string, value: string | Markup): Markup =>
  html`<tr>
    <th scope="row">${name}</th>
    <td>${value}</td>
  </tr>`;

const factsOf = (mail: DeskMail): Markup => {
  const { row, from, replyTo, order } = mail;
  return html`<table class="facts">
    <tbody>
      ${from === null ? '' : fact('From', from)} ${replyTo === null ? '' : fact('Answers go to', replyTo)}
      ${fact('To', row.recipient)} ${fact('Kind', row.kind)} ${order ? fact('Order', orderText(mail)) : ''}
      ${fact('Written', momentText(row.createdAt))} ${fact('State', stateText(row))}
      ${row.lastError === null ? '' : fact('Last error', row.lastError)}
    </tbody>
  </table>`;
};

const button = (id: string, act: string, label: string): Markup =>
  html`<form method="post" action="/sandbox/mail/${id}/${act}">
    <button class="quiet">${label}</button>
  </form>`;

/** Buttons that simulate events of the recipient's mail server. */
const actsOf = ({ row, suppression }: DeskMail): Markup =>
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

export const letterBody = (mail: DeskMail): Markup =>
  html`<div class="head">
      <p><a href="/sandbox/mail">All mail</a></p>
      <h1>${mail.subject}</h1>
    </div>
    <section class="sheet">${factsOf(mail)}</section>
    ${mail.row.channel === 'mail' ? looksBody(mail) : ''}
    <section class="sheet">
      <h2>As text</h2>
      <pre class="plain" tabindex="0">${mail.text}</pre>
    </section>
    ${mail.row.channel === 'mail' ? actsOf(mail) : ''}`;
