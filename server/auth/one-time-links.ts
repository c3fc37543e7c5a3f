import { randomUUID } from 'node:crypto';

import type { CredentialEmail } from '#domain/email.ts';
import { lockUser } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { queueMail } from '#server/email/queries/outbox.ts';

import { createOneTimeToken, type OneTimeTokenInput } from './one-time-token.ts';

/** Types of email links, as in GoTrue. */
export type LinkType = 'email' | 'signup' | 'recovery' | 'email_change';

/**
 * Builds the link to our confirmation page, whose button submits the token. `next`: the path that the page opens
 * afterwards. `userId` lets the page detect a browser that is signed in to this account.
 */
export function createConfirmLink(
  { config }: Pick<Context, 'config'>,
  { token, type, next, userId }: { token: string; type: LinkType; next: string | null; userId?: string },
): string {
  const link = new URL('/auth/confirm', config.appUrl);
  link.searchParams.set('token_hash', token);
  link.searchParams.set('type', type);
  if (userId !== undefined) link.searchParams.set('account', userId);
  if (next !== null) link.searchParams.set('next', next);
  return link.href;
}

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

/** Creates a link to a page whose button signs the user in. It works once, within an hour. */
export function createSignInLink(context: Context, userId: string): Promise<string> {
  return context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new Error('The user of the link was not found');
    const { token } = await createOneTimeToken(context, tx, { userId, email: user.email, type: 'email' });
    return createConfirmLink(context, { token, type: 'email', next: null });
  });
}
