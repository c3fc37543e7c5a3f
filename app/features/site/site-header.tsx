import { Menu, X } from 'lucide-react';

import { Button, buttonVariants } from '#app/components/button.tsx';
import { useScriptNonce } from '#app/components/utils/script-nonce.ts';
import { BrandLink } from '#app/lib/brand-link.tsx';
import { SIGNED_IN_SCRIPT } from '#app/lib/session/signed-in-attribute.ts';
import { siteFrameMessages } from '#content/messages/site-frame.ts';
import { NAVIGATION } from '#content/site-links.ts';

import { SiteLink } from './site-link.tsx';

const HEADER = siteFrameMessages.header;
const DRAWER_ID = 'menu';

/** Navigation on narrow screens. A popover without JavaScript, a modal dialog with it. */
function NavigationDrawer() {
  return (
    <dialog className="drawer on-enamel" id={DRAWER_ID} popover="auto" aria-labelledby="menu-title">
      <div className="drawer-head">
        <h2 className="h2" id="menu-title">
          {HEADER.menu}
        </h2>
        <Button Icon={X} variant="enamel" aria-label={HEADER.closeMenu} popoverTarget={DRAWER_ID} />
      </div>
      <nav className="drawer-links" aria-label={HEADER.navigation}>
        {NAVIGATION.map(({ label, ...link }) => (
          <SiteLink key={link.href} {...link}>
            {label}
          </SiteLink>
        ))}
        <SiteLink href="/auth" shownTo="out">
          {HEADER.signIn}
        </SiteLink>
        <SiteLink href="/auth?tab=sign-up" shownTo="out">
          {HEADER.signUp}
        </SiteLink>
        <SiteLink href="/builder" shownTo="in">
          {HEADER.dashboard}
        </SiteLink>
        <button type="button" className="when-in" data-sign-out="">
          {HEADER.signOut}
        </button>
      </nav>
    </dialog>
  );
}

/** Header of public pages. It contains both session states; `data-signed` on <html> shows one. */
export function SiteHeader() {
  return (
    <header className="bar on-enamel">
      <script nonce={useScriptNonce()} dangerouslySetInnerHTML={{ __html: SIGNED_IN_SCRIPT }} />
      <div className="wrap">
        <BrandLink />
        <nav className="bar-links wide" aria-label={HEADER.navigation}>
          {NAVIGATION.map(({ label, ...link }) => (
            <SiteLink key={link.href} {...link}>
              {label}
            </SiteLink>
          ))}
        </nav>
        <div className="bar-end">
          <a className={buttonVariants('enamel', 'md', 'wide when-out')} href="/auth">
            {HEADER.signIn}
          </a>
          <a className={buttonVariants('brass', 'md', 'when-out')} href="/auth?tab=sign-up">
            {HEADER.signUp}
          </a>
          <Button variant="enamel" className="wide when-in" data-sign-out="">
            {HEADER.signOut}
          </Button>
          <a className={buttonVariants('brass', 'md', 'when-in')} href="/builder">
            {HEADER.dashboard}
          </a>
          <Button
            Icon={Menu}
            variant="enamel"
            className="narrow"
            aria-label={HEADER.openMenu}
            popoverTarget={DRAWER_ID}
          />
        </div>
      </div>
      <NavigationDrawer />
    </header>
  );
}
