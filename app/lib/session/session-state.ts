import type { User } from '@supabase/auth-js';

import { parseTokenClaims } from './token-claims.ts';

/** `second-step`: the first factor is verified, and the user has a verified second factor that is still required. */
type SessionStatus = 'unknown' | 'signed-out' | 'second-step' | 'signed-in';
export type SessionState = { status: SessionStatus; user: User | null };

export const UNKNOWN_SESSION: SessionState = { status: 'unknown', user: null };
const SIGNED_OUT_SESSION: SessionState = { status: 'signed-out', user: null };

/** Derives the state from the session alone, without a request. */
export function getSessionState(session: { access_token: string; user: User | null } | null): SessionState {
  if (!session?.user) return SIGNED_OUT_SESSION;
  const { access_token, user } = session;
  return { status: needsSecondFactor(access_token, user) ? 'second-step' : 'signed-in', user };
}

function needsSecondFactor(token: string, { factors = [] }: User): boolean {
  const { aal, requiresSecondFactor } = parseTokenClaims(token);
  return aal === 'aal1' && (requiresSecondFactor || factors.some(({ status }) => status === 'verified'));
}
