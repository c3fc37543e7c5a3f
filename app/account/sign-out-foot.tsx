import { signOut } from '#app/session/session.ts';
import { Key } from '#app/ui/key.tsx';

/** The way out of a screen that has no bar. */
export const SignOutFoot = () => (
  <div className="account-feet">
    <Key kind="bare" onClick={() => void signOut().catch(() => undefined)}>
      Sign out
    </Key>
  </div>
);
