import { Key } from '#app/ui/key.tsx';

import { useSignOut } from './use-sign-out.tsx';

/** Sign-out button for screens without a header. */
export function SignOutFoot() {
  const leaving = useSignOut(() => undefined);
  return (
    <div className="account-feet">
      {leaving.question}
      <Key kind="bare" onClick={leaving.press} busy={leaving.busy && 'Signing out...'}>
        Sign out
      </Key>
    </div>
  );
}
