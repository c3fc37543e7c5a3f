import { audit } from '#server/audit/audit.ts';
import type { OperatorAct, OperatorContext } from '#server/operator/operator-act.ts';
import { countLiveSessions, updateEverySessionRevoked, updateSessionsRevoked } from '#server/db/sessions.ts';
import { findUserByEmail } from '#server/db/users.ts';
import { emailFrom } from './email-address.ts';

/** `list <email>`, `end <email>`, `end --all`: who is signed in, and the end of it, from that moment on everywhere. */
export const tellSessions: OperatorAct = async (context, [act = '', whose = '']) => {
  const { db } = context;
  if (act === 'end' && whose === '--all')
    return { text: `Ended: ${await end(context, null)}. Everybody signs in again.`, good: true };
  const email = emailFrom(whose);
  const user = email === null ? null : await findUserByEmail(db, email);
  if (!user) return { text: 'There is no account with this address.', good: false };
  if (act === 'end')
    return {
      text: `Ended: ${await end(context, user.id)}. They sign in again; their password is as it was.`,
      good: true,
    };
  return { text: `Signed in: ${await countLiveSessions(db, user.id)}.`, good: true };
};

/** `userId` null: of everybody. */
const end = (context: OperatorContext, userId: string | null): Promise<number> =>
  context.db.transaction(async (tx) => {
    const now = context.realNow();
    const ended = userId
      ? await updateSessionsRevoked(tx, userId, null, now)
      : await updateEverySessionRevoked(tx, now);
    const subject = userId ?? 'everybody';
    await audit(context, tx, { actor: 'operator', act: 'sessions_ended', subject, facts: { ended } });
    return ended;
  });
