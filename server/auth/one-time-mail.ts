import { randomUUID } from 'node:crypto';

import type { CredentialEmail } from '#domain/mail.ts';

import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { queueMail } from '#server/db/outbox.ts';

import { createConfirmLink, type LinkType } from './confirm-link.ts';
import { createOneTimeToken, type OneTimeTokenInput } from './one-time-token.ts';

type OneTimeMail = OneTimeTokenInput & {
  link: LinkType;
  next: string | null;
  buildMail: (credentials: { link: string; code: string }) => CredentialEmail;
};

/** Queues a mail with a new link and code to the address that they are valid for. Wake `outbox` after the commit. */
export async function queueOneTimeMail(
  context: Context,
  tx: Db,
  { link: type, next, buildMail, ...tokenInput }: OneTimeMail,
): Promise<void> {
  const { token, code } = await createOneTimeToken(context, tx, tokenInput);
  const account = type === 'signup' ? { userId: tokenInput.userId } : {};
  const mail = buildMail({ link: createConfirmLink(context, { token, type, next, ...account }), code });
  await queueMail(tx, {
    key: `${mail.kind}:${randomUUID()}`,
    to: tokenInput.email,
    mail,
    seal: context.secrets.seal,
    now: context.now(),
  });
}
