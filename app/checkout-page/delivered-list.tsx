import { Fragment } from 'react';

import { RichText } from '#app/components/rich-text.tsx';
import { formatBytes } from '#app/components/utils/format-bytes.ts';
import { deliveredMessages } from '#content/messages/delivered.ts';
import type { Delivered, DeliveredContent } from '#domain/delivered.ts';
import { formatLongDate } from '#domain/format-date.ts';
import { splitLinks } from '#domain/split-links.ts';

const messages = deliveredMessages;
/** The server renders these pages for everyone. */
const LANGUAGE = 'en-US';

type DeliveredListProps = {
  items: readonly Delivered[];
  /** Class of the buttons, which belong to the page around the list. */
  buttonClass: string;
  /** Hides license keys until the buyer opens them. */
  foldsKeys?: boolean;
  /** The page has the script that copies license keys. */
  hasCopyButtons?: boolean;
};

/** What an order delivers, with a way to each. Works without script. */
export const DeliveredList = ({ items, ...options }: DeliveredListProps) => (
  <ul className="delivered">
    {items.map((item) => (
      <li className="delivered__item" key={item.id}>
        <div className="delivered__text">
          <p className="delivered__name" dir="auto">
            {item.name}
          </p>
          {item.product !== undefined && (
            <p className="delivered__note">
              <RichText text={messages.ofProduct} tags={{ product: () => <bdi>{item.product}</bdi> }} />
            </p>
          )}
          <DeliveredNotes item={item} />
        </div>
        {item.content && <DeliveredAction {...options} name={item.name} content={item.content} />}
      </li>
    ))}
  </ul>
);

function DeliveredNotes({ item: { status, endsAt, content } }: { item: Delivered }) {
  if (status !== 'ready') return <p className="delivered__note">{messages.statuses[status]}</p>;
  return (
    <>
      {content?.kind === 'file' && (
        <p className="delivered__note">
          <bdi>{content.fileName}</bdi> · {formatBytes(content.bytes, LANGUAGE)}
        </p>
      )}
      {endsAt && <p className="delivered__note">{messages.endsAt({ day: formatLongDate(new Date(endsAt)) })}</p>}
    </>
  );
}

type DeliveredActionProps = Omit<DeliveredListProps, 'items'> & { name: string; content: DeliveredContent };

function DeliveredAction({ name, content, ...options }: DeliveredActionProps) {
  switch (content.kind) {
    case 'file':
    case 'link':
      return (
        <a className={options.buttonClass} href={content.url} {...(content.kind === 'link' && { rel: 'noreferrer' })}>
          {content.kind === 'file' ? messages.download : messages.open}
          <span className="delivered__aside"> {name}</span>
        </a>
      );
    case 'keys':
      return options.foldsKeys ? (
        <details className="delivered__details">
          <summary>{messages.showKeys({ count: content.keys.length })}</summary>
          <LicenseKeys {...options} name={name} keys={content.keys} />
        </details>
      ) : (
        <LicenseKeys {...options} name={name} keys={content.keys} />
      );
    case 'text':
      return <LinkedText text={content.text} />;
  }
}

type LicenseKeysProps = Omit<DeliveredListProps, 'items' | 'foldsKeys'> & { name: string; keys: readonly string[] };

/** A click selects all keys, each on a line of its own. */
const LicenseKeys = ({ name, keys, buttonClass, hasCopyButtons }: LicenseKeysProps) => (
  <div className="delivered__keys">
    <pre className="delivered__key-list">{keys.join('\n')}</pre>
    {hasCopyButtons && (
      <button
        className={`${buttonClass} delivered__copy`}
        type="button"
        data-copy={keys.join('\n')}
        data-copied={messages.copied}
      >
        {keys.length > 1 ? messages.copyAll : messages.copy}
        <span className="delivered__aside"> {name}</span>
      </button>
    )}
  </div>
);

/** The seller's text, with links. */
const LinkedText = ({ text }: { text: string }) => (
  <p className="delivered__instructions" dir="auto">
    {splitLinks(text).map((part, index) => (
      <Fragment key={index}>
        {part.url ? (
          <a href={part.url} rel="noreferrer nofollow">
            {part.text}
          </a>
        ) : (
          part.text
        )}
      </Fragment>
    ))}
  </p>
);
