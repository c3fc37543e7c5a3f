import { randomUUID } from 'node:crypto';

import type { SecretMail } from '#domain/mail.ts';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { queueMail } from '#server/db/outbox.ts';

import { confirmLink, type LinkType } from './confirm-link.ts';
import { newOneTimeToken, type WantedToken } from './one-time-token.ts';

type OneTimeMail = WantedToken & {
  link: LinkType;
  next: string | null;
  mail: (ways: { link: string; code: string }) => SecretMail;
};

/** Queues a mail with a new link and code to the address that they are valid for. Wake `outbox` after the commit. */
export async function queueOneTimeMail(
  context: Context,
  tx: Db,
  { link: type, next, mail: mailOf, ...wanted }: OneTimeMail,
): Promise<void> {
  const { token, code } = await newOneTimeToken(context, tx, wanted);
  const account = type === 'signup' ? { userId: wanted.userId } : {};
  const mail = mailOf({ link: confirmLink(context, { token, type, next, ...account }), code });
  await queueMail(tx, {
    key: `${mail.kind}:${randomUUID()}`,
    to: wanted.email,
    mail,
    seal: context.secrets.seal,
    now: context.now(),
  });
}
