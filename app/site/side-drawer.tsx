import { X } from 'lucide-react';

import { Button } from '#app/ui/key.tsx';
import { NAVIGATION } from '#content/site.ts';

import { SiteLink } from './site-link.tsx';

export const DRAWER_ID = 'menu';

/** Navigation on narrow screens. A popover without JavaScript, a modal dialog with it. */
export function NavigationDrawer() {
  return (
    <dialog className="drawer on-enamel" id={DRAWER_ID} popover="auto" aria-labelledby="menu-title">
      <div className="drawer-head">
        <h2 className="h2" id="menu-title">
          Menu
        </h2>
        <Button variant="enamel" className="icon" aria-label="Close menu" popoverTarget={DRAWER_ID}>
          <X className="i" aria-hidden="true" />
        </Button>
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
