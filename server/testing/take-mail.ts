/** Reads queued mails, as their recipient or a thief would. For tests only. */
import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';

import type { Email, EmailKind } from '#domain/email.ts';
import { updateUserFields } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import { factors } from '#server/db/schema-accounts.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { toMail } from '#server/email/queries/outbox.ts';

type MailOfKind<K extends EmailKind> = Extract<Email, { kind: K }>;

/** Removes and returns the queued mails of an address. */
export async function takeMail({ db, secrets }: Context, to: string): Promise<Email[]> {
  const rows = await db.delete(outbox).where(eq(outbox.recipient, to)).returning();
  return rows.map((row) => toMail(row, secrets.unseal));
}

/** Removes the queued mails of an address and returns the only one of a kind. */
export async function takeMailOfKind<K extends EmailKind>(
  context: Context,
  to: string,
  kind: K,
): Promise<MailOfKind<K>> {
  const matches = (await takeMail(context, to)).filter((mail) => mail.kind === kind);
  const [mail] = matches;
  if (!mail || matches.length > 1) throw new Error(`${matches.length} mails of the kind ${kind}`);
  return mail as MailOfKind<K>;
}

/** What the page of a link submits. */
export function parseMailLink({ link }: { link: string }): {
  token_hash: string;
  type: string;
  next: string | null;
} {
  const { searchParams } = new URL(link);
  const token_hash = searchParams.get('token_hash') ?? '';
  return { token_hash, type: searchParams.get('type') ?? '', next: searchParams.get('next') };
}

/** Confirms the address, as the link of the first mail does. */
export async function confirmAddress({ db, realNow }: Context, userId: string): Promise<void> {
  const now = realNow();
  await updateUserFields(db, userId, { emailConfirmedAt: now }, now);
}

/** Adds a verified factor that cannot be answered. */
export async function insertFactor({ db, realNow }: Context, userId: string): Promise<void> {
  const now = realNow();
  await db.insert(factors).values({
    id: randomUUID(),
    userId,
    type: 'totp',
    friendlyName: 'Phone',
    status: 'verified',
    createdAt: now,
    updatedAt: now,
  });
}
