import { Close, Content, Portal, Root, Trigger } from '@radix-ui/react-popover';
import { LogOut, Store, UserRound } from 'lucide-react';
import { Link, useNavigate } from 'react-router';

import { getInitials } from '#app/session/initials.ts';
import { SIGNED_OUT_PATH, useSession } from '#app/session/session.ts';

import { useSignOut } from './use-sign-out.tsx';

/** Shows who is signed in, with links to the account and the site, and the sign-out button. */
export function AccountMenu() {
  const { user } = useSession();
  const navigate = useNavigate();
  const signOutAction = useSignOut(() => void navigate(SIGNED_OUT_PATH));
  if (!user) return null;
  const email = user.email ?? 'No email';
  const name: unknown = user.user_metadata.name;
  const initials = getInitials(typeof name === 'string' ? name : '', email);
  return (
    <>
      {signOutAction.confirmDialog}
      <Root>
        <Trigger className="account-key" aria-label={`${initials}: account of ${email}`}>
          <span className="avatar">{initials}</span>
        </Trigger>
        <Portal>
          <Content className="menu" align="end" sideOffset={8} collisionPadding={8} aria-label="Account">
            <p className="menu-head small">
              <span className="muted">Signed in as</span>
              <b>{email}</b>
            </p>
            <Close asChild>
              <Link className="menu-item" to="/account">
                <UserRound className="i" aria-hidden="true" />
                Account
              </Link>
            </Close>
            <Close asChild>
              <a className="menu-item" href="/">
                <Store className="i" aria-hidden="true" />
                Back to the site
              </a>
            </Close>
            <button
              type="button"
              className="menu-item"
              aria-busy={signOutAction.busy}
              onClick={signOutAction.requestSignOut}
            >
              <LogOut className="i" aria-hidden="true" />
              {signOutAction.busy ? 'Signing out...' : 'Sign out'}
            </button>
          </Content>
        </Portal>
      </Root>
    </>
  );
}
