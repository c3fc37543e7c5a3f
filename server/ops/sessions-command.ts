import { recordAudit } from '#server/audit/record-audit.ts';
import { countActiveSessions, revokeAllSessions, revokeUserSessions } from '#server/auth/queries/sessions.ts';
import { findUserByEmail } from '#server/auth/queries/users.ts';
import { endAllBuyerSessions } from '#server/orders/buyer-portal/queries/buyer-sessions.ts';

import { normalizeEmail } from '../core/normalize-contact.ts';
import { failure, success, type OperatorCommand, type OperatorContext } from './operator-command.ts';

/** Operator command `list <email>`, `end <email>` or `end --all`: counts or ends sessions, with immediate effect. */
export const runSessionsCommand: OperatorCommand = async (context, [action = '', target = '']) => {
  const { db } = context;
  if (action === 'end' && target === '--all') return success(formatEnded(await endAllSessions(context)));
  const email = normalizeEmail(target);
  const user = email === null ? null : await findUserByEmail(db, email);
  if (!user) return failure('There is no account with this email address.');
  if (action === 'end')
    return success(`Sessions ended: ${await endUserSessions(context, user.id)}. The password is unchanged.`);
  return success(`Active sessions: ${await countActiveSessions(db, user.id)}.`);
};

const endUserSessions = (context: OperatorContext, userId: string): Promise<number> =>
  context.db.transaction(async (tx) => {
    const ended = await revokeUserSessions(tx, userId, null, context.realNow());
    await recordAudit(context, tx, { ...AUDIT_FIELDS, subject: userId, facts: { ended } });
    return ended;
  });

type EndedCounts = { ended: number; ofBuyers: number };

/** Ends all sessions, including those of buyers, who view their purchases without an account. */
const endAllSessions = (context: OperatorContext): Promise<EndedCounts> =>
  context.db.transaction(async (tx) => {
    const now = context.realNow();
    const ended = await revokeAllSessions(tx, now);
    const ofBuyers = await endAllBuyerSessions(tx, now);
    await recordAudit(context, tx, { ...AUDIT_FIELDS, subject: 'everybody', facts: { ended, ofBuyers } });
    return { ended, ofBuyers };
  });

const AUDIT_FIELDS = { actor: 'operator', action: 'sessions_ended' } as const;

const formatEnded = ({ ended, ofBuyers }: EndedCounts): string =>
  `Sessions ended: ${ended} of sellers and ${ofBuyers} of buyers.`;
