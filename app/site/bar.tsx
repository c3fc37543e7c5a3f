import { Menu } from 'lucide-react';

import { SESSION_MARK } from '#app/session/session-mark.ts';
import { Key, keyClass } from '#app/ui/key.tsx';
import { Mark } from '#app/ui/mark.tsx';
import { useScriptMarker } from '#app/ui/script-marker.ts';
import { NAVIGATION, SITE } from '#content/site.ts';

import { DRAWER_ID, SideDrawer } from './side-drawer.tsx';
import { SiteLink } from './site-link.tsx';

/** Header of public pages. It contains both session states; `data-signed` on <html> shows one. */
export function Bar() {
  return (
    <header className="bar on-enamel">
      <script nonce={useScriptMarker()} dangerouslySetInnerHTML={{ __html: SESSION_MARK }} />
      <div className="wrap">
        <a className="brand" href="/">
          <Mark />
          <span>{SITE.name}</span>
        </a>
        <nav className="bar-links wide" aria-label="Main">
          {NAVIGATION.map(({ label, ...link }) => (
            <SiteLink key={link.href} {...link}>
              {label}
            </SiteLink>
          ))}
        </nav>
        <div className="bar-end">
          <a className={keyClass('enamel', 'md', 'wide when-out')} href="/auth">
            Sign in
          </a>
          <a className={keyClass('brass', 'md', 'when-out')} href="/auth?tab=sign-up">
            Get started
          </a>
          <Key kind="enamel" className="wide when-in" data-sign-out="">
            Sign out
          </Key>
          <a className={keyClass('brass', 'md', 'when-in')} href="/builder">
            Dashboard
          </a>
          <Key kind="enamel" className="icon narrow" aria-label="Open menu" popoverTarget={DRAWER_ID}>
            <Menu className="i" aria-hidden="true" />
          </Key>
        </div>
      </div>
      <SideDrawer />
    </header>
  );
}
