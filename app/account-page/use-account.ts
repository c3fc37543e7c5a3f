import type { User } from '@supabase/auth-js';
import { useCallback, useState } from 'react';

import { callRpc } from '#app/session/call.ts';
import { authClient } from '#app/session/session.ts';
import { unwrapAuthResponse } from '#app/session/taken.ts';
import { useRefetchOnFocus } from '#app/ui/use-look-again.ts';
import type { Account } from '#domain/account.ts';

import { useRefreshableQuery } from './use-reading.ts';

/** The window and the document both report a tab's return, so a second event within this time is ignored. */
const MIN_REFETCH_INTERVAL_MS = 1000;

/** The account as the page shows it: our account data, and the auth user with factors and identities. */
export type AccountData = { account: Account; user: User };

/** Props of every section. `refresh` reloads all sections. */
export type SectionProps = AccountData & { refreshKey: number; refresh: () => void };

async function fetchAccount(): Promise<AccountData> {
  const [account, { user }] = await Promise.all([
    callRpc('get-account', {}),
    unwrapAuthResponse(authClient().getUser()),
  ]);
  if (!user) throw new Error('Nobody is signed in');
  return { account, user };
}

/** Loads the account, and reloads it after changes and when the tab regains focus, since an email link may have been opened. */
export function useAccount() {
  const [refreshKey, setRefreshKey] = useState(0);
  const refresh = useCallback(() => setRefreshKey((previous) => previous + 1), []);
  useRefetchOnFocus(refresh, MIN_REFETCH_INTERVAL_MS);
  return { accountQuery: useRefreshableQuery(fetchAccount, refreshKey), refreshKey, refresh };
}
