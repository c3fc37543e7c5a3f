import type { Visitor } from '#server/auth/visitor.ts';
import type { Caller } from '#server/auth/who-is-calling.ts';

import type { Audited } from './audit.ts';

export type Acting = Visitor & {
  caller: Caller;
  /** Id of the API key, for requests of a program. */
  keyId?: string;
};

/** Actor of an audit entry: a signed-in user, or a program with an API key of theirs. */
export const actedBy = ({
  caller,
  keyId,
  address,
}: Acting): Pick<Audited, 'actor' | 'actorId' | 'sellerId' | 'address'> => ({
  actor: keyId ? 'key' : 'seller',
  actorId: keyId ?? caller.userId,
  sellerId: caller.sellerId,
  address,
});
