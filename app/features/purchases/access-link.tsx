import { DeliveredList } from '#app/checkout-page/delivered-list.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { deliveredMessages } from '#content/messages/delivered.ts';
import { areFiles } from '#domain/delivered.ts';
import type { AccessLinkPage } from '#domain/purchase.ts';

import { formatDay } from './purchase-text.ts';
import { SellerHeader } from './seller-header.tsx';

const { accessLink: messages, title } = deliveredMessages;

const renderPurchasesLink = (text: string) => <a href="/purchases">{text}</a>;

export const AccessLinkMissing = () => (
  <>
    <h1>{messages.missing.title}</h1>
    <p className="buyer-portal__lead">
      <RichText text={messages.missing.text} tags={{ link: renderPurchasesLink }} />
    </p>
  </>
);

type AccessLinkProps = { page: AccessLinkPage; error: string | null };

/** What an order delivers. Of an old link, the form with which its buyer confirms the email address. */
export function AccessLink({ page, error }: AccessLinkProps) {
  const { seller, productName, number, createdAt } = page;
  return (
    <>
      <SellerHeader seller={seller} level="p" />
      <div>
        <h1 dir="auto">{productName}</h1>
        <p className="buyer-portal__note">{messages.ordered({ number, day: formatDay(createdAt) })}</p>
      </div>
      {page.kind === 'confirm' ? (
        <ConfirmEmail email={page.email} error={error} />
      ) : (
        <section>
          <h2>{areFiles(page.items) ? title.files : title.other}</h2>
          <DeliveredList items={page.items} buttonClass="buyer-portal__button" />
        </section>
      )}
    </>
  );
}

type ConfirmEmailProps = { email: string | null; error: string | null };

const ConfirmEmail = ({ email, error }: ConfirmEmailProps) => (
  <section className="sign-in-link-form">
    <h2>{messages.confirm.title}</h2>
    {email === null ? (
      <p>{messages.confirm.noAddress}</p>
    ) : (
      <>
        <p>
          <RichText text={messages.confirm.text} tags={{ email: () => <b>{email}</b> }} />
        </p>
        {error && (
          <p className="buyer-portal__error" role="alert">
            {error}
          </p>
        )}
        <form method="post">
          <button className="buyer-portal__button">{messages.confirm.submit}</button>
        </form>
      </>
    )}
  </section>
);
