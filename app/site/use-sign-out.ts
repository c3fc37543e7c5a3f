import { useState } from 'react';
import { useNavigate } from 'react-router';

/** Signs out on a public page: the auth client is only fetched now. The notice at `/` says it. */
export function useSignOut(): { busy: boolean; leave: () => void } {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    try {
      const { signOut } = await import('#app/session/session.ts');
      await signOut();
    } finally {
      setBusy(false);
      await navigate('/?notice=signed-out');
    }
  };
  return { busy, leave: () => void leave() };
}
