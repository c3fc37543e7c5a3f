import type { Session, User } from '@supabase/auth-js';

import { claimsOf } from './token-claims.ts';

/** `second-step`: known by one factor, and the user has a verified second one that was not yet shown. */
export type SessionStatus = 'unknown' | 'signed-out' | 'second-step' | 'signed-in';
export type SessionState = { status: SessionStatus; user: User | null };

export const UNKNOWN: SessionState = { status: 'unknown', user: null };
export const SIGNED_OUT: SessionState = { status: 'signed-out', user: null };

/** Read from the session alone: nothing is asked of the server. */
export function stateOf(session: Session | null): SessionState {
  if (!session?.user) return SIGNED_OUT;
  return { status: needsSecondStep(session) ? 'second-step' : 'signed-in', user: session.user };
}

function needsSecondStep({ access_token, user }: Session): boolean {
  const { aal, secondStep } = claimsOf(access_token);
  const factors = user.factors ?? [];
  return aal === 'aal1' && (secondStep || factors.some(({ status }) => status === 'verified'));
}
