import type { ReactNode } from 'react';

import { FontLinks } from '#app/checkout-page/page-assets.tsx';
import { getPageStyle } from '#app/checkout-page/page-style.ts';
import { RichText } from '#app/components/rich-text.tsx';
import { purchaseMessages } from '#content/messages/purchases.ts';
import { SITE } from '#content/site.ts';
import type { PurchaseSeller } from '#domain/purchase.ts';

const { layout: messages, notFound } = purchaseMessages;

/** Error page for a purchase with another email address. */
export const PurchaseNotFound = () => (
  <>
    <h1>{notFound.title}</h1>
    <p>
      <RichText text={notFound.text} tags={{ link: (text) => <a href="/purchases">{text}</a> }} />
    </p>
  </>
);

type PurchasesLayoutProps = {
  /** Email address of the signed-in buyer; null if not signed in. */
  email: string | null;
  /** The only seller that the page is about: it has their colors and fonts. */
  seller?: PurchaseSeller | null | undefined;
  /** Message after a redirect. */
  notice?: string | null;
  children: ReactNode;
};

/** Layout of the buyer portal, with one line about us in the footer. */
export const PurchasesLayout = ({ email, seller, notice = null, children }: PurchasesLayoutProps) => (
  <div
    className="pu"
    data-branded={seller ? true : undefined}
    style={seller ? getPageStyle(seller.branding) : undefined}
  >
    {seller && <FontLinks fonts={seller.branding.fonts} />}
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
        <RichText text={messages.footer({ siteName: SITE.name })} tags={{ link: (text) => <a href="/">{text}</a> }} />
      </p>
    </footer>
  </div>
);

const BuyerHeader = ({ email }: { email: string }) => (
  <header className="buyer-header">
    <p>
      <RichText text={messages.signedInAs} tags={{ email: () => <b>{email}</b> }} />
    </p>
    <form method="post" action="/purchases">
      <button className="buyer-portal__link-button" name="intent" value="another">
        {messages.useOtherEmail}
      </button>
      <button className="buyer-portal__link-button" name="intent" value="sign-out">
        {messages.signOut}
      </button>
    </form>
  </header>
);
