import { Mail, Share2 } from 'lucide-react';
import { useId, useState } from 'react';

import { Button, buttonVariants } from '#app/components/button.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';
import { builderShareMessages } from '#content/messages/builder-share.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { findCoupon } from '#domain/coupon.ts';
import { formatDiscount, formatPrice, formatQuoteTotal } from '#domain/format-price.ts';
import { BASE_OPTION, configForOption } from '#domain/offer.ts';
import { hasPaymentTerms } from '#domain/payment-terms.ts';
import { getDefaultQuantity, getUnitName } from '#domain/quantity.ts';
import { quoteOrder } from '#domain/quote.ts';
import type { ShareOptions } from '#domain/share-link.ts';
import { cleanLine, shortenText } from '#domain/text.ts';

import type { ShareTabProps } from './share-dialog.tsx';

const messages = builderShareMessages.messages;

/** Text to share a link with. `subject` is null for messages without one. */
type ShareMessage = { kind: string; subject: string | null; text: string };

const MAX_INTRODUCTION_LENGTH = 240;

/** Returns `$49 USD`, or with a code `$39.20 USD with code EARLY20 instead of $49.00 USD`, for the smallest quantity. */
export function offerText(config: CheckoutPageConfig, { coupon, optionId }: ShareOptions): string {
  const optionConfig = configForOption(config, optionId ?? BASE_OPTION) ?? config;
  if (config.payWhatYouWant.enabled) return messages.payWhatYouWant;
  const validCoupon = coupon ? findCoupon(config.validCoupons, coupon) : undefined;
  const quote = quoteOrder(config, { optionId }, validCoupon);
  if (!validCoupon || 'error' in quote) {
    const price = formatPrice(optionConfig);
    if (!config.quantity.enabled && hasPaymentTerms(optionConfig) && 'total' in quote)
      return formatQuoteTotal(quote, optionConfig);
    return config.quantity.enabled ? messages.priceForOne({ price }) : price;
  }
  const { totalText, originalText } = formatDiscount(quote, optionConfig);
  const price = messages.discountedPrice({
    total: totalText,
    original: originalText,
    code: validCoupon.code,
  });
  const count = getDefaultQuantity(config);
  return count > 1 ? messages.priceOfQuantity({ count, units: getUnitName(config.quantity, count), price }) : price;
}

/** Creates an email, a post and a chat message in words that fit any page. */
export function createMessages(config: CheckoutPageConfig, link: string, linkOptions: ShareOptions): ShareMessage[] {
  const name = cleanLine(config.productName);
  const offer = offerText(config, linkOptions);
  const paragraphs = [shortenText(cleanLine(config.description), MAX_INTRODUCTION_LENGTH), offer, link].filter(Boolean);
  return [
    {
      kind: messages.kinds.email,
      subject: name,
      text: [messages.greeting, messages.introduction({ name }), ...paragraphs].join('\n\n'),
    },
    { kind: messages.kinds.post, subject: null, text: [name, ...paragraphs].join('\n\n') },
    { kind: messages.kinds.chat, subject: null, text: messages.chatText({ name, offer, link }) },
  ];
}

type MessageProps = { message: ShareMessage; link: string };

/** An editable message template with a button to copy the edited text. */
function Message({ message: { kind, subject, text }, link }: MessageProps) {
  const id = useId();
  const [draft, setDraft] = useState({ subject, text });
  const copyText = subject === null ? draft.text : `${draft.subject ?? ''}\n\n${draft.text}`;
  return (
    <section className="share-message" aria-labelledby={`${id}-name`}>
      <h3 className="h4" id={`${id}-name`}>
        {kind}
      </h3>
      {draft.subject !== null && (
        <input
          className="in"
          aria-label={messages.subjectLabel({ kind })}
          value={draft.subject}
          onChange={(event) => setDraft({ ...draft, subject: event.target.value })}
        />
      )}
      <textarea
        className="in"
        aria-label={messages.textLabel({ kind })}
        rows={draft.text.split('\n').length + 1}
        value={draft.text}
        onChange={(event) => setDraft({ ...draft, text: event.target.value })}
      />
      <div className="share-message__actions">
        <CopyButton text={copyText} />
        {draft.subject !== null && (
          <a
            className={buttonVariants('plain', 'sm')}
            href={`mailto:?subject=${encodeURIComponent(draft.subject)}&body=${encodeURIComponent(draft.text)}`}
          >
            <Mail className="i" aria-hidden="true" />
            {messages.openEmailApp}
          </a>
        )}
        {draft.subject === null && 'share' in navigator && (
          <Button
            Icon={Share2}
            size="sm"
            onClick={() => void navigator.share({ text: draft.text, url: link }).catch(() => null)}
          >
            {messages.share}
          </Button>
        )}
      </div>
    </section>
  );
}

export function ShareMessages({ config, link, linkOptions }: ShareTabProps) {
  if (!config) return <p className="muted">{messages.loadError}</p>;
  return (
    <div className="share-dialog__form">
      {createMessages(config, link, linkOptions).map((message) => (
        <Message key={`${message.kind} ${link}`} {...{ message, link }} />
      ))}
    </div>
  );
}
