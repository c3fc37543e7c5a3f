import { useEffect } from 'react';
import { Link } from 'react-router';

import { followSession, SESSION_MARK } from '#app/session/session-mark.ts';
import { Key, keyClass } from '#app/ui/key.tsx';
import { Mark } from '#app/ui/mark.tsx';
import { useInBrowser } from '#app/ui/use-in-browser.ts';
import { SITE } from '#content/site.ts';

import { SideDrawer } from './side-drawer.tsx';
import { useSignOut } from './use-sign-out.ts';

/** Runs before paint; needed only in the document that the server sent. */
function MarkScript() {
  const inBrowser = useInBrowser();
  return inBrowser ? null : <script dangerouslySetInnerHTML={{ __html: SESSION_MARK }} />;
}

/** The navigation bar of public pages. It holds both of its states; `data-signed` on <html> shows one. */
export function Bar() {
  const { busy, leave } = useSignOut();
  useEffect(followSession, []);
  return (
    <header className="bar on-enamel">
      <MarkScript />
      <div className="wrap">
        <Link className="brand" to="/">
          <Mark />
          <span>{SITE.name}</span>
        </Link>
        <nav className="bar-end" aria-label="Main">
          <Link className={keyClass('enamel', 'md', 'wide when-out')} to="/auth">
            Sign in
          </Link>
          <Link className={keyClass('brass', 'md', 'when-out')} to="/auth?tab=sign-up">
            Get started
          </Link>
          <Key kind="enamel" className="wide when-in" onClick={leave} busy={busy && 'Signing out...'}>
            Sign out
          </Key>
          <Link className={keyClass('brass', 'md', 'when-in')} to="/builder">
            Dashboard
          </Link>
          <SideDrawer onSignOut={leave} />
        </nav>
      </div>
    </header>
  );
}
