/** A mailbox, as a person or a thief would look into it. Seen by tests only. */
import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';

import type { Mail, MailKind } from '#domain/mail.ts';

import type { Context } from '#server/context.ts';
import { mailOf } from '#server/db/outbox.ts';
import { updateUserFields } from '#server/db/users.ts';
import { factors } from '#server/db/schema-accounts.ts';
import { outbox } from '#server/db/schema-mail.ts';

type Of<K extends MailKind> = Extract<Mail, { kind: K }>;

/** Takes out what has come for this address since the last look. */
export async function takeMail({ db, secrets }: Context, to: string): Promise<Mail[]> {
  const rows = await db.delete(outbox).where(eq(outbox.recipient, to)).returning();
  return rows.map((row) => mailOf(row, secrets.unseal));
}

/** The one of this kind among them. */
export async function takeOne<K extends MailKind>(context: Context, to: string, kind: K): Promise<Of<K>> {
  const found = (await takeMail(context, to)).filter((mail) => mail.kind === kind);
  const [mail] = found;
  if (!mail || found.length > 1) throw new Error(`${found.length} mails of the kind ${kind}`);
  return mail as Of<K>;
}

/** What a link's page hands on. */
export function shownBy({ link }: { link: string }): {
  token_hash: string;
  type: string;
  next: string | null;
} {
  const { searchParams } = new URL(link);
  const token_hash = searchParams.get('token_hash') ?? '';
  return { token_hash, type: searchParams.get('type') ?? '', next: searchParams.get('next') };
}

/** As after the link of the first mail. */
export async function confirmAddress({ db, realNow }: Context, userId: string): Promise<void> {
  const now = realNow();
  await updateUserFields(db, userId, { emailConfirmedAt: now }, now);
}

/** A second step that is there; nobody can pass it. */
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
