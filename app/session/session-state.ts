import type { User } from '@supabase/auth-js';

import { claimsOf } from './token-claims.ts';

/** `second-step`: the first factor is verified, and the user has a verified second factor that is still required. */
export type SessionStatus = 'unknown' | 'signed-out' | 'second-step' | 'signed-in';
export type SessionState = { status: SessionStatus; user: User | null };

export const UNKNOWN: SessionState = { status: 'unknown', user: null };
export const SIGNED_OUT: SessionState = { status: 'signed-out', user: null };

/** Derives the state from the session alone, without a request. */
export function stateOf(session: { access_token: string; user: User | null } | null): SessionState {
  if (!session?.user) return SIGNED_OUT;
  const { access_token, user } = session;
  return { status: needsSecondStep(access_token, user) ? 'second-step' : 'signed-in', user };
}

function needsSecondStep(token: string, { factors = [] }: User): boolean {
  const { aal, secondStep } = claimsOf(token);
  return aal === 'aal1' && (secondStep || factors.some(({ status }) => status === 'verified'));
}
