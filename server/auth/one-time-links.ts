import { randomBytes, randomInt, randomUUID } from 'node:crypto';

import { ONE_TIME_LINK_HOURS } from '#domain/account.ts';
import type { CredentialEmail } from '#domain/email.ts';
import {
  deleteOneTimeTokens,
  deleteOneTimeTokensBefore,
  findOneTimeToken,
  insertOneTimeToken,
  useOneTimeToken,
  type OneTimeTokenRow,
} from '#server/auth/queries/one-time-tokens.ts';
import type { SessionRow } from '#server/auth/queries/sessions.ts';
import { lockUser, type UserRow } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { queueSms, queueMail } from '#server/email/queries/outbox.ts';

import { CHALLENGE_MS } from './challenges.ts';
import { findLiveSession, MAX_SESSION_MS } from './session-validity.ts';

export const generateSixDigitCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Purposes of a token. An email change has one token for each of the two addresses. */
export const ONE_TIME_TYPES = [
  'email',
  'signup',
  'recovery',
  'email_change_new',
  'email_change_current',
  'reauthentication',
  'phone_change',
] as const;
export type OneTimeType = (typeof ONE_TIME_TYPES)[number];

/** Tokens of these types are valid only while the session that requested them lives. */
const SESSION_BOUND_TYPES: readonly string[] = ['email_change_new', 'email_change_current', 'phone_change'];

const TOKEN_TTL_MS = ONE_TIME_LINK_HOURS * 3600 * 1000;
/** Expired tokens stay as long as a session may live, so that they can be resent. */
const TOKEN_RETENTION_MS = MAX_SESSION_MS;

type OneTimeTokenInput = {
  userId: string;
  /** Email address or phone number that the token is sent to. The code is valid for this one only. */
  email: string;
  type: OneTimeType;
  /** For changes of email address and phone number; includes the `sessionId` of the requesting session. */
  data?: Record<string, string>;
};

/** Creates a 256-bit link token and a six-digit code. Both work once, for an hour, until the next token of the type. */
export async function createOneTimeToken(
  context: Context,
  tx: Db,
  { userId, email, type, data = {} }: OneTimeTokenInput,
): Promise<{ token: string; code: string }> {
  const token = randomBytes(32).toString('base64url');
  const now = context.realNow();
  await deleteOneTimeTokensBefore(tx, new Date(now.getTime() - TOKEN_RETENTION_MS));
  await deleteOneTimeTokens(tx, userId, [type]);
  const row: Omit<OneTimeTokenRow, 'codeHash'> = {
    tokenHash: context.secrets.hash(token),
    userId,
    type,
    data,
    createdAt: now,
    expiresAt: new Date(now.getTime() + TOKEN_TTL_MS),
    usedAt: null,
  };
  // The code's hash must be unique: two users may be changing to the same address.
  for (;;) {
    const code = generateSixDigitCode();
    const codeHash = context.secrets.hash(codeHashInput({ type, email, code }));
    if (await insertOneTimeToken(tx, { ...row, codeHash })) return { token, code };
  }
}

/** What a user presents: the token of a link, or a code with the address that it was sent to. */
export type OneTimeCredential = { token: string } | { email: string; code: string };

/** Finds the session that requested the change of this token. Returns null when the session has ended. */
export const findRequestingSession = async (
  context: Context,
  db: Db,
  { userId, data: { sessionId } }: Pick<OneTimeTokenRow, 'userId' | 'data'>,
): Promise<SessionRow | null> => (sessionId === undefined ? null : findLiveSession(context, db, sessionId, userId));

/**
 * Marks a token as used and locks its user's row, in the transaction of the resulting change. Returns null when the
 * token is wrong, used, expired, of another type or of an ended session.
 */
export async function consumeOneTimeToken(
  context: Context,
  tx: Db,
  credential: OneTimeCredential,
  types: readonly OneTimeType[],
): Promise<{ row: OneTimeTokenRow; user: UserRow } | null> {
  const [hashInputs, column] =
    'token' in credential
      ? ([[credential.token], 'tokenHash'] as const)
      : ([types.map((type) => codeHashInput({ ...credential, type })), 'codeHash'] as const);
  const hashes = hashInputs.flatMap(context.secrets.candidateHashes);
  const tokenRow = await findOneTimeToken(tx, hashes, types, column);
  // Locks the user's row first, as everywhere: a different order could deadlock.
  const user = tokenRow && (await lockUser(tx, tokenRow.userId));
  if (!user || user.deletedAt) return null;
  if (SESSION_BOUND_TYPES.includes(tokenRow.type) && !(await findRequestingSession(context, tx, tokenRow))) return null;
  const isUsed = await useOneTimeToken(tx, tokenRow.tokenHash, context.realNow());
  return isUsed ? { row: tokenRow, user } : null;
}

/** Input of the code's hash. It binds the code to one address and one purpose. */
const codeHashInput = ({ type, email, code }: { type: OneTimeType; email: string; code: string }): string =>
  `${type} ${email} ${code.replaceAll(/\s/g, '')}`;

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
  buildMail: (credentials: { token: string; code: string }) => CredentialEmail;
};

/** Queues a mail with a new token and code to the only address that they are valid for. Wake `outbox` after the commit. */
export async function queueOneTimeMail(
  context: Context,
  tx: Db,
  { buildMail, ...tokenInput }: OneTimeMail,
): Promise<void> {
  const mail = buildMail(await createOneTimeToken(context, tx, tokenInput));
  await queueMail(tx, {
    key: `${mail.kind}:${randomUUID()}`,
    to: tokenInput.email,
    mail,
    seal: context.secrets.seal,
    now: context.now(),
  });
}

/**
 * Queues a code for a phone number, in the transaction of the row that expects it. The code is encrypted until it is
 * sent. Wake `outbox` after the commit.
 */
export const queueSmsCode = (
  context: Context,
  tx: Db,
  { id, phone, code }: { id: string; phone: string; code: string },
): Promise<void> =>
  queueSms(tx, {
    key: `sms:${id}`,
    to: phone,
    code,
    goodUntil: new Date(context.realNow().getTime() + CHALLENGE_MS).toISOString(),
    seal: context.secrets.seal,
    now: context.now(),
  });

/** Creates a link to a page whose button signs the user in. It works once, within an hour. */
export function createSignInLink(context: Context, userId: string): Promise<string> {
  return context.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new Error('The user of the link was not found');
    const { token } = await createOneTimeToken(context, tx, { userId, email: user.email, type: 'email' });
    return createConfirmLink(context, { token, type: 'email', next: null });
  });
}
