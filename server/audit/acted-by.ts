import type { Visitor } from '#server/auth/visitor.ts';
import type { Caller } from '#server/auth/who-is-calling.ts';

import type { Audited } from './audit.ts';

export type Acting = Visitor & {
  caller: Caller;
  /** Of the API key, where a program asks. */
  keyId?: string;
};

/** Who asks for what is written down: somebody who is signed in, or a program with a key of theirs. */
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
