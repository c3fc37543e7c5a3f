import type { User } from '@supabase/auth-js';

import { claimsOf } from './token-claims.ts';

const UNTOLD = '';

/** As far as a token tells: what else there is to know was not told yet. */
const userFrom = (id: string, email: string): User => ({
  id,
  ...(email ? { email } : {}),
  aud: 'authenticated',
  app_metadata: {},
  user_metadata: {},
  created_at: UNTOLD,
});

/** Whether the doors told of this user: name, factors and identities stand in no token. */
export const isWhole = (user: User): boolean => user.created_at !== UNTOLD;

export type KnownUser = ReturnType<typeof openKnownUser>;

/** Who is signed in, in the memory of this document alone: browser storage holds tokens (OWASP ASVS 14.3.3). */
export function openKnownUser() {
  let told: User | null = null;
  return {
    /** Null for a token that names nobody. */
    of(token: string): User | null {
      const { userId, email } = claimsOf(token);
      if (userId === null) return null;
      return told?.id === userId ? told : userFrom(userId, email);
    },
    /** False where there was nothing to learn. */
    learn(user: User | null | undefined): boolean {
      if (!user || !isWhole(user)) return false;
      told = user;
      return true;
    },
    forget(): void {
      told = null;
    },
  };
}
