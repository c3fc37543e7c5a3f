import { type ReactNode, useEffect, useRef } from 'react';

import { CashRegisterIllustration } from '#app/components/cash-register-illustration.tsx';
import { LogoMark } from '#app/components/logo-mark.tsx';
import { Toaster } from '#app/components/toast.tsx';
import { SITE } from '#content/site.ts';

/** A heading that takes the focus on mount. Use it where new content replaces the clicked button. */
export function FocusableHeading({ children }: { children: string }) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => headingRef.current?.focus(), []);
  return (
    <h1 className="h1 spoken" tabIndex={-1} ref={headingRef}>
      {children}
    </h1>
  );
}

/** Message for browsers without JavaScript. */
export const NoScriptNotice = ({ feature }: { feature: string }) => (
  <noscript>
    <p className="banner">{feature} needs JavaScript. Please switch it on for this site.</p>
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
          <a className="brand" href="/">
            <LogoMark />
            <span>{SITE.name}</span>
          </a>
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
