import type { ReactNode } from 'react';

import { Banner } from '#app/components/banner.tsx';
import { CashRegisterIllustration } from '#app/components/cash-register-illustration.tsx';
import { Toaster } from '#app/components/toast.tsx';
import { BrandLink } from '#app/lib/brand-link.tsx';

/** Message for browsers without JavaScript. */
export const NoScriptNotice = ({ feature }: { feature: string }) => (
  <noscript>
    <Banner>{feature} needs JavaScript. Please switch it on for this site.</Banner>
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
        Skip to content
      </a>
      <div className="account">
        <header className="auth-layout__aside on-enamel">
          <BrandLink />
          <div className="auth-layout__illustration">
            <CashRegisterIllustration displayText="$000" label="A till, ready for its first sale" />
          </div>
          <p className="auth-layout__tagline">{tagline}</p>
        </header>
        <main id="main">{children}</main>
      </div>
      <Toaster />
    </>
  );
}
