import type { ReactNode } from 'react';

import { SITE } from '#content/site.ts';

type FrameProps = {
  /** Whose purchases they are; null: nobody is let in. */
  email: string | null;
  /** What has just been done. */
  said?: string | null;
  children: ReactNode;
};

/** Every page of a buyer's own: theirs and their sellers', with one line about us at its foot. */
export const PurchasesFrame = ({ email, said = null, children }: FrameProps) => (
  <div className="pu">
    <main className="pu-page" data-narrow={email === null || undefined}>
      {email && <Whose email={email} />}
      {said && (
        <p className="pu-said" role="status">
          {said}
        </p>
      )}
      {email === null ? <section className="pu-sheet">{children}</section> : children}
    </main>
    <footer className="pu-foot">
      <p>
        Kept for these sellers by <a href="/">{SITE.name}</a>. Payments are made through Stripe.
      </p>
    </footer>
  </div>
);

const Whose = ({ email }: { email: string }) => (
  <header className="pu-whose">
    <p>
      Bought with <b>{email}</b>
    </p>
    <form method="post" action="/purchases">
      <button className="pu-quiet" name="intent" value="another">
        See purchases of another address
      </button>
      <button className="pu-quiet" name="intent" value="sign-out">
        Sign out
      </button>
    </form>
  </header>
);
