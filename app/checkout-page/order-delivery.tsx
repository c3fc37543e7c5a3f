import { RichText } from '#app/components/rich-text.tsx';
import { deliveredMessages } from '#content/messages/delivered.ts';
import type { Delivered } from '#domain/delivered.ts';

import { DeliveredList } from './delivered-list.tsx';

const messages = deliveredMessages.success;

/**
 * What an order delivers, after the payment. `here`: this browser has paid. `emailed`: another one has, and sees only where the
 * email went. `openUrl`: the success page, for a frame that has no cookie.
 */
export type OrderDeliveryProps = { areFiles: boolean } & (
  | { kind: 'here'; items: readonly Delivered[] }
  | { kind: 'waiting' }
  | { kind: 'emailed'; email: string; formUrl: string; notice: string | null; error: string | null }
  | { kind: 'framed'; openUrl: string }
);

/** Section of the success page. */
export function OrderDelivery(props: OrderDeliveryProps) {
  const variant = props.areFiles ? 'files' : 'other';
  switch (props.kind) {
    case 'waiting':
      return <p className="co-delivery">{messages.waiting[variant]}</p>;
    case 'framed':
      return (
        <a className="co-pay" href={props.openUrl} target="_top">
          {messages.openAtTop[variant]}
        </a>
      );
    case 'here':
      return (
        <section className="co-delivery">
          <h2>{deliveredMessages.title[variant]}</h2>
          <DeliveredList items={props.items} buttonClass="co-2nd" hasCopyButtons />
        </section>
      );
    case 'emailed':
      return <EmailedDelivery {...props} text={messages.emailed[variant]} />;
  }
}

type EmailedDeliveryProps = Omit<Extract<OrderDeliveryProps, { kind: 'emailed' }>, 'kind' | 'areFiles'> & {
  text: string;
};

const EmailedDelivery = ({ email, formUrl, notice, error, text }: EmailedDeliveryProps) => (
  <form className="co-delivery" method="post" action={formUrl}>
    <p>
      <RichText text={text} tags={{ email: () => <b>{email}</b> }} />
    </p>
    {error && (
      <p className="co-delivery__error" role="alert">
        {error}
      </p>
    )}
    {notice ? (
      <p role="status">{notice}</p>
    ) : (
      <button className="co-2nd" name="intent" value="send">
        {messages.sendAgain}
      </button>
    )}
  </form>
);
