import { Close, Content, Portal, Root, Trigger } from '@radix-ui/react-popover';
import { LogOut, Store } from 'lucide-react';
import { useNavigate } from 'react-router';

import { signOut, signedOutPath, useSession } from '#app/session/session.ts';

const initialsFrom = (email: string): string =>
  email
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 2)
    .toUpperCase() || '?';

/** Who is signed in, the way back to the site, and the way out. */
export function AccountMenu() {
  const { user } = useSession();
  const navigate = useNavigate();
  if (!user) return null;
  const email = user.email ?? 'No email';
  const leave = async () => {
    try {
      await signOut();
    } finally {
      await navigate(signedOutPath());
    }
  };
  return (
    <Root>
      <Trigger className="account-key" aria-label={`${initialsFrom(email)}: account of ${email}`}>
        <span className="avatar">{initialsFrom(email)}</span>
      </Trigger>
      <Portal>
        <Content className="menu" align="end" sideOffset={8} collisionPadding={8} aria-label="Account">
          <p className="menu-head small">
            <span className="muted">Signed in as</span>
            <b>{email}</b>
          </p>
          <Close asChild>
            <a className="menu-item" href="/">
              <Store className="i" aria-hidden="true" />
              Back to the site
            </a>
          </Close>
          <button type="button" className="menu-item" onClick={() => void leave()}>
            <LogOut className="i" aria-hidden="true" />
            Sign out
          </button>
        </Content>
      </Portal>
    </Root>
  );
}
