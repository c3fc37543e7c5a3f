import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono';

import { sandboxMailMessages } from '#content/messages/sandbox-mail.ts';
import { SITE } from '#content/site.ts';
import { cleanLine } from '#domain/text.ts';
import type { Context } from '#server/core/context.ts';
import { findMail, listMail, listMailOrders, toMail, type OutboxRow } from '#server/email/queries/outbox.ts';
import { deleteSuppression, findSuppression } from '#server/email/queries/suppressed-addresses.ts';
import { isForeignOrigin, isLocalRequest } from '#server/http/request-origin.ts';

import { recordBounce } from './mail-hook-routes.ts';
import { senderOf } from './mail-transport.ts';
import {
  listBody,
  listRow,
  mailBody,
  NOT_FOUND_BODY,
  remoteBody,
  renderPage,
  type FrameOptions,
  type MailDetails,
} from './sandbox-mail-pages.ts';
import { type RenderEmail, findReplyTo } from './send-mail.ts';
import { smsText } from './sms-transport.ts';

const MAX_LISTED = 100;
/** Shown in place of a subject for text messages. */

/** The email itself: its own style and our images, in a sandboxed document whose only action is following links. */
const MAIL_CSP =
  "default-src 'none'; object-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";
const NO_STORE = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow', 'X-Sandbox': '1' };

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const onlyThisMachine =
  (deny: (c: HonoContext) => Response | Promise<Response>): MiddlewareHandler =>
  async (c, next) =>
    isLocalRequest(c) ? next() : deny(c);

function senderText({ config: { mailFrom } }: Context, name: string | undefined): string {
  if (mailFrom === null) return name ?? SITE.name;
  const sender = senderOf(mailFrom, name);
  return `${sender.name} <${sender.address}>`.trim();
}

/** Renders rows of the outbox with the details that the mail pages show. */
function createReader(context: Context, render: RenderEmail) {
  const { config, db, secrets } = context;
  const renderRow = async (row: OutboxRow) =>
    row.channel === 'sms'
      ? { subject: sandboxMailMessages.smsSubject, text: smsText(context, row), html: '' }
      : render(toMail(row, secrets.unseal), config.appUrl);
  // A mail kind written by a newer version must not break the list.
  const subjectOf = async (row: OutboxRow) =>
    renderRow(row)
      .then(({ subject }) => subject)
      .catch(() => row.kind);
  return {
    html: async (row: OutboxRow) => (await renderRow(row)).html,
    list: async (to: string) => {
      const rows = await listMail(db, MAX_LISTED, to);
      const orders = await listMailOrders(db, rows);
      return Promise.all(
        rows.map(async (row) =>
          listRow({ row, subject: await subjectOf(row), order: orders.get(row.attemptId ?? '') ?? null }),
        ),
      );
    },
    read: async (row: OutboxRow): Promise<MailDetails> => {
      const [{ subject, text, from }, orders, suppression] = await Promise.all([
        renderRow(row) as Promise<Awaited<ReturnType<RenderEmail>>>,
        listMailOrders(db, [row]),
        findSuppression(db, row.recipient),
      ]);
      const isEmail = row.channel === 'mail';
      return {
        row,
        subject,
        text,
        from: isEmail ? senderText(context, from) : null,
        replyTo: isEmail ? await findReplyTo(db, row, toMail(row, secrets.unseal)) : null,
        order: orders.get(row.attemptId ?? '') ?? null,
        suppression,
      };
    },
  };
}

/** Actions of the simulated mail server, by the last part of the posted URL. */
const deliveryActions = (context: Context): Record<string, (row: OutboxRow) => Promise<void>> => {
  const bounceWith = (type: 'bounce' | 'complaint') => (row: OutboxRow) =>
    recordBounce(context, {
      type,
      permanent: true,
      recipient: row.recipient,
      messageId: `<${row.id}@${new URL(context.config.appUrl).hostname}>`,
    });
  return {
    bounce: bounceWith('bounce'),
    complaint: bounceWith('complaint'),
    allow: (row) => deleteSuppression(context.db, row.recipient),
  };
};

/**
 * Lists outgoing mail of the sandbox, mounted at /sandbox/mail, below the sandbox's bar. Anyone who can read it can open
 * every account.
 */
export function sandboxMailRoutes(context: Context, render: RenderEmail, bar: FrameOptions['bar']): Hono {
  const { config, db } = context;
  const sandbox = config.sandboxUrl ?? '';
  const frame = { sandbox, bar, notice: sandboxMailMessages.delivery[config.smtpUrl ? 'smtp' : 'none'] };
  const styles = `'self' 'unsafe-inline' ${sandbox}`.trim();
  const headers = {
    ...NO_STORE,
    'Content-Security-Policy': `default-src 'none'; object-src 'none'; style-src ${styles}; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    'Referrer-Policy': 'same-origin',
  };
  const reader = createReader(context, render);
  const notFound = (c: HonoContext) =>
    c.html(renderPage(sandboxMailMessages.notFound.title, frame, NOT_FOUND_BODY), 404, headers);
  const routes = new Hono();
  routes.use(
    onlyThisMachine((c) =>
      c.html(renderPage(sandboxMailMessages.list.title, frame, remoteBody(config.port)), 403, headers),
    ),
  );
  routes.get('/', async (c) => {
    const to = cleanLine(c.req.query('to') ?? '');
    return c.html(renderPage(sandboxMailMessages.list.title, frame, listBody(await reader.list(to), to)), 200, headers);
  });
  routes.get(`/:id{${UUID}}`, async (c) => {
    const row = await findMail(db, c.req.param('id'));
    if (!row) return notFound(c);
    const mail = await reader.read(row);
    return c.html(renderPage(mail.subject, frame, mailBody(mail)), 200, headers);
  });
  routes.get(`/:id{${UUID}}/html`, async (c) => {
    const row = await findMail(db, c.req.param('id'));
    if (row?.channel !== 'mail') return notFound(c);
    return c.html(await reader.html(row), 200, { ...NO_STORE, 'Content-Security-Policy': MAIL_CSP });
  });
  for (const [name, action] of Object.entries(deliveryActions(context)))
    routes.post(`/:id{${UUID}}/${name}`, async (c) => {
      const row = await findMail(db, c.req.param('id'));
      if (row?.channel !== 'mail' || isForeignOrigin(c, config.appUrl)) return notFound(c);
      await action(row);
      return c.redirect(`/sandbox/mail/${row.id}`, 303);
    });
  return routes;
}
