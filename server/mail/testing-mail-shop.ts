import { asc } from 'drizzle-orm';

import type { OpenMail } from '#domain/mail.ts';

import { queueMail } from '#server/db/outbox.ts';
import { outbox } from '#server/db/schema-mail.ts';
import { openShop, type TestShop } from '#server/testing.ts';

import type { RenderMail } from './outbox-worker.ts';
import { openSmtp } from './testing-smtp.ts';

export const MINUTE = 60_000;

export const MAIL: OpenMail = { kind: 'trial_ended', plan: 'starter' };

export const renderMail: RenderMail = (mail, appUrl) => ({
  subject: `About ${mail.kind}`,
  html: `<p>${appUrl}</p>`,
  text: `See ${appUrl}`,
});

export const pagesEntry = { render: async () => new Response('a document'), renderMail };

/** Opens an app that sends its mail to a mock SMTP server. */
export async function openMailShop(parts: Parameters<typeof openShop>[0] = {}) {
  const smtp = await openSmtp();
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'Tillwright <shop@till.example>', ...parts.env };
  return { smtp, env, shop: await openShop({ pagesEntry, ...parts, env }) };
}

export const queue = ({ context }: TestShop, to = 'seller@example.com', key = `trial_ended:${to}`) =>
  queueMail(context.db, { key, to, mail: MAIL, now: context.now() });

export const rowsOf = ({ context }: TestShop) =>
  context.db.select().from(outbox).orderBy(asc(outbox.createdAt));

export const idsOf = (messages: readonly { message: string }[]): (string | undefined)[] =>
  messages.map(({ message }) => /^Message-ID: (.*)\r$/im.exec(message)?.[1]);
