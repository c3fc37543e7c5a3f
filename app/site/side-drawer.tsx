import { Close, Content, Overlay, Portal, Root, Title, Trigger } from '@radix-ui/react-dialog';
import { Menu, X } from 'lucide-react';
import { Link } from 'react-router';

import { keyClass } from '#app/ui/key.tsx';

/** The bar's links on phones. */
export function SideDrawer({ onSignOut }: { onSignOut: () => void }) {
  return (
    <Root>
      <Trigger className={keyClass('enamel', 'md', 'icon narrow')} aria-label="Open menu">
        <Menu className="i" aria-hidden="true" />
      </Trigger>
      <Portal>
        <Overlay className="veil" />
        <Content className="drawer on-enamel" aria-describedby={undefined}>
          <div className="drawer-head">
            <Title className="h2">Menu</Title>
            <Close className={keyClass('enamel', 'md', 'icon')} aria-label="Close menu">
              <X className="i" aria-hidden="true" />
            </Close>
          </div>
          <nav className="drawer-links" aria-label="Main">
            <Close asChild>
              <Link to="/">Home</Link>
            </Close>
            <Close asChild>
              <Link className="when-out" to="/auth">
                Sign in
              </Link>
            </Close>
            <Close asChild>
              <Link className="when-out" to="/auth?tab=sign-up">
                Get started
              </Link>
            </Close>
            <Close asChild>
              <Link className="when-in" to="/builder">
                Dashboard
              </Link>
            </Close>
            <Close className="when-in" onClick={onSignOut}>
              Sign out
            </Close>
          </nav>
        </Content>
      </Portal>
    </Root>
  );
}
