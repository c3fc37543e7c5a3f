import type { ReactNode } from 'react';

import { LogoMark } from '#app/ui/mark.tsx';
import { CashRegisterIllustration } from '#app/ui/till-drawing.tsx';
import { Toaster } from '#app/ui/toast.tsx';
import { SITE } from '#content/site.ts';

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
        <header className="account-till on-enamel">
          <a className="brand" href="/">
            <LogoMark />
            <span>{SITE.name}</span>
          </a>
          <div className="account-picture">
            <CashRegisterIllustration displayText="$000" label="A till, ready for its first sale" />
          </div>
          <p className="account-saying">{tagline}</p>
        </header>
        <main id="main">{children}</main>
      </div>
      <Toaster />
    </>
  );
}
