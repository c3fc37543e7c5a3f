import { Button } from '#app/ui/key.tsx';

import { useSignOut } from './use-sign-out.tsx';

/** Sign-out button for screens without a header. */
export function SignOutFooter() {
  const signOutAction = useSignOut(() => undefined);
  return (
    <div className="account-feet">
      {signOutAction.confirmDialog}
      <Button variant="bare" onClick={signOutAction.requestSignOut} busyLabel={signOutAction.busy && 'Signing out...'}>
        Sign out
      </Button>
    </div>
  );
}
