import type { ReactNode } from 'react';

import { SITE } from '#content/site.ts';

/** Error page for a purchase with another email address. */
export const PurchaseNotFound = () => (
  <>
    <h1>Not among your purchases</h1>
    <p>
      It is not there, or it was bought with another address. <a href="/purchases">Your purchases</a>
    </p>
  </>
);

type PurchasesLayoutProps = {
  /** Email address of the signed-in buyer; null if not signed in. */
  email: string | null;
  /** Message after a redirect. */
  notice?: string | null;
  children: ReactNode;
};

/** Layout of the buyer portal, with one line about us in the footer. */
export const PurchasesLayout = ({ email, notice = null, children }: PurchasesLayoutProps) => (
  <div className="pu">
    <main className="buyer-portal__main" data-narrow={email === null || undefined}>
      {email && <BuyerHeader email={email} />}
      {notice && (
        <p className="buyer-portal__notice" role="status">
          {notice}
        </p>
      )}
      {email === null ? <section className="buyer-portal__card">{children}</section> : children}
    </main>
    <footer className="buyer-portal__footer">
      <p>
        Kept for these sellers by <a href="/">{SITE.name}</a>. Payments are made through Stripe.
      </p>
    </footer>
  </div>
);

const BuyerHeader = ({ email }: { email: string }) => (
  <header className="buyer-header">
    <p>
      Bought with <b>{email}</b>
    </p>
    <form method="post" action="/purchases">
      <button className="buyer-portal__link-button" name="intent" value="another">
        See purchases of another address
      </button>
      <button className="buyer-portal__link-button" name="intent" value="sign-out">
        Sign out
      </button>
    </form>
  </header>
);
