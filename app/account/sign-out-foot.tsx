import { Key } from '#app/ui/key.tsx';

import { useSignOut } from './use-sign-out.tsx';

/** The way out of a screen that has no bar. */
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
