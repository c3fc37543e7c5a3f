import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono';

import { SITE } from '#content/site.ts';
import { cleanLine } from '#domain/text.ts';

import type { Context } from '#server/context.ts';
import { findMail, listMail, listMailOrders, mailOf, type OutboxRow } from '#server/db/outbox.ts';
import { deleteSuppression, findSuppression } from '#server/db/suppressed-addresses.ts';
import { isForeignOrigin } from '#server/http/foreign-origin.ts';
import { isThisMachine } from '#server/http/this-machine.ts';

import { elsewhereBody, notFoundBody, page } from './mail-desk-frame.ts';
import { letterBody, listBody, listRow, type DeskMail } from './mail-desk-pages.ts';
import { senderOf } from './mail-transport.ts';
import type { RenderMail } from './outbox-worker.ts';
import { recordBounce } from './record-bounce.ts';
import { findReplyTo } from './reply-to.ts';
import { smsText } from './sms-transport.ts';

const MOST = 100;
/** Shown in place of a subject for text messages. */
const MESSAGE = 'Message to a phone';

/** The email itself: its own style and our images, in a sandboxed document whose only action is following links. */
const MAIL_CSP =
  "default-src 'none'; object-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";
const NO_STORE = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow', 'X-Sandbox': '1' };

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const onlyHere =
  (refuse: (c: HonoContext) => Response | Promise<Response>): MiddlewareHandler =>
  async (c, next) =>
    isThisMachine(c) ? next() : refuse(c);

function fromText({ config: { mailFrom } }: Context, name: string | undefined): string {
  if (mailFrom === null) return name ?? SITE.name;
  const sender = senderOf(mailFrom, name);
  return `${sender.name} <${sender.address}>`.trim();
}

/** Renders rows of the outbox with the details that the mail pages show. */
function reader(context: Context, render: RenderMail) {
  const { config, db, secrets } = context;
  const drawn = async (row: OutboxRow) =>
    row.channel === 'sms'
      ? { subject: MESSAGE, text: smsText(context, row), html: '' }
      : render(mailOf(row, secrets.unseal), config.appUrl);
  // A mail kind written by a newer version must not break the list.
  const subjectOf = async (row: OutboxRow) =>
    drawn(row)
      .then(({ subject }) => subject)
      .catch(() => row.kind);
  return {
    html: async (row: OutboxRow) => (await drawn(row)).html,
    list: async (to: string) => {
      const rows = await listMail(db, MOST, to);
      const orders = await listMailOrders(db, rows);
      return Promise.all(
        rows.map(async (row) =>
          listRow({ row, subject: await subjectOf(row), order: orders.get(row.attemptId ?? '') ?? null }),
        ),
      );
    },
    read: async (row: OutboxRow): Promise<DeskMail> => {
      const [{ subject, text, from }, orders, suppression] = await Promise.all([
        drawn(row) as Promise<Awaited<ReturnType<RenderMail>>>,
        listMailOrders(db, [row]),
        findSuppression(db, row.recipient),
      ]);
      const isMail = row.channel === 'mail';
      return {
        row,
        subject,
        text,
        from: isMail ? fromText(context, from) : null,
        replyTo: isMail ? await findReplyTo(db, row, mailOf(row, secrets.unseal)) : null,
        order: orders.get(row.attemptId ?? '') ?? null,
        suppression,
      };
    },
  };
}

/** Actions of the simulated mail server, by the last part of the posted URL. */
const acts = (context: Context): Record<string, (row: OutboxRow) => Promise<void>> => {
  const come = (type: 'bounce' | 'complaint') => (row: OutboxRow) =>
    recordBounce(context, {
      type,
      permanent: true,
      recipient: row.recipient,
      messageId: `<${row.id}@${new URL(context.config.appUrl).hostname}>`,
    });
  return {
    bounce: come('bounce'),
    complaint: come('complaint'),
    allow: (row) => deleteSuppression(context.db, row.recipient),
  };
};

/** Lists outgoing mail of the sandbox, mounted at /sandbox/mail. Anyone who can read it can open every account. */
export function mailDesk(context: Context, render: RenderMail): Hono {
  const { config, db } = context;
  const sandbox = config.sandboxUrl ?? '';
  const frame = { sandbox, note: config.smtpUrl ? 'It leaves by SMTP as well.' : 'Nobody gets it.' };
  const styles = `'self' 'unsafe-inline' ${sandbox}`.trim();
  const headers = {
    ...NO_STORE,
    'Content-Security-Policy': `default-src 'none'; object-src 'none'; style-src ${styles}; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    'Referrer-Policy': 'same-origin',
  };
  const mails = reader(context, render);
  const none = (c: HonoContext) => c.html(page('Not found', frame, notFoundBody), 404, headers);
  const desk = new Hono();
  desk.use(onlyHere((c) => c.html(page('Mail', frame, elsewhereBody(config.port)), 403, headers)));
  desk.get('/', async (c) => {
    const to = cleanLine(c.req.query('to') ?? '');
    return c.html(page('Mail', frame, listBody(await mails.list(to), sandbox, to)), 200, headers);
  });
  desk.get(`/:id{${UUID}}`, async (c) => {
    const row = await findMail(db, c.req.param('id'));
    if (!row) return none(c);
    const mail = await mails.read(row);
    return c.html(page(mail.subject, frame, letterBody(mail)), 200, headers);
  });
  desk.get(`/:id{${UUID}}/html`, async (c) => {
    const row = await findMail(db, c.req.param('id'));
    if (row?.channel !== 'mail') return none(c);
    return c.html(await mails.html(row), 200, { ...NO_STORE, 'Content-Security-Policy': MAIL_CSP });
  });
  for (const [name, act] of Object.entries(acts(context)))
    desk.post(`/:id{${UUID}}/${name}`, async (c) => {
      const row = await findMail(db, c.req.param('id'));
      if (row?.channel !== 'mail' || isForeignOrigin(c, config.appUrl)) return none(c);
      await act(row);
      return c.redirect(`/sandbox/mail/${row.id}`, 303);
    });
  return desk;
}
