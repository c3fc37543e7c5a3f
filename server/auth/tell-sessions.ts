import { audit } from '#server/audit/audit.ts';
import type { OperatorAct, OperatorContext } from '#server/operator/operator-act.ts';
import { updateEveryBuyerSessionEnded } from '#server/db/buyer-sessions.ts';
import { countLiveSessions, updateEverySessionRevoked, updateSessionsRevoked } from '#server/db/sessions.ts';
import { findUserByEmail } from '#server/db/users.ts';
import { emailFrom } from './email-address.ts';

/** Operator command `list <email>`, `end <email>` or `end --all`: counts or ends sessions, with immediate effect. */
export const tellSessions: OperatorAct = async (context, [act = '', whose = '']) => {
  const { db } = context;
  if (act === 'end' && whose === '--all')
    return { text: endedText(await endEverybodys(context)), good: true };
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

const end = (context: OperatorContext, userId: string): Promise<number> =>
  context.db.transaction(async (tx) => {
    const ended = await updateSessionsRevoked(tx, userId, null, context.realNow());
    await audit(context, tx, { ...BY, subject: userId, facts: { ended } });
    return ended;
  });

type Ended = { ended: number; ofBuyers: number };

/** Ends all sessions, including those of buyers, who view their purchases without an account. */
const endEverybodys = (context: OperatorContext): Promise<Ended> =>
  context.db.transaction(async (tx) => {
    const now = context.realNow();
    const ended = await updateEverySessionRevoked(tx, now);
    const ofBuyers = await updateEveryBuyerSessionEnded(tx, now);
    await audit(context, tx, { ...BY, subject: 'everybody', facts: { ended, ofBuyers } });
    return { ended, ofBuyers };
  });

const BY = { actor: 'operator', act: 'sessions_ended' } as const;

const endedText = ({ ended, ofBuyers }: Ended): string =>
  `Ended: ${ended}, and ${ofBuyers} of buyers. Everybody signs in again.`;
