import type { OperatorAct } from '#server/operator/operator-act.ts';
import { countLiveSessions, updateEverySessionRevoked, updateSessionsRevoked } from '#server/db/sessions.ts';
import { findUserByEmail } from '#server/db/users.ts';
import { emailFrom } from './email-address.ts';

/** `list <email>`, `end <email>`, `end --all`: who is signed in, and the end of it, from that moment on everywhere. */
export const tellSessions: OperatorAct = async ({ db, realNow }, [act = '', whose = '']) => {
  const now = realNow();
  if (act === 'end' && whose === '--all')
    return {
      text: `Ended: ${await updateEverySessionRevoked(db, now)}. Everybody signs in again.`,
      good: true,
    };
  const email = emailFrom(whose);
  const user = email === null ? null : await findUserByEmail(db, email);
  if (!user) return { text: 'There is no account with this address.', good: false };
  if (act === 'end') {
    const ended = await updateSessionsRevoked(db, user.id, null, now);
    return { text: `Ended: ${ended}. They sign in again; their password is as it was.`, good: true };
  }
  return { text: `Signed in: ${await countLiveSessions(db, user.id)}.`, good: true };
};
