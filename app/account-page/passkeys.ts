import type { PasskeyListItem } from '@supabase/auth-js';

import { authClient } from '#app/session/session.ts';
import { unwrapAuthResponse } from '#app/session/taken.ts';

import { useRefreshableQuery, type QueryState } from './use-reading.ts';

export type Passkey = Pick<PasskeyListItem, 'id' | 'friendly_name' | 'created_at' | 'last_used_at'>;
export type PasskeysQuery = QueryState<Passkey[]> & { retry: () => void };

const fetchPasskeys = (): Promise<Passkey[]> => unwrapAuthResponse(authClient().passkey.list());

export const usePasskeys = (refreshKey: number): PasskeysQuery => useRefreshableQuery(fetchPasskeys, refreshKey);

export const getPasskeyName = ({ friendly_name: name }: Passkey): string => name || 'Passkey';
