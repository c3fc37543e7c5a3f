import type { ClientInfo } from '#server/auth/visitor.ts';
import type { Caller } from '#server/auth/who-is-calling.ts';

import type { AuditEntry } from './audit.ts';

export type Actor = ClientInfo & {
  caller: Caller;
  /** Id of the API key, for requests of a program. */
  keyId?: string;
};

/** Actor of an audit entry: a signed-in user, or a program with an API key of theirs. */
export const actorOf = ({
  caller,
  keyId,
  address,
}: Actor): Pick<AuditEntry, 'actor' | 'actorId' | 'sellerId' | 'address'> => ({
  actor: keyId ? 'key' : 'seller',
  actorId: keyId ?? caller.userId,
  sellerId: caller.sellerId,
  address,
});
