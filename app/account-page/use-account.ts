import type { User } from '@supabase/auth-js';
import { useCallback, useState } from 'react';

import { call } from '#app/session/call.ts';
import { authClient } from '#app/session/session.ts';
import { taken } from '#app/session/taken.ts';
import { useLookAgain } from '#app/ui/use-look-again.ts';
import type { Account } from '#domain/account.ts';

import { useReading } from './use-reading.ts';

/** A tab that is come back to tells so twice, by the window and by the document. */
const ONE_RETURN_MS = 1000;

/** The account as its page shows it: what we say of it, and the user with factors and identities. */
export type AccountNow = { account: Account; user: User };

/** What every part gets. `changed` has all of them read again. */
export type PartProps = AccountNow & { round: number; changed: () => void };

async function readAccount(): Promise<AccountNow> {
  const [account, { user }] = await Promise.all([call('get-account', {}), taken(authClient().getUser())]);
  if (!user) throw new Error('Nobody is signed in');
  return { account, user };
}

/** Reads the account, again after every change and when the tab is come back to: a mail may have been opened meanwhile. */
export function useAccount() {
  const [round, setRound] = useState(0);
  const changed = useCallback(() => setRound((last) => last + 1), []);
  useLookAgain(changed, ONE_RETURN_MS);
  return { reading: useReading(readAccount, round), round, changed };
}
