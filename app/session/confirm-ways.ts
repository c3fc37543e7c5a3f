import type { User } from '@supabase/auth-js';

import type { Account, FactorType } from '#domain/account.ts';

/** How somebody can show once more that it is they. */
export type ConfirmWay =
  | { by: 'password' }
  | { by: 'mail'; email: string }
  | { by: FactorType; factorId: string; name: string };

export const wayKey = (way: ConfirmWay): string => ('factorId' in way ? way.factorId : way.by);

const FACTOR_WORDS: Record<FactorType, string> = {
  totp: 'Use a code from',
  phone: 'Send a message to',
  webauthn: 'Use',
};

/** What the key says that leads to this way. */
export function wayWords(way: ConfirmWay): string {
  if (way.by === 'password') return 'Use your password';
  if (way.by === 'mail') return 'Send me a code by mail';
  return `${FACTOR_WORDS[way.by]} ${way.name}`;
}

const isWay = (type: string): type is FactorType =>
  type === 'totp' || type === 'phone' || type === 'webauthn';

/** The ways that this account has, the one at hand first. */
export function confirmWays(
  account: Pick<Account, 'email' | 'hasPassword'>,
  user: User | null,
): ConfirmWay[] {
  const factors = (user?.factors ?? []).flatMap(
    ({ id, factor_type: type, friendly_name: name, status }): ConfirmWay[] =>
      status === 'verified' && isWay(type)
        ? [{ by: type, factorId: id, name: name || 'your second step' }]
        : [],
  );
  const password: ConfirmWay[] = account.hasPassword ? [{ by: 'password' }] : [];
  return [...password, ...factors, { by: 'mail', email: account.email }];
}
