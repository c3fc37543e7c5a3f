import { asc } from 'drizzle-orm';

import type { PlainEmail } from '#domain/email.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { queueMail } from '#server/email/queries/outbox.ts';

import type { RenderEmail } from '../email/send-mail.ts';
import { startTestSmtp } from './smtp-server.ts';
import { createTestApp, type TestApp } from './test-app.ts';

export const MINUTE = 60_000;

export const MAIL: PlainEmail = { kind: 'trial_ended', plan: 'starter' };

export const renderMail: RenderEmail = (mail, appUrl) => ({
  subject: `About ${mail.kind}`,
  html: `<p>${appUrl}</p>`,
  text: `See ${appUrl}`,
});

export const pagesEntry = { render: async () => new Response('a document'), renderMail };

/** Opens an app that sends its mail to a mock SMTP server. */
export async function openMailApp(options: Parameters<typeof createTestApp>[0] = {}) {
  const smtp = await startTestSmtp();
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'Tillwright <shop@till.example>', ...options.env };
  return { smtp, env, app: await createTestApp({ pagesEntry, ...options, env }) };
}

export const queueTestMail = ({ context }: TestApp, to = 'seller@example.com', key = `trial_ended:${to}`) =>
  queueMail(context.db, { key, to, mail: MAIL, now: context.now() });

export const rowsOf = ({ context }: TestApp) => context.db.select().from(outbox).orderBy(asc(outbox.createdAt));

export const messageIdsOf = (messages: readonly { message: string }[]): (string | undefined)[] =>
  messages.map(({ message }) => /^Message-ID: (.*)\r$/im.exec(message)?.[1]);
