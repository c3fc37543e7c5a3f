import type { User } from '@supabase/auth-js';
import { KeyRound, MessageSquareText, ScanQrCode, type LucideIcon } from 'lucide-react';

import { authClient } from '#app/session/session.ts';
import { taken } from '#app/session/taken.ts';
import { FACTOR_TYPES, type FactorType } from '#domain/account.ts';

/** A factor as the page shows it. Dates are ISO 8601 in UTC. */
export type FactorNow = {
  id: string;
  type: FactorType;
  name: string;
  verified: boolean;
  addedAt: string;
  usedAt: string | null;
};

export const FACTOR_WORDS: Record<FactorType, { kind: string; about: string; Icon: LucideIcon }> = {
  totp: {
    kind: 'Authenticator app',
    about: 'An app on your phone shows a code of six digits, also without network.',
    Icon: ScanQrCode,
  },
  webauthn: {
    kind: 'Security key',
    about: 'A key that you touch, or the lock of this device. Nobody can trick it out of you.',
    Icon: KeyRound,
  },
  phone: {
    kind: 'Phone',
    about: 'A code comes as a message. Better than nothing, weaker than the others.',
    Icon: MessageSquareText,
  },
};

/** Factor types in the order of offering: the strongest one that most sellers have comes first. */
export const offeredTypes = (phone: boolean): FactorType[] =>
  (['totp', 'webauthn', 'phone'] as const).filter((type) => phone || type !== 'phone');

const isFactorType = (type: string): type is FactorType =>
  FACTOR_TYPES.some((candidate) => candidate === type);

export const factorsOf = (user: Pick<User, 'factors'>): FactorNow[] =>
  (user.factors ?? []).flatMap((factor) =>
    isFactorType(factor.factor_type)
      ? [
          {
            id: factor.id,
            type: factor.factor_type,
            name: factor.friendly_name || FACTOR_WORDS[factor.factor_type].kind,
            verified: factor.status === 'verified',
            addedAt: factor.created_at,
            usedAt: factor.last_challenged_at ?? null,
          },
        ]
      : [],
  );

/** Returns an unused name: "Phone", else "Phone 2". */
export function freeName(type: FactorType, factors: readonly Pick<FactorNow, 'name'>[]): string {
  const { kind } = FACTOR_WORDS[type];
  const held = new Set(factors.map(({ name }) => name.toLowerCase()));
  const names = [kind, ...factors.map((_, place) => `${kind} ${place + 2}`)];
  return names.find((name) => !held.has(name.toLowerCase())) ?? kind;
}

/** Removes unverified factors, so that the enrollment can start again. */
export async function discardUnfinished(type: FactorType): Promise<void> {
  const { all } = await taken(authClient().mfa.listFactors());
  const left = all.filter((factor) => factor.factor_type === type && factor.status === 'unverified');
  for (const { id } of left) await taken(authClient().mfa.unenroll({ factorId: id }));
}
