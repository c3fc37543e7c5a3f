import type { User } from '@supabase/auth-js';
import { useCallback, useState } from 'react';

import { call } from '#app/session/call.ts';
import { authClient } from '#app/session/session.ts';
import { taken } from '#app/session/taken.ts';
import { useLookAgain } from '#app/ui/use-look-again.ts';
import type { Account } from '#domain/account.ts';

import { useReading } from './use-reading.ts';

/** The window and the document both report a tab's return, so a second event within this time is ignored. */
const ONE_RETURN_MS = 1000;

/** The account as the page shows it: our account data, and the auth user with factors and identities. */
export type AccountNow = { account: Account; user: User };

/** Props of every section. `refresh` reloads all sections. */
export type PartProps = AccountNow & { round: number; changed: () => void };

async function readAccount(): Promise<AccountNow> {
  const [account, { user }] = await Promise.all([call('get-account', {}), taken(authClient().getUser())]);
  if (!user) throw new Error('Nobody is signed in');
  return { account, user };
}

/** Loads the account, and reloads it after changes and when the tab regains focus, since an email link may have been opened. */
export function useAccount() {
  const [round, setRound] = useState(0);
  const changed = useCallback(() => setRound((last) => last + 1), []);
  useLookAgain(changed, ONE_RETURN_MS);
  return { reading: useReading(readAccount, round), round, changed };
}
