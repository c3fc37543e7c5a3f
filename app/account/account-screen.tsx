import type { ReactNode } from 'react';

import { Mark } from '#app/ui/mark.tsx';
import { TillDrawing } from '#app/ui/till-drawing.tsx';
import { Toaster } from '#app/ui/toast.tsx';
import { SITE } from '#content/site.ts';

type Props = {
  /** What the enamel half says. */
  saying: string;
  children: ReactNode;
};

/** Two halves: the till and a sentence, the form. Phones have the form only. */
export function AccountScreen({ saying, children }: Props) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="account">
        <header className="account-till on-enamel">
          <a className="brand" href="/">
            <Mark />
            <span>{SITE.name}</span>
          </a>
          <div className="account-picture">
            <TillDrawing figure="$000" label="A till, ready for its first sale" />
          </div>
          <p className="account-saying">{saying}</p>
        </header>
        <main id="main">{children}</main>
      </div>
      <Toaster />
    </>
  );
}
