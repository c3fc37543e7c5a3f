import type { ReactNode } from 'react';

import { Banner } from '#app/components/banner.tsx';
import { CashRegisterIllustration } from '#app/components/cash-register-illustration.tsx';
import { Toaster } from '#app/components/toast.tsx';
import { BrandLink } from '#app/lib/brand-link.tsx';
import { authMessages } from '#content/messages/auth.ts';
import { navigationMessages } from '#content/messages/navigation.ts';

/** Message for browsers without JavaScript. */
export const NoScriptNotice = ({ text }: { text: string }) => (
  <noscript>
    <Banner>{text}</Banner>
  </noscript>
);

type Props = {
  /** The sentence beside the form. */
  tagline: string;
  children: ReactNode;
};

/** Two columns: illustration with a tagline, and the form. Phones show only the form. */
export function AuthLayout({ tagline, children }: Props) {
  return (
    <>
      <a className="skip" href="#main">
        {navigationMessages.navigation.skipLink}
      </a>
      <div className="account">
        <header className="auth-layout__aside on-enamel">
          <BrandLink />
          <div className="auth-layout__illustration">
            <CashRegisterIllustration displayText="$000" label={authMessages.layout.illustration} />
          </div>
          <p className="auth-layout__tagline">{tagline}</p>
        </header>
        <main id="main">{children}</main>
      </div>
      <Toaster />
    </>
  );
}
