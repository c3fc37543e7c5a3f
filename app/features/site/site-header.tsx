import { Menu, X } from 'lucide-react';

import { Button, buttonVariants } from '#app/components/button.tsx';
import { useScriptNonce } from '#app/components/utils/script-nonce.ts';
import { BrandLink } from '#app/lib/brand-link.tsx';
import { SIGNED_IN_SCRIPT } from '#app/lib/session/signed-in-attribute.ts';
import { NAVIGATION } from '#content/site.ts';

import { SiteLink } from './site-link.tsx';

const DRAWER_ID = 'menu';

/** Navigation on narrow screens. A popover without JavaScript, a modal dialog with it. */
function NavigationDrawer() {
  return (
    <dialog className="drawer on-enamel" id={DRAWER_ID} popover="auto" aria-labelledby="menu-title">
      <div className="drawer-head">
        <h2 className="h2" id="menu-title">
          Menu
        </h2>
        <Button Icon={X} variant="enamel" aria-label="Close menu" popoverTarget={DRAWER_ID} />
      </div>
      <nav className="drawer-links" aria-label="Main">
        {NAVIGATION.map(({ label, ...link }) => (
          <SiteLink key={link.href} {...link}>
            {label}
          </SiteLink>
        ))}
        <SiteLink href="/auth" shownTo="out">
          Sign in
        </SiteLink>
        <SiteLink href="/auth?tab=sign-up" shownTo="out">
          Get started
        </SiteLink>
        <SiteLink href="/builder" shownTo="in">
          Dashboard
        </SiteLink>
        <button type="button" className="when-in" data-sign-out="">
          Sign out
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
          <Button Icon={Menu} variant="enamel" className="narrow" aria-label="Open menu" popoverTarget={DRAWER_ID} />
        </div>
      </div>
      <NavigationDrawer />
    </header>
  );
}
