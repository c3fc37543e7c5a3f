import { and, eq, isNull } from 'drizzle-orm';

import type { CredentialEmail, Email, RenderedEmail } from '#domain/email.ts';
import type { Context } from '#server/core/context.ts';
import { normalizeEmail } from '#server/core/normalize-contact.ts';
import type { Db } from '#server/db/client.ts';
import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { sellers } from '#server/db/schema-pages.ts';
import { users } from '#server/db/schema-users.ts';
import { toMail, type OutboxRow } from '#server/email/queries/outbox.ts';
import {
  deleteSuppression,
  findSuppression,
  suppressAddress,
  SUPPRESSION_MESSAGES,
} from '#server/email/queries/suppressed-addresses.ts';

import { isMailboxGone, type Deliver } from './mail-transport.ts';

/** Finds the Reply-To address of a mail: for mail in a seller's name, the current sign-in address of that seller. */
export async function findReplyTo(
  db: Db,
  { attemptId }: Pick<OutboxRow, 'attemptId'>,
  mail: Email,
): Promise<string | null> {
  if (!('seller' in mail) || !attemptId) return null;
  const [seller] = await db
    .select({ email: users.email })
    .from(checkoutAttempts)
    .innerJoin(sellers, eq(sellers.id, checkoutAttempts.sellerId))
    .innerJoin(users, eq(users.id, sellers.userId))
    .where(and(eq(checkoutAttempts.id, attemptId), isNull(users.deletedAt)))
    .limit(1);
  return seller?.email ?? null;
}

/** Renders an email whose links start with this origin: see app/entry.app.tsx. */
export type RenderEmail = (mail: Email, appUrl: string) => RenderedEmail | Promise<RenderedEmail>;

/** The message must not be sent, now or later. */
export class Undeliverable extends Error {}

/** Mail that its reader requested is sent even to a suppressed address. */
const REQUESTED_KINDS: Record<CredentialEmail['kind'], true> = {
  confirm_email: true,
  recover_password: true,
  change_email: true,
  confirmation_code: true,
  purchases_link: true,
  delivery: true,
};

/** Tries once to send a mail. A missing mailbox is suppressed; a success ends the suppression of an address. */
export async function sendMail(
  { config, db, realNow, secrets }: Context,
  row: OutboxRow,
  render: RenderEmail,
  deliver: Deliver,
): Promise<void> {
  const { recipient } = row;
  if (normalizeEmail(recipient) === null) throw new Undeliverable('The recipient isn’t a valid email address');
  const suppression = await findSuppression(db, recipient);
  if (suppression && !Object.hasOwn(REQUESTED_KINDS, row.kind))
    throw new Undeliverable(SUPPRESSION_MESSAGES[suppression]);
  const mail = toMail(row, secrets.unseal);
  const [rendered, replyTo] = await Promise.all([render(mail, config.appUrl), findReplyTo(db, row, mail)]);
  try {
    await deliver({ id: row.id, to: recipient, replyTo, rendered });
  } catch (error) {
    if (isMailboxGone(error)) await suppressAddress(db, { address: recipient, reason: 'bounce', now: realNow() });
    throw error;
  }
  if (suppression) await deleteSuppression(db, recipient);
}
