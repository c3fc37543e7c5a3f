import { RichText } from '#app/components/rich-text.tsx';
import { deliveredMessages } from '#content/messages/delivered.ts';
import type { EmailOptOutPage } from '#domain/purchase.ts';

import { SellerHeader } from './seller-header.tsx';

const { optOut: messages } = deliveredMessages;

/** Asks whether the seller may email the buyer about new versions, or says that they don't. */
export function EmailOptOut({ page: { seller, email, isOptedOut } }: { page: EmailOptOutPage }) {
  const { title, text, submit } = isOptedOut ? messages.stopped : messages.ask;
  return (
    <>
      <SellerHeader seller={seller} level="p" />
      <section className="sign-in-link-form">
        <h1>{title}</h1>
        <p>
          <RichText text={text} tags={{ email: () => <b>{email}</b> }} />
        </p>
        <form method="post" action={isOptedOut ? '?resume=1' : undefined}>
          <button className={isOptedOut ? 'buyer-portal__button--secondary' : 'buyer-portal__button'}>{submit}</button>
        </form>
      </section>
    </>
  );
}
