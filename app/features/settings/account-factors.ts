import type { User } from '@supabase/auth-js';
import { KeyRound, MessageSquareText, ScanQrCode, type LucideIcon } from 'lucide-react';

import { callAuth } from '#app/lib/session/session.ts';
import { settingsSecurityMessages } from '#content/messages/settings-security.ts';
import { FACTOR_TYPES, type FactorType } from '#domain/account.ts';

/** A factor as the page shows it. Dates are ISO 8601 in UTC. */
export type AccountFactor = {
  id: string;
  type: FactorType;
  name: string;
  verified: boolean;
  addedAt: string;
  usedAt: string | null;
};

export const FACTOR_COPY: Record<FactorType, { label: string; description: string; Icon: LucideIcon }> = {
  totp: {
    ...settingsSecurityMessages.factors.totp,
    Icon: ScanQrCode,
  },
  webauthn: {
    ...settingsSecurityMessages.factors.webauthn,
    Icon: KeyRound,
  },
  phone: {
    ...settingsSecurityMessages.factors.phone,
    Icon: MessageSquareText,
  },
};

/** Factor types in the order of offering: the strongest one that most sellers have comes first. */
export const listOfferedFactorTypes = (phone: boolean): FactorType[] =>
  (['totp', 'webauthn', 'phone'] as const).filter((type) => phone || type !== 'phone');

const isFactorType = (type: string): type is FactorType => FACTOR_TYPES.some((candidate) => candidate === type);

export const listAccountFactors = (user: Pick<User, 'factors'>): AccountFactor[] =>
  (user.factors ?? []).flatMap((factor) =>
    isFactorType(factor.factor_type)
      ? [
          {
            id: factor.id,
            type: factor.factor_type,
            name: factor.friendly_name || FACTOR_COPY[factor.factor_type].label,
            verified: factor.status === 'verified',
            addedAt: factor.created_at,
            usedAt: factor.last_challenged_at ?? null,
          },
        ]
      : [],
  );

/** Returns an unused name: "Phone", else "Phone 2". */
export function findFreeFactorName(type: FactorType, factors: readonly Pick<AccountFactor, 'name'>[]): string {
  const { label } = FACTOR_COPY[type];
  const takenNames = new Set(factors.map(({ name }) => name.toLowerCase()));
  const names = [label, ...factors.map((_, index) => `${label} ${index + 2}`)];
  return names.find((name) => !takenNames.has(name.toLowerCase())) ?? label;
}

/** Removes unverified factors, so that the enrollment can start again. */
export async function discardUnverifiedFactors(type: FactorType): Promise<void> {
  const { all } = await callAuth((auth) => auth.mfa.listFactors());
  const unverifiedFactors = all.filter((factor) => factor.factor_type === type && factor.status === 'unverified');
  for (const { id } of unverifiedFactors) await callAuth((auth) => auth.mfa.unenroll({ factorId: id }));
}
