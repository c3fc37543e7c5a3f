import { Menu } from 'lucide-react';

import { SIGNED_IN_SCRIPT } from '#app/session/session-mark.ts';
import { Button, buttonVariants } from '#app/ui/key.tsx';
import { LogoMark } from '#app/ui/mark.tsx';
import { useScriptNonce } from '#app/ui/script-marker.ts';
import { NAVIGATION, SITE } from '#content/site.ts';

import { DRAWER_ID, NavigationDrawer } from './side-drawer.tsx';
import { SiteLink } from './site-link.tsx';

/** Header of public pages. It contains both session states; `data-signed` on <html> shows one. */
export function SiteHeader() {
  return (
    <header className="bar on-enamel">
      <script nonce={useScriptNonce()} dangerouslySetInnerHTML={{ __html: SIGNED_IN_SCRIPT }} />
      <div className="wrap">
        <a className="brand" href="/">
          <LogoMark />
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
          <a className={buttonVariants('enamel', 'md', 'wide when-out')} href="/auth">
            Sign in
          </a>
          <a className={buttonVariants('brass', 'md', 'when-out')} href="/auth?tab=sign-up">
            Get started
          </a>
          <Button variant="enamel" className="wide when-in" data-sign-out="">
            Sign out
          </Button>
          <a className={buttonVariants('brass', 'md', 'when-in')} href="/builder">
            Dashboard
          </a>
          <Button variant="enamel" className="icon narrow" aria-label="Open menu" popoverTarget={DRAWER_ID}>
            <Menu className="i" aria-hidden="true" />
          </Button>
        </div>
      </div>
      <NavigationDrawer />
    </header>
  );
}
