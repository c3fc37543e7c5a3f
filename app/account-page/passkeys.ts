import type { PasskeyListItem } from '@supabase/auth-js';

import { authClient } from '#app/session/session.ts';
import { taken } from '#app/session/taken.ts';

import { useReading, type Reading } from './use-reading.ts';

export type Passkey = Pick<PasskeyListItem, 'id' | 'friendly_name' | 'created_at' | 'last_used_at'>;
export type PasskeysReading = Reading<Passkey[]> & { retry: () => void };

const readPasskeys = (): Promise<Passkey[]> => taken(authClient().passkey.list());

export const usePasskeys = (round: number): PasskeysReading => useReading(readPasskeys, round);

export const nameOf = ({ friendly_name: name }: Passkey): string => name || 'Passkey';
