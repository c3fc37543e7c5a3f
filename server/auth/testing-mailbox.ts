/** Reads queued mails, as their recipient or a thief would. For tests only. */
import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';

import type { Mail, MailKind } from '#domain/mail.ts';

import type { Context } from '#server/context.ts';
import { mailOf } from '#server/db/outbox.ts';
import { updateUserFields } from '#server/db/users.ts';
import { factors } from '#server/db/schema-accounts.ts';
import { outbox } from '#server/db/schema-mail.ts';

type Of<K extends MailKind> = Extract<Mail, { kind: K }>;

/** Removes and returns the queued mails of an address. */
export async function takeMail({ db, secrets }: Context, to: string): Promise<Mail[]> {
  const rows = await db.delete(outbox).where(eq(outbox.recipient, to)).returning();
  return rows.map((row) => mailOf(row, secrets.unseal));
}

/** Removes the queued mails of an address and returns the only one of a kind. */
export async function takeOne<K extends MailKind>(context: Context, to: string, kind: K): Promise<Of<K>> {
  const found = (await takeMail(context, to)).filter((mail) => mail.kind === kind);
  const [mail] = found;
  if (!mail || found.length > 1) throw new Error(`${found.length} mails of the kind ${kind}`);
  return mail as Of<K>;
}

/** What the page of a link submits. */
export function shownBy({ link }: { link: string }): {
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
export async function giveFactor({ db, realNow }: Context, userId: string): Promise<void> {
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
